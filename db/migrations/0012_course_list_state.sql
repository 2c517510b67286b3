CREATE TABLE `course_list_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);

--> statement-breakpoint
-- From here on written by hand: drizzle-kit knows no triggers. Keep it when this file is generated anew.
INSERT INTO `course_list_state` VALUES (1, lower(hex(randomblob(16))));
--> statement-breakpoint
CREATE TRIGGER `course_list_course_added` AFTER INSERT ON `courses` BEGIN
	UPDATE `course_list_state` SET `name` = lower(hex(randomblob(16)));
END;
--> statement-breakpoint
CREATE TRIGGER `course_list_course_changed` AFTER UPDATE ON `courses` BEGIN
	UPDATE `course_list_state` SET `name` = lower(hex(randomblob(16)));
END;
--> statement-breakpoint
CREATE TRIGGER `course_list_course_deleted` AFTER DELETE ON `courses` BEGIN
	UPDATE `course_list_state` SET `name` = lower(hex(randomblob(16)));
END;
--> statement-breakpoint
CREATE TRIGGER `course_list_module_added` AFTER INSERT ON `modules` BEGIN
	UPDATE `course_list_state` SET `name` = lower(hex(randomblob(16)));
END;
--> statement-breakpoint
CREATE TRIGGER `course_list_module_moved` AFTER UPDATE OF `course_id` ON `modules` BEGIN
	UPDATE `course_list_state` SET `name` = lower(hex(randomblob(16)));
END;
--> statement-breakpoint
CREATE TRIGGER `course_list_module_deleted` AFTER DELETE ON `modules` BEGIN
	UPDATE `course_list_state` SET `name` = lower(hex(randomblob(16)));
END;
