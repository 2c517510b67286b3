CREATE TABLE `cle_accreditations` (
	`id` text PRIMARY KEY NOT NULL,
	`activity_id` text NOT NULL,
	`jurisdiction` text NOT NULL,
	`number` text NOT NULL,
	`credits` text NOT NULL,
	`formats` text NOT NULL,
	`valid_from` text NOT NULL,
	`valid_to` text,
	`transitional` integer NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`activity_id`) REFERENCES `cle_activities`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `cle_accreditations_of_activity` ON `cle_accreditations` (`activity_id`);--> statement-breakpoint
CREATE INDEX `cle_accreditations_by_jurisdiction` ON `cle_accreditations` (`jurisdiction`,`activity_id`);--> statement-breakpoint
CREATE TABLE `cle_activities` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`ref_id` text NOT NULL,
	`title` text NOT NULL,
	`minutes` integer NOT NULL,
	`format` text NOT NULL,
	`minutes_by_category` text,
	`offered` integer NOT NULL,
	`spoken_codes` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "cle_activities_minutes" CHECK(minutes > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cle_activities_by_subject` ON `cle_activities` (`kind`,`ref_id`);--> statement-breakpoint
CREATE TABLE `cle_admissions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`jurisdiction` text NOT NULL,
	`bar_number` text NOT NULL,
	`admitted_on` text NOT NULL,
	`birthday` text,
	`group_no` integer,
	`assigned_day` text,
	`cycle_kind` text NOT NULL,
	`status` text NOT NULL,
	`inactive_months` text NOT NULL,
	`filings` text NOT NULL,
	`extensions` text NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cle_admissions_of_member` ON `cle_admissions` (`user_id`,`jurisdiction`);--> statement-breakpoint
CREATE TABLE `cle_credits` (
	`id` text PRIMARY KEY NOT NULL,
	`admission_id` text NOT NULL,
	`user_id` text NOT NULL,
	`cycle_from` text,
	`source` text NOT NULL,
	`activity_id` text,
	`title` text NOT NULL,
	`provider` text NOT NULL,
	`date` text NOT NULL,
	`minutes` integer,
	`format` text NOT NULL,
	`credits` text NOT NULL,
	`approval` text NOT NULL,
	`accreditation` text,
	`certificate_number` text,
	`media_id` text,
	`voids_id` text,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`admission_id`) REFERENCES `cle_admissions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cle_credits_voids_id_unique` ON `cle_credits` (`voids_id`);--> statement-breakpoint
CREATE INDEX `cle_credits_of_admission` ON `cle_credits` (`admission_id`,`date`);--> statement-breakpoint
CREATE INDEX `cle_credits_of_member` ON `cle_credits` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `cle_credits_of_activity` ON `cle_credits` (`activity_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `cle_credits_by_certificate` ON `cle_credits` (`certificate_number`);--> statement-breakpoint
CREATE TABLE `cle_notices` (
	`admission_id` text NOT NULL,
	`day` text NOT NULL,
	`days_before` integer NOT NULL,
	`sent_at` integer NOT NULL,
	PRIMARY KEY(`admission_id`, `day`, `days_before`),
	FOREIGN KEY (`admission_id`) REFERENCES `cle_admissions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `cle_rules` (
	`jurisdiction` text NOT NULL,
	`version` integer NOT NULL,
	`json` text NOT NULL,
	`valid_from` text NOT NULL,
	`checked_at` text NOT NULL,
	`checked_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`jurisdiction`, `version`)
);
--> statement-breakpoint
ALTER TABLE `media` ADD `owner_id` text;--> statement-breakpoint
CREATE TRIGGER `cle_rules_keep_rows` BEFORE DELETE ON `cle_rules` BEGIN SELECT RAISE(ABORT, 'Rules are append-only'); END;
--> statement-breakpoint
-- The name of a person who left may be taken out; everything else stays as it was.
CREATE TRIGGER `cle_rules_keep_values` BEFORE UPDATE ON `cle_rules` WHEN NOT (
	new.`jurisdiction` = old.`jurisdiction` AND new.`version` = old.`version` AND new.`json` = old.`json`
	AND new.`valid_from` = old.`valid_from` AND new.`checked_at` = old.`checked_at` AND new.`created_at` = old.`created_at`
	AND new.`checked_by` IN (old.`checked_by`, 'Former member')
) BEGIN SELECT RAISE(ABORT, 'Rules are append-only'); END;
--> statement-breakpoint
-- Credits go with their admission, when the member deletes it or is erased.
CREATE TRIGGER `cle_credits_keep_rows` BEFORE DELETE ON `cle_credits`
WHEN EXISTS (SELECT 1 FROM `cle_admissions` WHERE `id` = old.`admission_id`)
BEGIN SELECT RAISE(ABORT, 'Credits are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `cle_credits_keep_values` BEFORE UPDATE ON `cle_credits` BEGIN SELECT RAISE(ABORT, 'Credits are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `media_used_in_credit` AFTER INSERT ON `cle_credits` WHEN new.`media_id` IS NOT NULL BEGIN
	INSERT INTO `media_uses` (`media_id`, `subject_type`, `subject_id`)
	SELECT `id`, 'credit', new.`id` FROM `media` WHERE `id` = new.`media_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `media_unused_in_credit` AFTER DELETE ON `cle_credits` WHEN old.`media_id` IS NOT NULL BEGIN
	DELETE FROM `media_uses` WHERE `subject_type` = 'credit' AND `subject_id` = old.`id`;
END;
