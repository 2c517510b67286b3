CREATE TABLE `course_figures` (
	`course_id` text PRIMARY KEY NOT NULL,
	`enrolled` integer DEFAULT 0 NOT NULL,
	`started` integer DEFAULT 0 NOT NULL,
	`finished` integer DEFAULT 0 NOT NULL,
	`median_days` real,
	`waiting_journals` integer DEFAULT 0 NOT NULL,
	`detail` text NOT NULL,
	`counted_at` integer,
	`took_ms` integer DEFAULT 0 NOT NULL,
	`is_counting` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `course_figures_by_enrolled` ON `course_figures` (`enrolled`,`course_id`);--> statement-breakpoint
CREATE INDEX `course_figures_counting` ON `course_figures` (`course_id`) WHERE "course_figures"."is_counting" = 1;--> statement-breakpoint
CREATE TABLE `stale_figures` (
	`course_id` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `stale_figures_by_time` ON `stale_figures` (`since`);--> statement-breakpoint
CREATE TABLE `mailings` (
	`id` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`content` text NOT NULL,
	`audience` text NOT NULL,
	`course_id` text,
	`course_title` text,
	`state` text NOT NULL,
	`send_at` integer,
	`started_at` integer,
	`ended_at` integer,
	`after` text DEFAULT '' NOT NULL,
	`is_listed` integer DEFAULT false NOT NULL,
	`expected` integer DEFAULT 0 NOT NULL,
	`listed` integer DEFAULT 0 NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`left_out` integer DEFAULT 0 NOT NULL,
	`refusals` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mailings_by_state` ON `mailings` (`state`,`send_at`);--> statement-breakpoint
DROP INDEX `enrollments_by_course`;--> statement-breakpoint
CREATE INDEX `enrollments_by_course` ON `enrollments` (`course_id`,`user_id`);--> statement-breakpoint
ALTER TABLE `notification_preferences` ADD `news` integer DEFAULT true NOT NULL;--> statement-breakpoint
-- From here on written by hand: drizzle-kit knows no triggers. Keep it when this file is generated anew.
INSERT INTO `stale_figures` SELECT `id`, 0 FROM `courses`;
--> statement-breakpoint
CREATE TRIGGER `figures_course_added` AFTER INSERT ON `courses` BEGIN
	INSERT INTO `stale_figures` VALUES (NEW.`id`, unixepoch() * 1000) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `figures_enrolled` AFTER INSERT ON `enrollments` BEGIN
	INSERT INTO `stale_figures` VALUES (NEW.`course_id`, unixepoch() * 1000) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `figures_left` AFTER DELETE ON `enrollments` BEGIN
	INSERT INTO `stale_figures` VALUES (OLD.`course_id`, unixepoch() * 1000) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `figures_module_added` AFTER INSERT ON `modules` BEGIN
	INSERT INTO `stale_figures` VALUES (NEW.`course_id`, unixepoch() * 1000) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `figures_module_changed` AFTER UPDATE OF `title`, `type`, `order_index`, `additional_content` ON `modules` BEGIN
	INSERT INTO `stale_figures` VALUES (NEW.`course_id`, unixepoch() * 1000) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `figures_module_deleted` AFTER DELETE ON `modules` BEGIN
	INSERT INTO `stale_figures` VALUES (OLD.`course_id`, unixepoch() * 1000) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `figures_progress_made` AFTER INSERT ON `module_progress` BEGIN
	INSERT INTO `stale_figures` SELECT `course_id`, unixepoch() * 1000 FROM `modules` WHERE `id` = NEW.`module_id` ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `figures_progress_changed` AFTER UPDATE OF `is_completed` ON `module_progress` BEGIN
	INSERT INTO `stale_figures` SELECT `course_id`, unixepoch() * 1000 FROM `modules` WHERE `id` = NEW.`module_id` ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `figures_progress_deleted` AFTER DELETE ON `module_progress` BEGIN
	INSERT INTO `stale_figures` SELECT `course_id`, unixepoch() * 1000 FROM `modules` WHERE `id` = OLD.`module_id` ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `figures_place_kept` AFTER INSERT ON `module_places` BEGIN
	INSERT INTO `stale_figures` VALUES (NEW.`course_id`, unixepoch() * 1000) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `figures_quiz_taken` AFTER INSERT ON `quiz_attempts` BEGIN
	INSERT INTO `stale_figures` SELECT `course_id`, unixepoch() * 1000 FROM `modules` WHERE `id` = NEW.`module_id` ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `figures_quiz_forgotten` AFTER DELETE ON `quiz_attempts` BEGIN
	INSERT INTO `stale_figures` SELECT `course_id`, unixepoch() * 1000 FROM `modules` WHERE `id` = OLD.`module_id` ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `figures_journal_written` AFTER INSERT ON `journal_entries` BEGIN
	INSERT INTO `stale_figures` VALUES (NEW.`course_id`, unixepoch() * 1000) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `figures_journal_answered` AFTER UPDATE OF `is_waiting` ON `journal_entries` BEGIN
	INSERT INTO `stale_figures` VALUES (NEW.`course_id`, unixepoch() * 1000) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `figures_journal_deleted` AFTER DELETE ON `journal_entries` BEGIN
	INSERT INTO `stale_figures` VALUES (OLD.`course_id`, unixepoch() * 1000) ON CONFLICT DO NOTHING;
END;
