CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`post_id` text NOT NULL,
	`reason` text NOT NULL,
	`note` text NOT NULL,
	`created_at` integer NOT NULL,
	`outcome` text,
	`resolved_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_open` ON `reports` (`post_id`,`user_id`) WHERE "reports"."outcome" is null;--> statement-breakpoint
CREATE INDEX `reports_of_post` ON `reports` (`post_id`,`outcome`);--> statement-breakpoint
CREATE INDEX `reports_by_user` ON `reports` (`user_id`);--> statement-breakpoint
ALTER TABLE `comments` ADD `hidden_at` integer;--> statement-breakpoint
ALTER TABLE `comments` ADD `hidden_reason` text;--> statement-breakpoint
CREATE INDEX `comments_hidden` ON `comments` (`id`) WHERE "comments"."hidden_at" is not null;--> statement-breakpoint
ALTER TABLE `question_comments` ADD `hidden_at` integer;--> statement-breakpoint
ALTER TABLE `question_comments` ADD `hidden_reason` text;--> statement-breakpoint
CREATE INDEX `question_comments_hidden` ON `question_comments` (`id`) WHERE "question_comments"."hidden_at" is not null;--> statement-breakpoint
ALTER TABLE `questions` ADD `hidden_at` integer;--> statement-breakpoint
ALTER TABLE `questions` ADD `hidden_reason` text;--> statement-breakpoint
CREATE INDEX `questions_hidden` ON `questions` (`id`) WHERE "questions"."hidden_at" is not null;--> statement-breakpoint
ALTER TABLE `users` ADD `is_moderator` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `suspended_until` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `suspended_reason` text;
--> statement-breakpoint
-- A report is answered when its post is deleted, whoever deletes it.
CREATE TRIGGER `reports_of_question` AFTER DELETE ON `questions` BEGIN
	UPDATE `reports` SET `outcome` = 'deleted', `resolved_at` = cast((julianday('now') - 2440587.5) * 86400000 as integer) WHERE `post_id` = old.`id` AND `outcome` IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `reports_of_question_comment` AFTER DELETE ON `question_comments` BEGIN
	UPDATE `reports` SET `outcome` = 'deleted', `resolved_at` = cast((julianday('now') - 2440587.5) * 86400000 as integer) WHERE `post_id` = old.`id` AND `outcome` IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `reports_of_comment` AFTER DELETE ON `comments` BEGIN
	UPDATE `reports` SET `outcome` = 'deleted', `resolved_at` = cast((julianday('now') - 2440587.5) * 86400000 as integer) WHERE `post_id` = old.`id` AND `outcome` IS NULL;
END;
--> statement-breakpoint
-- Who reported hears back.
CREATE TRIGGER `reports_answered` AFTER UPDATE OF `outcome` ON `reports` WHEN old.`outcome` IS NULL AND new.`outcome` IS NOT NULL BEGIN
	INSERT INTO `notifications` (`user_id`, `group_key`, `kind`, `subject_id`, `since_seq`, `created_at`, `updated_at`)
	VALUES (new.`user_id`, 'report-' || new.`id`, 'report', new.`id`, 0, new.`resolved_at`, new.`resolved_at`);
END;
