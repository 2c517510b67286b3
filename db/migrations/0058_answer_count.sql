DROP INDEX `questions_unanswered`;--> statement-breakpoint
DROP INDEX `questions_unanswered_by_category`;--> statement-breakpoint
DROP INDEX `questions_unanswered_by_group`;--> statement-breakpoint
DROP INDEX `questions_unanswered_by_time`;--> statement-breakpoint
ALTER TABLE `questions` ADD `answer_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE questions SET answer_count = (
	SELECT count(*) FROM question_comments WHERE question_id = questions.id AND hidden_at IS NULL);
--> statement-breakpoint
UPDATE questions SET last_activity_at = max(created_at, coalesce((SELECT created_at FROM question_comments
	WHERE question_id = questions.id AND hidden_at IS NULL ORDER BY seq DESC LIMIT 1), 0))
WHERE id IN (SELECT question_id FROM question_comments WHERE hidden_at IS NOT NULL);
--> statement-breakpoint
-- Before the others: of two indexes as good, SQLite takes the newer one.
CREATE INDEX `questions_unanswered_by_time` ON `questions` (`answer_count`,`created_at`) WHERE "questions"."answer_count" = 0;--> statement-breakpoint
CREATE INDEX `questions_unanswered` ON `questions` (`answer_count`) WHERE "questions"."answer_count" = 0;--> statement-breakpoint
CREATE INDEX `questions_unanswered_by_category` ON `questions` (`category_id`,`answer_count`) WHERE "questions"."answer_count" = 0;--> statement-breakpoint
CREATE INDEX `questions_unanswered_by_group` ON `questions` (`group_id`,`answer_count`) WHERE "questions"."answer_count" = 0;
--> statement-breakpoint
-- A hidden comment is counted, but is no answer and no activity.
DROP TRIGGER question_comment_count_insert;
--> statement-breakpoint
CREATE TRIGGER question_comment_count_insert AFTER INSERT ON question_comments BEGIN
	UPDATE questions SET comment_count = comment_count + 1, answer_count = answer_count + (new.hidden_at IS NULL),
		last_activity_at = max(last_activity_at, iif(new.hidden_at IS NULL, new.created_at, 0))
	WHERE id = new.question_id;
END;
--> statement-breakpoint
DROP TRIGGER question_comment_count_delete;
--> statement-breakpoint
CREATE TRIGGER question_comment_count_delete AFTER DELETE ON question_comments BEGIN
	UPDATE questions SET comment_count = comment_count - 1, answer_count = answer_count - (old.hidden_at IS NULL),
		last_activity_at = max(created_at, coalesce((SELECT created_at FROM question_comments
			WHERE question_id = old.question_id AND hidden_at IS NULL ORDER BY seq DESC LIMIT 1), 0))
	WHERE id = old.question_id;
END;
--> statement-breakpoint
CREATE TRIGGER question_comment_count_hide AFTER UPDATE OF hidden_at ON question_comments
WHEN (old.hidden_at IS NULL) <> (new.hidden_at IS NULL) BEGIN
	UPDATE questions SET answer_count = answer_count + (new.hidden_at IS NULL) - (old.hidden_at IS NULL),
		last_activity_at = max(created_at, coalesce((SELECT created_at FROM question_comments
			WHERE question_id = new.question_id AND hidden_at IS NULL ORDER BY seq DESC LIMIT 1), 0))
	WHERE id = new.question_id;
END;
