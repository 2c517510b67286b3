ALTER TABLE `question_comments` ADD `send_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `question_comments_sent_once` ON `question_comments` (`author_id`,`question_id`,`send_key`) WHERE "question_comments"."send_key" is not null;--> statement-breakpoint
ALTER TABLE `questions` ADD `send_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `questions_sent_once` ON `questions` (`author_id`,`send_key`) WHERE "questions"."send_key" is not null;