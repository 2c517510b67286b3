CREATE TABLE `comment_mentions` (
	`comment_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`comment_id`, `user_id`),
	FOREIGN KEY (`comment_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `comment_mentions_by_user` ON `comment_mentions` (`user_id`);--> statement-breakpoint
CREATE TABLE `discussion_reads` (
	`user_id` text NOT NULL,
	`module_id` text NOT NULL,
	`seen_id` text NOT NULL,
	PRIMARY KEY(`user_id`, `module_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`module_id`) REFERENCES `modules`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `discussion_reads_of_module` ON `discussion_reads` (`module_id`);--> statement-breakpoint
ALTER TABLE `comments` ADD `edited_at` integer;--> statement-breakpoint
ALTER TABLE `comments` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `comments` ADD `is_helpful` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `comments` ADD `send_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `comments_helpful` ON `comments` (`parent_id`) WHERE "comments"."is_helpful" = 1;--> statement-breakpoint
CREATE UNIQUE INDEX `comments_sent_once` ON `comments` (`user_id`,`module_id`,`send_key`) WHERE "comments"."send_key" is not null;--> statement-breakpoint
ALTER TABLE `notifications` ADD `mail_at` integer;--> statement-breakpoint
CREATE INDEX `notifications_to_mail` ON `notifications` (`mail_at`) WHERE "notifications"."mail_at" is not null;--> statement-breakpoint
ALTER TABLE `questions` ADD `deleted_at` integer;