ALTER TABLE `notification_preferences` ADD `feedback` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `journal_entries_all_waiting` ON `journal_entries` (`is_waiting`,`id`);