CREATE TABLE `question_offers` (
	`user_id` text NOT NULL,
	`question_id` text NOT NULL,
	`offered_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `question_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `question_offers_of_question` ON `question_offers` (`question_id`);--> statement-breakpoint
CREATE INDEX `question_offers_by_time` ON `question_offers` (`offered_at`);--> statement-breakpoint
ALTER TABLE `notification_preferences` ADD `offers` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `questions` ADD `offered_at` integer;--> statement-breakpoint
CREATE INDEX `questions_unanswered_by_time` ON `questions` (`comment_count`,`created_at`) WHERE "questions"."comment_count" = 0;