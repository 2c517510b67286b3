ALTER TABLE `member_imports` ADD `cancelled_at` integer;--> statement-breakpoint
ALTER TABLE `member_imports` ADD `cancelled_by_name` text;--> statement-breakpoint
-- From here on written by hand. What shows a file was looked for with every file there is; now the addresses are taken
-- out of the text and looked up by key. `json_quote` makes the text one string, and what stands between two
-- `/media/` becomes a string each: the first holds no id.
DROP TRIGGER `media_used_by_new_course`;
--> statement-breakpoint
DROP TRIGGER `media_used_by_course`;
--> statement-breakpoint
DROP TRIGGER `media_used_by_new_module`;
--> statement-breakpoint
DROP TRIGGER `media_used_by_module`;
--> statement-breakpoint
DROP TRIGGER `media_used_by_new_settings`;
--> statement-breakpoint
DROP TRIGGER `media_used_by_settings`;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_new_course` AFTER INSERT ON `courses` WHEN instr(coalesce(new.`image_url`, ''), '/media/') > 0 BEGIN
	INSERT OR IGNORE INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `media`.`id`, 'course', new.`id`
		FROM json_each('[' || replace(json_quote(coalesce(new.`image_url`, '')), '/media/', '","') || ']') AS `piece`
		CROSS JOIN `media` ON `media`.`id` = substr(`piece`.`value`, 1, instr(`piece`.`value`, '/') - 1)
		WHERE `piece`.`key` > 0;
END;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_course` AFTER UPDATE OF `image_url` ON `courses` WHEN instr(coalesce(old.`image_url`, '') || ' ' || coalesce(new.`image_url`, ''), '/media/') > 0 BEGIN
	DELETE FROM `media_uses` WHERE `subject_type` = 'course' AND `subject_id` = new.`id`
		AND instr(coalesce(new.`image_url`, ''), '/media/' || `media_id` || '/') = 0;
	INSERT OR IGNORE INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `media`.`id`, 'course', new.`id`
		FROM json_each('[' || replace(json_quote(coalesce(new.`image_url`, '')), '/media/', '","') || ']') AS `piece`
		CROSS JOIN `media` ON `media`.`id` = substr(`piece`.`value`, 1, instr(`piece`.`value`, '/') - 1)
		WHERE `piece`.`key` > 0;
END;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_new_module` AFTER INSERT ON `modules` WHEN instr(coalesce(new.`content`, '') || ' ' || coalesce(new.`additional_content`, ''), '/media/') > 0 BEGIN
	INSERT OR IGNORE INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `media`.`id`, 'module', new.`id`
		FROM json_each('[' || replace(json_quote(coalesce(new.`content`, '') || ' ' || coalesce(new.`additional_content`, '')), '/media/', '","') || ']') AS `piece`
		CROSS JOIN `media` ON `media`.`id` = substr(`piece`.`value`, 1, instr(`piece`.`value`, '/') - 1)
		WHERE `piece`.`key` > 0;
END;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_module` AFTER UPDATE OF `content`, `additional_content` ON `modules` WHEN instr(coalesce(old.`content`, '') || ' ' || coalesce(old.`additional_content`, '') || ' ' || coalesce(new.`content`, '') || ' ' || coalesce(new.`additional_content`, ''), '/media/') > 0 BEGIN
	DELETE FROM `media_uses` WHERE `subject_type` = 'module' AND `subject_id` = new.`id`
		AND instr(coalesce(new.`content`, '') || ' ' || coalesce(new.`additional_content`, ''), '/media/' || `media_id` || '/') = 0;
	INSERT OR IGNORE INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `media`.`id`, 'module', new.`id`
		FROM json_each('[' || replace(json_quote(coalesce(new.`content`, '') || ' ' || coalesce(new.`additional_content`, '')), '/media/', '","') || ']') AS `piece`
		CROSS JOIN `media` ON `media`.`id` = substr(`piece`.`value`, 1, instr(`piece`.`value`, '/') - 1)
		WHERE `piece`.`key` > 0;
END;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_new_settings` AFTER INSERT ON `settings` WHEN instr(coalesce(new.`value`, ''), '/media/') > 0 BEGIN
	INSERT OR IGNORE INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `media`.`id`, 'settings', new.`key`
		FROM json_each('[' || replace(json_quote(coalesce(new.`value`, '')), '/media/', '","') || ']') AS `piece`
		CROSS JOIN `media` ON `media`.`id` = substr(`piece`.`value`, 1, instr(`piece`.`value`, '/') - 1)
		WHERE `piece`.`key` > 0;
END;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_settings` AFTER UPDATE OF `value` ON `settings` WHEN instr(coalesce(old.`value`, '') || ' ' || coalesce(new.`value`, ''), '/media/') > 0 BEGIN
	DELETE FROM `media_uses` WHERE `subject_type` = 'settings' AND `subject_id` = new.`key`
		AND instr(coalesce(new.`value`, ''), '/media/' || `media_id` || '/') = 0;
	INSERT OR IGNORE INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `media`.`id`, 'settings', new.`key`
		FROM json_each('[' || replace(json_quote(coalesce(new.`value`, '')), '/media/', '","') || ']') AS `piece`
		CROSS JOIN `media` ON `media`.`id` = substr(`piece`.`value`, 1, instr(`piece`.`value`, '/') - 1)
		WHERE `piece`.`key` > 0;
END;
