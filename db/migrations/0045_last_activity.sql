CREATE TABLE `question_read_marks` (
	`user_id` text PRIMARY KEY NOT NULL,
	`comment_seq` integer NOT NULL,
	`question_seq` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `questions` ADD `last_activity_at` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE questions SET last_activity_at = max(created_at, coalesce(
	(SELECT created_at FROM question_comments WHERE question_id = questions.id ORDER BY seq DESC LIMIT 1), 0));
--> statement-breakpoint
CREATE INDEX `questions_by_activity` ON `questions` (`last_activity_at`);--> statement-breakpoint
CREATE INDEX `questions_by_category_activity` ON `questions` (`category_id`,`last_activity_at`);--> statement-breakpoint
CREATE INDEX `questions_by_group_activity` ON `questions` (`group_id`,`last_activity_at`);--> statement-breakpoint
CREATE INDEX `questions_by_author_activity` ON `questions` (`author_id`,`last_activity_at`);
--> statement-breakpoint
-- Also for rows of a node or an export of an earlier version, and for those restored from the trash.
CREATE TRIGGER question_activity_insert AFTER INSERT ON questions WHEN new.last_activity_at = 0 BEGIN
	UPDATE questions SET last_activity_at = new.created_at WHERE seq = new.seq;
END;
--> statement-breakpoint
-- Comments count, and are the activity of their question. The later time wins: restored comments keep theirs.
DROP TRIGGER question_comment_count_insert;
--> statement-breakpoint
CREATE TRIGGER question_comment_count_insert AFTER INSERT ON question_comments BEGIN
	UPDATE questions SET comment_count = comment_count + 1, last_activity_at = max(last_activity_at, new.created_at)
	WHERE id = new.question_id;
END;
--> statement-breakpoint
DROP TRIGGER question_comment_count_delete;
--> statement-breakpoint
CREATE TRIGGER question_comment_count_delete AFTER DELETE ON question_comments BEGIN
	UPDATE questions SET comment_count = comment_count - 1, last_activity_at = max(created_at, coalesce(
		(SELECT created_at FROM question_comments WHERE question_id = old.question_id ORDER BY seq DESC LIMIT 1), 0))
	WHERE id = old.question_id;
END;
