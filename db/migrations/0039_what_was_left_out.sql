ALTER TABLE `episode_files` ADD `warning` text;--> statement-breakpoint
ALTER TABLE `podcast_feed` ADD `notes` text DEFAULT '[]' NOT NULL;