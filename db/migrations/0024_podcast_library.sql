CREATE TABLE `episode_chapters` (
	`episode_id` text NOT NULL,
	`source` text NOT NULL,
	`ordinal` integer NOT NULL,
	`start_ms` integer NOT NULL,
	`end_ms` integer,
	`title` text NOT NULL,
	`url` text,
	PRIMARY KEY(`episode_id`, `source`, `ordinal`),
	FOREIGN KEY (`episode_id`) REFERENCES `episodes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `episode_files` (
	`episode_id` text NOT NULL,
	`kind` text NOT NULL,
	`url` text NOT NULL,
	`type` text NOT NULL,
	`language` text,
	`etag` text,
	`last_modified` text,
	`state` text NOT NULL,
	`error` text,
	`tried_at` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	PRIMARY KEY(`episode_id`, `kind`),
	FOREIGN KEY (`episode_id`) REFERENCES `episodes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `episode_files_by_due` ON `episode_files` (`due_at`);--> statement-breakpoint
CREATE TABLE `episode_people` (
	`episode_id` text NOT NULL,
	`ordinal` integer NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`href` text,
	PRIMARY KEY(`episode_id`, `ordinal`),
	FOREIGN KEY (`episode_id`) REFERENCES `episodes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `episode_transcripts` (
	`episode_id` text NOT NULL,
	`source` text NOT NULL,
	`language` text,
	`is_timed` integer NOT NULL,
	`cues` blob NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`episode_id`, `source`),
	FOREIGN KEY (`episode_id`) REFERENCES `episodes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `listening` (
	`user_id` text NOT NULL,
	`episode_id` text NOT NULL,
	`position_ms` integer NOT NULL,
	`duration_ms` integer,
	`updated_at` integer NOT NULL,
	`finished_at` integer,
	PRIMARY KEY(`user_id`, `episode_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`episode_id`) REFERENCES `episodes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `listening_by_user` ON `listening` (`user_id`,`updated_at`);--> statement-breakpoint
CREATE TABLE `listening_queue` (
	`user_id` text NOT NULL,
	`ordinal` integer NOT NULL,
	`episode_id` text NOT NULL,
	PRIMARY KEY(`user_id`, `ordinal`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`episode_id`) REFERENCES `episodes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `episodes` ADD `slug` text;--> statement-breakpoint
ALTER TABLE `episodes` ADD `link` text;--> statement-breakpoint
ALTER TABLE `episodes` ADD `season` integer;--> statement-breakpoint
ALTER TABLE `episodes` ADD `number` integer;--> statement-breakpoint
ALTER TABLE `episodes` ADD `type` text DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE `episodes` ADD `notes_html` text;--> statement-breakpoint
ALTER TABLE `episodes` ADD `audio_bytes` integer;--> statement-breakpoint
ALTER TABLE `episodes` ADD `audio_type` text;--> statement-breakpoint
ALTER TABLE `episodes` ADD `kept_since` integer;--> statement-breakpoint
ALTER TABLE `episodes` ADD `tags` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `episodes` ADD `hash` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `episodes` ADD `changed_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `episodes_by_slug` ON `episodes` (`slug`);--> statement-breakpoint
ALTER TABLE `podcast_feed` ADD `language` text;