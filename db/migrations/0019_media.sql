CREATE TABLE `media` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`is_public` integer NOT NULL,
	`size` integer NOT NULL,
	`part_size` integer NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text,
	`files` text NOT NULL,
	`seconds` integer,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`unused_since` integer NOT NULL,
	CONSTRAINT "media_size" CHECK("media"."size" > 0)
);
--> statement-breakpoint
CREATE INDEX `media_by_kind` ON `media` (`kind`,`id`);--> statement-breakpoint
CREATE INDEX `media_by_age` ON `media` (`state`,`unused_since`);--> statement-breakpoint
CREATE TABLE `media_uses` (
	`media_id` text NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` text NOT NULL,
	PRIMARY KEY(`media_id`, `subject_type`, `subject_id`),
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `media_uses_by_subject` ON `media_uses` (`subject_type`,`subject_id`);
--> statement-breakpoint
-- From here on written by hand: drizzle-kit knows no triggers. Keep it when this file is generated anew.
CREATE TRIGGER `media_used_by_new_course` AFTER INSERT ON `courses` WHEN instr(coalesce(new.`image_url`, ''), '/media/') > 0 BEGIN
	INSERT OR IGNORE INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `id`, 'course', new.`id` FROM `media` WHERE instr(coalesce(new.`image_url`, ''), '/media/' || `id` || '/') > 0;
END;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_course` AFTER UPDATE OF `image_url` ON `courses` WHEN instr(coalesce(old.`image_url`, '') || ' ' || coalesce(new.`image_url`, ''), '/media/') > 0 BEGIN
	DELETE FROM `media_uses` WHERE `subject_type` = 'course' AND `subject_id` = new.`id`
		AND instr(coalesce(new.`image_url`, ''), '/media/' || `media_id` || '/') = 0;
	INSERT OR IGNORE INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `id`, 'course', new.`id` FROM `media` WHERE instr(coalesce(new.`image_url`, ''), '/media/' || `id` || '/') > 0;
END;
--> statement-breakpoint
CREATE TRIGGER `media_left_by_course` AFTER DELETE ON `courses` BEGIN
	DELETE FROM `media_uses` WHERE `subject_type` = 'course' AND `subject_id` = old.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_new_module` AFTER INSERT ON `modules` WHEN instr(coalesce(new.`content`, '') || ' ' || coalesce(new.`additional_content`, ''), '/media/') > 0 BEGIN
	INSERT OR IGNORE INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `id`, 'module', new.`id` FROM `media` WHERE instr(coalesce(new.`content`, '') || ' ' || coalesce(new.`additional_content`, ''), '/media/' || `id` || '/') > 0;
END;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_module` AFTER UPDATE OF `content`, `additional_content` ON `modules` WHEN instr(coalesce(old.`content`, '') || ' ' || coalesce(old.`additional_content`, '') || ' ' || coalesce(new.`content`, '') || ' ' || coalesce(new.`additional_content`, ''), '/media/') > 0 BEGIN
	DELETE FROM `media_uses` WHERE `subject_type` = 'module' AND `subject_id` = new.`id`
		AND instr(coalesce(new.`content`, '') || ' ' || coalesce(new.`additional_content`, ''), '/media/' || `media_id` || '/') = 0;
	INSERT OR IGNORE INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `id`, 'module', new.`id` FROM `media` WHERE instr(coalesce(new.`content`, '') || ' ' || coalesce(new.`additional_content`, ''), '/media/' || `id` || '/') > 0;
END;
--> statement-breakpoint
CREATE TRIGGER `media_left_by_module` AFTER DELETE ON `modules` BEGIN
	DELETE FROM `media_uses` WHERE `subject_type` = 'module' AND `subject_id` = old.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_new_settings` AFTER INSERT ON `settings` WHEN instr(coalesce(new.`value`, ''), '/media/') > 0 BEGIN
	INSERT OR IGNORE INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `id`, 'settings', new.`key` FROM `media` WHERE instr(coalesce(new.`value`, ''), '/media/' || `id` || '/') > 0;
END;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_settings` AFTER UPDATE OF `value` ON `settings` WHEN instr(coalesce(old.`value`, '') || ' ' || coalesce(new.`value`, ''), '/media/') > 0 BEGIN
	DELETE FROM `media_uses` WHERE `subject_type` = 'settings' AND `subject_id` = new.`key`
		AND instr(coalesce(new.`value`, ''), '/media/' || `media_id` || '/') = 0;
	INSERT OR IGNORE INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `id`, 'settings', new.`key` FROM `media` WHERE instr(coalesce(new.`value`, ''), '/media/' || `id` || '/') > 0;
END;
--> statement-breakpoint
CREATE TRIGGER `media_left_by_settings` AFTER DELETE ON `settings` BEGIN
	DELETE FROM `media_uses` WHERE `subject_type` = 'settings' AND `subject_id` = old.`key`;
END;
--> statement-breakpoint
CREATE TRIGGER `media_out_of_use` AFTER DELETE ON `media_uses` BEGIN
	UPDATE `media` SET `unused_since` = unixepoch() * 1000 WHERE `id` = old.`media_id`;
END;
