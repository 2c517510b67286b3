DROP INDEX `digest_settings_by_time`;--> statement-breakpoint
CREATE INDEX `digest_settings_due` ON `digest_settings` (`next_at`) WHERE "digest_settings"."every" <> 'never';
--> statement-breakpoint
-- Until now no row meant no digest, chosen or not: members keep that. Those who join later get one a week.
INSERT INTO digest_settings (user_id, every, weekday, time_zone, next_at, told_until)
	SELECT id, 'never', 1, 'UTC', 0, 0 FROM users
	WHERE (status = 'active' OR last_seen_at > 0) AND id NOT IN (SELECT user_id FROM digest_settings);
