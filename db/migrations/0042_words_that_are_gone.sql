ALTER TABLE `search_state` ADD `words_gone_at` integer;--> statement-breakpoint
CREATE INDEX `modules_opened` ON `modules` (`available_from`) WHERE "modules"."is_open" = 1 and "modules"."available_from" is not null;
--> statement-breakpoint
-- From here on written by hand: drizzle-kit knows no triggers. Keep it when this file is generated anew.
CREATE TRIGGER `words_gone` AFTER DELETE ON `deletions` WHEN old.`restored_at` IS NULL BEGIN
	UPDATE `search_state` SET `words_gone_at` = CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
-- What was deleted before this is still in the indexes. A new database has nothing in them.
UPDATE `search_state` SET `words_gone_at` = unixepoch() * 1000 WHERE EXISTS (SELECT 1 FROM `users`);
