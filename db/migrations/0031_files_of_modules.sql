ALTER TABLE `media` ADD `was_in_module` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- From here on written by hand: drizzle-kit knows no triggers. Keep it when this file is generated anew.
-- Of what came out of use before this, nobody knows what showed it: it is held back. The trigger of that writes whole seconds.
UPDATE `media` SET `was_in_module` = 1 WHERE `id` IN (
	SELECT `media_id` FROM `media_uses` WHERE `subject_type` IN ('module', 'draft', 'version')
) OR (`state` = 'ready' AND `unused_since` % 1000 = 0 AND `id` NOT IN (SELECT `media_id` FROM `media_uses`));
--> statement-breakpoint
CREATE TRIGGER `media_shown_in_module` AFTER INSERT ON `media_uses` WHEN new.`subject_type` IN ('module', 'draft', 'version') BEGIN
	UPDATE `media` SET `was_in_module` = 1 WHERE `id` = new.`media_id` AND `was_in_module` = 0;
END;
