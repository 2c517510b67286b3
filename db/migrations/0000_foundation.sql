CREATE TABLE `auth_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`user_agent` text NOT NULL,
	`client_address` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `auth_sessions_by_user` ON `auth_sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `auth_sessions_by_expiry` ON `auth_sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`resets_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rate_limits_by_reset` ON `rate_limits` (`resets_at`);--> statement-breakpoint
CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL,
	`available_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`state` text DEFAULT 'waiting' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `outbox_by_state` ON `outbox` (`state`,`available_at`);--> statement-breakpoint
CREATE TABLE `publish_events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`path` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `publish_events_by_time` ON `publish_events` (`created_at`);--> statement-breakpoint
CREATE TABLE `episodes` (
	`id` text PRIMARY KEY NOT NULL,
	`position` integer NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`pub_date` integer,
	`duration` integer,
	`audio_url` text NOT NULL,
	`image_url` text
);
--> statement-breakpoint
CREATE INDEX `episodes_by_position` ON `episodes` (`position`);--> statement-breakpoint
CREATE TABLE `podcast_feed` (
	`id` integer PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`image_url` text,
	`author` text,
	`link` text,
	`etag` text,
	`last_modified` text,
	`content_hash` text NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `podcast_feed_status` (
	`id` integer PRIMARY KEY NOT NULL,
	`last_success_at` integer,
	`failing_since` integer,
	`last_error` text
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`username` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`password_hash` text NOT NULL,
	`role` text NOT NULL,
	`status` text NOT NULL,
	`phone_number` text,
	`application_status` text,
	`application_date` integer,
	`years_of_experience` text,
	`firm_name` text,
	`practice_areas` text,
	`membership_goals` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "users_role" CHECK("users"."role" in ('admin', 'user')),
	CONSTRAINT "users_status" CHECK("users"."status" in ('active', 'inactive'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_unique` ON `users` (`username`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key_unique` ON `users` (`email_key`);--> statement-breakpoint
CREATE INDEX `users_by_role` ON `users` (`role`,`status`);--> statement-breakpoint
CREATE INDEX `users_by_application` ON `users` (`application_status`,`application_date`);