-- The moderation list shows course comments too, and says how many there are.
INSERT INTO post_counts (kind, total) SELECT 'courseComment', count(*) FROM comments;
--> statement-breakpoint
CREATE TRIGGER post_count_course_comment_insert AFTER INSERT ON comments BEGIN
	UPDATE post_counts SET total = total + 1 WHERE kind = 'courseComment';
END;
--> statement-breakpoint
CREATE TRIGGER post_count_course_comment_delete AFTER DELETE ON comments BEGIN
	UPDATE post_counts SET total = total - 1 WHERE kind = 'courseComment';
END;
