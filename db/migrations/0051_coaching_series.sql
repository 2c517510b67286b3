ALTER TABLE `coaching_sessions` ADD `series_id` text;--> statement-breakpoint
CREATE INDEX `coaching_sessions_by_series` ON `coaching_sessions` (`series_id`);