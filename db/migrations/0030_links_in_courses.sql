ALTER TABLE `content_links` ADD `course_comment_id` text GENERATED ALWAYS AS (case when from_kind = 'courseComment' then from_id end) VIRTUAL REFERENCES comments(id) ON DELETE cascade;--> statement-breakpoint
ALTER TABLE `content_links` ADD `course_id` text GENERATED ALWAYS AS (case when from_kind = 'course' then from_id end) VIRTUAL REFERENCES courses(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `content_links_of_course_comment` ON `content_links` (`course_comment_id`);--> statement-breakpoint
CREATE INDEX `content_links_of_course` ON `content_links` (`course_id`);--> statement-breakpoint
INSERT INTO outbox (id, kind, payload, created_at, available_at)
SELECT 'content-links-in-courses', 'content-links', '{}', 0, 0
WHERE exists (SELECT 1 FROM comments) OR exists (SELECT 1 FROM courses);
