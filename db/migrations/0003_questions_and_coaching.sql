CREATE TABLE `calendar_subscriptions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_subscriptions_token_hash_unique` ON `calendar_subscriptions` (`token_hash`);--> statement-breakpoint
CREATE TABLE `coaching_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`scheduled_at` integer NOT NULL,
	`duration_minutes` integer NOT NULL,
	`time_zone` text NOT NULL,
	`zoom_link` text NOT NULL,
	`sequence` integer DEFAULT 0 NOT NULL,
	`reminded_for` integer,
	`cancelled_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `coaching_sessions_by_time` ON `coaching_sessions` (`scheduled_at`);--> statement-breakpoint
CREATE TABLE `coaching_topics` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`user_id` text NOT NULL,
	`topic` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `coaching_sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `coaching_topics_one_per_member` ON `coaching_topics` (`session_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `coaching_topics_by_user` ON `coaching_topics` (`user_id`);--> statement-breakpoint
CREATE TABLE `notification_preferences` (
	`user_id` text PRIMARY KEY NOT NULL,
	`mentions` integer NOT NULL,
	`comments` integer NOT NULL,
	`reminders` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `pending_notices` (
	`user_id` text NOT NULL,
	`comment_id` text NOT NULL,
	`question_id` text NOT NULL,
	PRIMARY KEY(`question_id`, `user_id`, `comment_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`comment_id`) REFERENCES `question_comments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pending_notices_by_comment` ON `pending_notices` (`comment_id`);--> statement-breakpoint
CREATE INDEX `pending_notices_by_user` ON `pending_notices` (`user_id`);--> statement-breakpoint
CREATE TABLE `unsubscribe_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`scope` text NOT NULL,
	`question_id` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `unsubscribe_tokens_by_user` ON `unsubscribe_tokens` (`user_id`);--> statement-breakpoint
CREATE INDEX `unsubscribe_tokens_by_question` ON `unsubscribe_tokens` (`question_id`);--> statement-breakpoint
CREATE TABLE `post_counts` (
	`kind` text PRIMARY KEY NOT NULL,
	`total` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `question_categories` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`parent_category_id` text,
	`position` integer NOT NULL,
	`question_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`parent_category_id`) REFERENCES `question_categories`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `question_categories_slug_unique` ON `question_categories` (`slug`);--> statement-breakpoint
CREATE INDEX `question_categories_by_parent` ON `question_categories` (`parent_category_id`);--> statement-breakpoint
CREATE TABLE `question_comments` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`question_id` text NOT NULL,
	`author_id` text,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	`edited_at` integer,
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `question_comments_id_unique` ON `question_comments` (`id`);--> statement-breakpoint
CREATE INDEX `question_comments_of_question` ON `question_comments` (`question_id`,`seq`);--> statement-breakpoint
CREATE INDEX `question_comments_by_author` ON `question_comments` (`author_id`);--> statement-breakpoint
CREATE TABLE `question_follows` (
	`question_id` text NOT NULL,
	`user_id` text NOT NULL,
	`state` text NOT NULL,
	`last_mailed_at` integer,
	PRIMARY KEY(`question_id`, `user_id`),
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `question_follows_by_user` ON `question_follows` (`user_id`);--> statement-breakpoint
CREATE TABLE `question_mentions` (
	`post_id` text NOT NULL,
	`user_id` text NOT NULL,
	`question_id` text NOT NULL,
	PRIMARY KEY(`post_id`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `question_mentions_of_question` ON `question_mentions` (`question_id`);--> statement-breakpoint
CREATE INDEX `question_mentions_by_user` ON `question_mentions` (`user_id`);--> statement-breakpoint
CREATE TABLE `questions` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`category_id` text NOT NULL,
	`group_id` text NOT NULL,
	`author_id` text,
	`is_locked` integer DEFAULT false NOT NULL,
	`comment_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`edited_at` integer,
	FOREIGN KEY (`category_id`) REFERENCES `question_categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`group_id`) REFERENCES `question_categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `questions_id_unique` ON `questions` (`id`);--> statement-breakpoint
CREATE INDEX `questions_by_category` ON `questions` (`category_id`,`seq`);--> statement-breakpoint
CREATE INDEX `questions_by_group` ON `questions` (`group_id`,`seq`);--> statement-breakpoint
CREATE INDEX `questions_by_author` ON `questions` (`author_id`);