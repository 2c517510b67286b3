CREATE TABLE `email_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`email` text NOT NULL,
	`from_key` text NOT NULL,
	`expires_at` integer NOT NULL,
	`ended` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `email_changes_by_user` ON `email_changes` (`user_id`);--> statement-breakpoint
CREATE INDEX `email_changes_by_expiry` ON `email_changes` (`expires_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `email_confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `leaves_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `leave_keeps_posts` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `users_by_leave` ON `users` (`leaves_at`) WHERE "users"."leaves_at" is not null;--> statement-breakpoint
-- From here on written by hand: drizzle-kit knows no triggers. Keep it when this file is generated anew.
-- Whoever has an account counts as confirmed, as do invited people; from now on applicants open a link.
UPDATE `users` SET `email_confirmed_at` = `created_at`;
--> statement-breakpoint
DROP TRIGGER `audit_keeps_values`;
--> statement-breakpoint
-- The name of a person who left may be taken out; everything else of an entry stays as it was.
CREATE TRIGGER `audit_keeps_values` BEFORE UPDATE ON `audit` WHEN NOT (
	new.`id` = old.`id` AND new.`at` = old.`at` AND new.`actor_id` IS old.`actor_id` AND new.`action` = old.`action`
	AND new.`subject_type` = old.`subject_type` AND new.`subject_id` = old.`subject_id`
	AND new.`actor_name` IN (old.`actor_name`, 'Former member')
	AND (new.`subject_name` = old.`subject_name` OR instr(new.`subject_name`, 'Former member') > 0)
	AND (new.`detail` = old.`detail` OR instr(new.`detail`, '"Former member"') > 0)
) BEGIN SELECT RAISE(ABORT, 'The audit table is append-only'); END;
