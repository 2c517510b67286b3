CREATE TABLE `course_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`course_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`difficulty` text NOT NULL,
	`image_url` text,
	`replaced_at` integer NOT NULL,
	`replaced_by_name` text NOT NULL,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `course_versions_of_course` ON `course_versions` (`course_id`,`id`);--> statement-breakpoint
CREATE TABLE `module_drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`module_id` text,
	`course_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`type` text NOT NULL,
	`content` text NOT NULL,
	`additional_content` text NOT NULL,
	`begun_at` integer NOT NULL,
	`saved_at` integer NOT NULL,
	`saved_by_name` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`module_id`) REFERENCES `modules`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `module_drafts_by_course` ON `module_drafts` (`course_id`,`id`);--> statement-breakpoint
CREATE INDEX `module_drafts_by_module` ON `module_drafts` (`module_id`);--> statement-breakpoint
CREATE TABLE `module_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`module_id` text NOT NULL,
	`shown_from` integer NOT NULL,
	`replaced_at` integer NOT NULL,
	`replaced_by_name` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`type` text NOT NULL,
	`content` text NOT NULL,
	`additional_content` text NOT NULL,
	FOREIGN KEY (`module_id`) REFERENCES `modules`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `module_versions_of_module` ON `module_versions` (`module_id`,`id`);--> statement-breakpoint
CREATE INDEX `enrollments_by_age` ON `enrollments` (`course_id`,`created_at`,`user_id`);
--> statement-breakpoint
-- From here on written by hand: drizzle-kit knows no triggers. Keep it when this file is generated anew.
-- What only a draft or an earlier version shows is not removed as unused. Nobody but admins gets to see it by that.
CREATE TRIGGER `media_used_by_new_draft` AFTER INSERT ON `module_drafts` WHEN instr(new.`content` || ' ' || new.`additional_content`, '/media/') > 0 BEGIN
	INSERT OR IGNORE INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `media`.`id`, 'draft', new.`id`
		FROM json_each('[' || replace(json_quote(new.`content` || ' ' || new.`additional_content`), '/media/', '","') || ']') AS `piece`
		CROSS JOIN `media` ON `media`.`id` = substr(`piece`.`value`, 1, instr(`piece`.`value`, '/') - 1)
		WHERE `piece`.`key` > 0;
END;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_draft` AFTER UPDATE OF `content`, `additional_content` ON `module_drafts` WHEN instr(old.`content` || ' ' || old.`additional_content` || ' ' || new.`content` || ' ' || new.`additional_content`, '/media/') > 0 BEGIN
	DELETE FROM `media_uses` WHERE `subject_type` = 'draft' AND `subject_id` = new.`id`
		AND instr(new.`content` || ' ' || new.`additional_content`, '/media/' || `media_id` || '/') = 0;
	INSERT OR IGNORE INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `media`.`id`, 'draft', new.`id`
		FROM json_each('[' || replace(json_quote(new.`content` || ' ' || new.`additional_content`), '/media/', '","') || ']') AS `piece`
		CROSS JOIN `media` ON `media`.`id` = substr(`piece`.`value`, 1, instr(`piece`.`value`, '/') - 1)
		WHERE `piece`.`key` > 0;
END;
--> statement-breakpoint
CREATE TRIGGER `media_left_by_draft` AFTER DELETE ON `module_drafts` BEGIN
	DELETE FROM `media_uses` WHERE `subject_type` = 'draft' AND `subject_id` = old.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_version` AFTER INSERT ON `module_versions` WHEN instr(new.`content` || ' ' || new.`additional_content`, '/media/') > 0 BEGIN
	INSERT OR IGNORE INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `media`.`id`, 'version', new.`id`
		FROM json_each('[' || replace(json_quote(new.`content` || ' ' || new.`additional_content`), '/media/', '","') || ']') AS `piece`
		CROSS JOIN `media` ON `media`.`id` = substr(`piece`.`value`, 1, instr(`piece`.`value`, '/') - 1)
		WHERE `piece`.`key` > 0;
END;
--> statement-breakpoint
CREATE TRIGGER `media_left_by_version` AFTER DELETE ON `module_versions` BEGIN
	DELETE FROM `media_uses` WHERE `subject_type` = 'version' AND `subject_id` = old.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `media_used_by_details` AFTER INSERT ON `course_versions` WHEN instr(coalesce(new.`image_url`, ''), '/media/') > 0 BEGIN
	INSERT OR IGNORE INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
		SELECT `media`.`id`, 'details', new.`id`
		FROM json_each('[' || replace(json_quote(coalesce(new.`image_url`, '')), '/media/', '","') || ']') AS `piece`
		CROSS JOIN `media` ON `media`.`id` = substr(`piece`.`value`, 1, instr(`piece`.`value`, '/') - 1)
		WHERE `piece`.`key` > 0;
END;
--> statement-breakpoint
CREATE TRIGGER `media_left_by_details` AFTER DELETE ON `course_versions` BEGIN
	DELETE FROM `media_uses` WHERE `subject_type` = 'details' AND `subject_id` = old.`id`;
END;
