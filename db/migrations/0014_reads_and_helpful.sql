CREATE TABLE `question_reads` (
	`user_id` text NOT NULL,
	`question_id` text NOT NULL,
	`seen_seq` integer NOT NULL,
	PRIMARY KEY(`user_id`, `question_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `question_reads_of_question` ON `question_reads` (`question_id`);--> statement-breakpoint
DROP INDEX `question_follows_by_user`;--> statement-breakpoint
CREATE INDEX `question_follows_by_user` ON `question_follows` (`user_id`,`state`,`question_id`);--> statement-breakpoint
ALTER TABLE `question_comments` ADD `is_helpful` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `question_comments_helpful` ON `question_comments` (`question_id`) WHERE "question_comments"."is_helpful" = 1;--> statement-breakpoint
CREATE INDEX `questions_unanswered` ON `questions` (`comment_count`) WHERE "questions"."comment_count" = 0;--> statement-breakpoint
CREATE INDEX `questions_unanswered_by_category` ON `questions` (`category_id`,`comment_count`) WHERE "questions"."comment_count" = 0;--> statement-breakpoint
CREATE INDEX `questions_unanswered_by_group` ON `questions` (`group_id`,`comment_count`) WHERE "questions"."comment_count" = 0;