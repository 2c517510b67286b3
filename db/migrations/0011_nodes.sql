CREATE TABLE `nodes` (
	`id` text PRIMARY KEY NOT NULL,
	`url` text,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `publish_events` ADD `node` text;