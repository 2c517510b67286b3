CREATE TABLE `calendar_downloads` (
	`user_id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `users` ADD `welcome_hidden_at` integer;
--> statement-breakpoint
-- They are for who comes from now on; a member of before finds them on the account page.
UPDATE users SET welcome_hidden_at = created_at WHERE last_seen_at > 0;
