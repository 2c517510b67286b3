-- Written by hand: drizzle-kit knows no triggers.
-- The conflict clause of the statement that fires a trigger replaces `INSERT OR IGNORE` inside it: an upsert turned it into
-- an abort, and the second save of a row with a file in it failed. `ON CONFLICT DO NOTHING` stays what it is.
DROP TRIGGER `media_used_by_new_course`;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_new_course` AFTER INSERT ON `courses` WHEN instr(coalesce(new.`image_url`, ''), '/media/') > 0 BEGIN
	INSERT INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `media`.`id`, 'course', new.`id`
		FROM json_each('[' || replace(json_quote(coalesce(new.`image_url`, '')), '/media/', '","') || ']') AS `piece`
		CROSS JOIN `media` ON `media`.`id` = substr(`piece`.`value`, 1, instr(`piece`.`value`, '/') - 1)
		WHERE `piece`.`key` > 0
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
DROP TRIGGER `media_used_by_course`;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_course` AFTER UPDATE OF `image_url` ON `courses` WHEN instr(coalesce(old.`image_url`, '') || ' ' || coalesce(new.`image_url`, ''), '/media/') > 0 BEGIN
	DELETE FROM `media_uses` WHERE `subject_type` = 'course' AND `subject_id` = new.`id`
		AND instr(coalesce(new.`image_url`, ''), '/media/' || `media_id` || '/') = 0;
	INSERT INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `media`.`id`, 'course', new.`id`
		FROM json_each('[' || replace(json_quote(coalesce(new.`image_url`, '')), '/media/', '","') || ']') AS `piece`
		CROSS JOIN `media` ON `media`.`id` = substr(`piece`.`value`, 1, instr(`piece`.`value`, '/') - 1)
		WHERE `piece`.`key` > 0
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
DROP TRIGGER `media_used_by_new_module`;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_new_module` AFTER INSERT ON `modules` WHEN instr(coalesce(new.`content`, '') || ' ' || coalesce(new.`additional_content`, ''), '/media/') > 0 BEGIN
	INSERT INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `media`.`id`, 'module', new.`id`
		FROM json_each('[' || replace(json_quote(coalesce(new.`content`, '') || ' ' || coalesce(new.`additional_content`, '')), '/media/', '","') || ']') AS `piece`
		CROSS JOIN `media` ON `media`.`id` = substr(`piece`.`value`, 1, instr(`piece`.`value`, '/') - 1)
		WHERE `piece`.`key` > 0
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
DROP TRIGGER `media_used_by_module`;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_module` AFTER UPDATE OF `content`, `additional_content` ON `modules` WHEN instr(coalesce(old.`content`, '') || ' ' || coalesce(old.`additional_content`, '') || ' ' || coalesce(new.`content`, '') || ' ' || coalesce(new.`additional_content`, ''), '/media/') > 0 BEGIN
	DELETE FROM `media_uses` WHERE `subject_type` = 'module' AND `subject_id` = new.`id`
		AND instr(coalesce(new.`content`, '') || ' ' || coalesce(new.`additional_content`, ''), '/media/' || `media_id` || '/') = 0;
	INSERT INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `media`.`id`, 'module', new.`id`
		FROM json_each('[' || replace(json_quote(coalesce(new.`content`, '') || ' ' || coalesce(new.`additional_content`, '')), '/media/', '","') || ']') AS `piece`
		CROSS JOIN `media` ON `media`.`id` = substr(`piece`.`value`, 1, instr(`piece`.`value`, '/') - 1)
		WHERE `piece`.`key` > 0
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
DROP TRIGGER `media_used_by_new_settings`;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_new_settings` AFTER INSERT ON `settings` WHEN instr(coalesce(new.`value`, ''), '/media/') > 0 BEGIN
	INSERT INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `media`.`id`, 'settings', new.`key`
		FROM json_each('[' || replace(json_quote(coalesce(new.`value`, '')), '/media/', '","') || ']') AS `piece`
		CROSS JOIN `media` ON `media`.`id` = substr(`piece`.`value`, 1, instr(`piece`.`value`, '/') - 1)
		WHERE `piece`.`key` > 0
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
DROP TRIGGER `media_used_by_settings`;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_settings` AFTER UPDATE OF `value` ON `settings` WHEN instr(coalesce(old.`value`, '') || ' ' || coalesce(new.`value`, ''), '/media/') > 0 BEGIN
	DELETE FROM `media_uses` WHERE `subject_type` = 'settings' AND `subject_id` = new.`key`
		AND instr(coalesce(new.`value`, ''), '/media/' || `media_id` || '/') = 0;
	INSERT INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `media`.`id`, 'settings', new.`key`
		FROM json_each('[' || replace(json_quote(coalesce(new.`value`, '')), '/media/', '","') || ']') AS `piece`
		CROSS JOIN `media` ON `media`.`id` = substr(`piece`.`value`, 1, instr(`piece`.`value`, '/') - 1)
		WHERE `piece`.`key` > 0
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
DROP TRIGGER `media_used_by_new_draft`;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_new_draft` AFTER INSERT ON `module_drafts` WHEN instr(new.`content` || ' ' || new.`additional_content`, '/media/') > 0 BEGIN
	INSERT INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `media`.`id`, 'draft', new.`id`
		FROM json_each('[' || replace(json_quote(new.`content` || ' ' || new.`additional_content`), '/media/', '","') || ']') AS `piece`
		CROSS JOIN `media` ON `media`.`id` = substr(`piece`.`value`, 1, instr(`piece`.`value`, '/') - 1)
		WHERE `piece`.`key` > 0
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
DROP TRIGGER `media_used_by_draft`;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_draft` AFTER UPDATE OF `content`, `additional_content` ON `module_drafts` WHEN instr(old.`content` || ' ' || old.`additional_content` || ' ' || new.`content` || ' ' || new.`additional_content`, '/media/') > 0 BEGIN
	DELETE FROM `media_uses` WHERE `subject_type` = 'draft' AND `subject_id` = new.`id`
		AND instr(new.`content` || ' ' || new.`additional_content`, '/media/' || `media_id` || '/') = 0;
	INSERT INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `media`.`id`, 'draft', new.`id`
		FROM json_each('[' || replace(json_quote(new.`content` || ' ' || new.`additional_content`), '/media/', '","') || ']') AS `piece`
		CROSS JOIN `media` ON `media`.`id` = substr(`piece`.`value`, 1, instr(`piece`.`value`, '/') - 1)
		WHERE `piece`.`key` > 0
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
DROP TRIGGER `media_used_by_version`;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_version` AFTER INSERT ON `module_versions` WHEN instr(new.`content` || ' ' || new.`additional_content`, '/media/') > 0 BEGIN
	INSERT INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `media`.`id`, 'version', new.`id`
		FROM json_each('[' || replace(json_quote(new.`content` || ' ' || new.`additional_content`), '/media/', '","') || ']') AS `piece`
		CROSS JOIN `media` ON `media`.`id` = substr(`piece`.`value`, 1, instr(`piece`.`value`, '/') - 1)
		WHERE `piece`.`key` > 0
		ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
DROP TRIGGER `media_used_by_details`;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_details` AFTER INSERT ON `course_versions` WHEN instr(coalesce(new.`image_url`, ''), '/media/') > 0 BEGIN
	INSERT INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `media`.`id`, 'details', new.`id`
		FROM json_each('[' || replace(json_quote(coalesce(new.`image_url`, '')), '/media/', '","') || ']') AS `piece`
		CROSS JOIN `media` ON `media`.`id` = substr(`piece`.`value`, 1, instr(`piece`.`value`, '/') - 1)
		WHERE `piece`.`key` > 0
		ON CONFLICT DO NOTHING;
END;
