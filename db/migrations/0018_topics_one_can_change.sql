ALTER TABLE `coaching_topics` ADD `edited_at` integer;--> statement-breakpoint
ALTER TABLE `coaching_topics` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `coaching_topics` ADD `send_key` text;