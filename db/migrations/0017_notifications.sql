CREATE TABLE `category_watches` (
	`category_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`category_id`, `user_id`),
	FOREIGN KEY (`category_id`) REFERENCES `question_categories`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `category_watches_by_user` ON `category_watches` (`user_id`);--> statement-breakpoint
CREATE TABLE `digest_settings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`every` text NOT NULL,
	`weekday` integer NOT NULL,
	`time_zone` text NOT NULL,
	`next_at` integer NOT NULL,
	`told_until` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `digest_settings_by_time` ON `digest_settings` (`next_at`);--> statement-breakpoint
CREATE TABLE `notification_rounds` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`seq` integer NOT NULL,
	`change` text,
	`actor_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`after` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `notifications` (
	`user_id` text NOT NULL,
	`group_key` text NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`since_seq` integer NOT NULL,
	`change` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`read_at` integer,
	PRIMARY KEY(`user_id`, `group_key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notifications_by_time` ON `notifications` (`user_id`,`updated_at`,`group_key`);--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`,`updated_at`,`group_key`) WHERE "notifications"."read_at" is null;--> statement-breakpoint
ALTER TABLE `unsubscribe_tokens` ADD `category_id` text REFERENCES question_categories(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `unsubscribe_tokens_by_category` ON `unsubscribe_tokens` (`category_id`);