CREATE TABLE `member_import_rows` (
	`import_id` text NOT NULL,
	`line` integer NOT NULL,
	`state` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone_number` text,
	`firm_name` text,
	`practice_areas` text,
	`years_of_experience` text,
	`fault` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`import_id`, `line`),
	FOREIGN KEY (`import_id`) REFERENCES `member_imports`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "member_import_rows_state" CHECK("member_import_rows"."state" in ('waiting', 'invited', 'member', 'faulty'))
);
--> statement-breakpoint
CREATE INDEX `member_import_rows_by_state` ON `member_import_rows` (`import_id`,`state`,`line`);--> statement-breakpoint
CREATE TABLE `member_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`created_by` text NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	`row_count` integer NOT NULL,
	`mails_until` integer NOT NULL,
	CONSTRAINT "member_imports_state" CHECK("member_imports"."state" in ('loading', 'running', 'done'))
);
--> statement-breakpoint
CREATE INDEX `member_imports_by_state` ON `member_imports` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `member_imports_by_mails` ON `member_imports` (`mails_until`);--> statement-breakpoint
CREATE TABLE `member_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`author_id` text,
	`author_name` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	`edited_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `member_notes_of_member` ON `member_notes` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `member_notes_by_author` ON `member_notes` (`author_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `last_seen_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `invited_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `invited_by` text;--> statement-breakpoint
CREATE INDEX `users_by_last_seen` ON `users` (`last_seen_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_by_role_last_seen` ON `users` (`role`,`last_seen_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_by_status_last_seen` ON `users` (`status`,`last_seen_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_by_role_status_last_seen` ON `users` (`role`,`status`,`last_seen_at`,`id`);