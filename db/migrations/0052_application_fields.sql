ALTER TABLE `application_decisions` ADD `message` text;--> statement-breakpoint
ALTER TABLE `users` ADD `application_answers` text;--> statement-breakpoint
ALTER TABLE `users` ADD `application_questions` text;