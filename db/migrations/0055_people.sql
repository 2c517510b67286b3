ALTER TABLE `member_import_rows` ADD `user_id` text;--> statement-breakpoint
ALTER TABLE `member_import_rows` ADD `joined_at` integer;--> statement-breakpoint
ALTER TABLE `member_import_rows` ADD `labels` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `member_import_rows` ADD `plan` text;--> statement-breakpoint
ALTER TABLE `member_imports` ADD `courses` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `module_progress` ADD `is_taken_over` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `reminders` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `joined_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `labels` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `plan` text;--> statement-breakpoint
CREATE INDEX `users_by_member_status` ON `users` (case when status = 'active' then 'active' when invited_at is not null then 'invited' when application_status = 'pending' then 'applied' when application_status = 'rejected' then 'rejected' else 'deactivated' end,`id`);--> statement-breakpoint
CREATE INDEX `users_by_member_status_last_seen` ON `users` (case when status = 'active' then 'active' when invited_at is not null then 'invited' when application_status = 'pending' then 'applied' when application_status = 'rejected' then 'rejected' else 'deactivated' end,`last_seen_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_by_joined` ON `users` (case when joined_at is null then created_at else joined_at end,`id`);--> statement-breakpoint
-- The address of an account may have changed since: such a person counts as unknown to the list.
UPDATE `member_import_rows` SET `user_id` = (SELECT `id` FROM `users` WHERE `email_key` = lower(`member_import_rows`.`email`)) WHERE `state` = 'invited';
