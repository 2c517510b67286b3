CREATE TABLE `attendance_evidence` (
	`sequence` integer PRIMARY KEY NOT NULL,
	`attendance_id` text NOT NULL,
	`user_id` text NOT NULL,
	`activity_id` text NOT NULL,
	`completed_on` text NOT NULL,
	`kept_until` text NOT NULL,
	`json` text NOT NULL,
	`hash` text NOT NULL,
	`previous_hash` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `attendance_evidence_attendance_id_unique` ON `attendance_evidence` (`attendance_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `attendance_evidence_previous_hash_unique` ON `attendance_evidence` (`previous_hash`);--> statement-breakpoint
CREATE INDEX `attendance_evidence_by_activity` ON `attendance_evidence` (`activity_id`,`completed_on`);--> statement-breakpoint
CREATE INDEX `attendance_evidence_by_user` ON `attendance_evidence` (`user_id`);--> statement-breakpoint
CREATE INDEX `attendance_evidence_kept` ON `attendance_evidence` (`kept_until`) WHERE "attendance_evidence"."json" <> '';--> statement-breakpoint
CREATE TABLE `attendances` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`activity_id` text NOT NULL,
	`mode` text NOT NULL,
	`state` text NOT NULL,
	`opened_at` integer NOT NULL,
	`ended_at` integer,
	`seed` text NOT NULL,
	`length_ms` integer NOT NULL,
	`max_rate` real NOT NULL,
	`rule_versions` text NOT NULL,
	`watched` text DEFAULT '[]' NOT NULL,
	`sequence` integer DEFAULT 0 NOT NULL,
	`last_beat_at` integer NOT NULL,
	`spare_ms` integer DEFAULT 0 NOT NULL,
	`position_ms` integer,
	`hidden_ms` integer DEFAULT 0 NOT NULL,
	`codes` text DEFAULT '[]' NOT NULL,
	`wrong_tries` integer DEFAULT 0 NOT NULL,
	`live` text DEFAULT '{}' NOT NULL,
	`reviews` text DEFAULT '[]' NOT NULL,
	`opened_from` text NOT NULL,
	`is_evaluated` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`activity_id`) REFERENCES `cle_activities`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `attendances_open` ON `attendances` (`user_id`,`activity_id`) WHERE "attendances"."state" in ('open', 'review');--> statement-breakpoint
CREATE INDEX `attendances_by_user` ON `attendances` (`user_id`,`activity_id`,`id`);--> statement-breakpoint
CREATE INDEX `attendances_by_activity` ON `attendances` (`activity_id`,`id`);--> statement-breakpoint
CREATE INDEX `attendances_by_state` ON `attendances` (`state`,`id`);--> statement-breakpoint
CREATE TABLE `certificates` (
	`number` text PRIMARY KEY NOT NULL,
	`attendance_id` text NOT NULL,
	`user_id` text NOT NULL,
	`activity_id` text NOT NULL,
	`jurisdiction` text NOT NULL,
	`json` text NOT NULL,
	`completed_on` text NOT NULL,
	`issued_at` integer NOT NULL,
	`kept_until` text NOT NULL,
	`revoked_at` integer,
	`reason` text,
	`replaced_by_number` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `certificates_valid` ON `certificates` (`attendance_id`,`jurisdiction`) WHERE "certificates"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX `certificates_by_user` ON `certificates` (`user_id`,`completed_on`);--> statement-breakpoint
CREATE INDEX `certificates_by_day` ON `certificates` (`jurisdiction`,`completed_on`);--> statement-breakpoint
CREATE INDEX `certificates_by_issue` ON `certificates` (`issued_at`,`number`);--> statement-breakpoint
CREATE INDEX `certificates_kept` ON `certificates` (`kept_until`);--> statement-breakpoint
CREATE TABLE `cle_evaluations` (
	`id` text PRIMARY KEY NOT NULL,
	`activity_id` text NOT NULL,
	`month` text NOT NULL,
	`scores` text NOT NULL,
	`text` text NOT NULL,
	`kept_until` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `cle_evaluations_by_activity` ON `cle_evaluations` (`activity_id`);--> statement-breakpoint
CREATE INDEX `cle_evaluations_kept` ON `cle_evaluations` (`kept_until`);--> statement-breakpoint
CREATE TABLE `cle_uploads` (
	`jurisdiction` text NOT NULL,
	`activity_id` text NOT NULL,
	`day` text NOT NULL,
	`done_at` integer NOT NULL,
	`done_by` text NOT NULL,
	PRIMARY KEY(`jurisdiction`, `activity_id`, `day`)
);
--> statement-breakpoint
-- From here on written by hand: drizzle-kit knows no triggers. Keep it when this file is generated anew.
CREATE TRIGGER `attendance_evidence_keep_rows` BEFORE DELETE ON `attendance_evidence` BEGIN SELECT RAISE(ABORT, 'Evidence is append-only'); END;
--> statement-breakpoint
-- It is emptied when its keeping period is over; the hashes stay, for those that follow.
CREATE TRIGGER `attendance_evidence_keep_values` BEFORE UPDATE ON `attendance_evidence` WHEN NOT (
	new.`json` = '' AND new.`user_id` = '' AND old.`kept_until` < date('now')
	AND new.`sequence` = old.`sequence` AND new.`attendance_id` = old.`attendance_id` AND new.`activity_id` = old.`activity_id`
	AND new.`completed_on` = old.`completed_on` AND new.`kept_until` = old.`kept_until`
	AND new.`hash` = old.`hash` AND new.`previous_hash` = old.`previous_hash`
) BEGIN SELECT RAISE(ABORT, 'Evidence is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `certificates_keep_rows` BEFORE DELETE ON `certificates` WHEN old.`kept_until` >= date('now')
BEGIN SELECT RAISE(ABORT, 'Certificates are append-only'); END;
--> statement-breakpoint
-- A certificate is revoked once; everything else stays as it was.
CREATE TRIGGER `certificates_keep_values` BEFORE UPDATE ON `certificates` WHEN NOT (
	old.`revoked_at` IS NULL AND new.`revoked_at` IS NOT NULL AND new.`reason` IS NOT NULL
	AND new.`number` = old.`number` AND new.`attendance_id` = old.`attendance_id` AND new.`user_id` = old.`user_id`
	AND new.`activity_id` = old.`activity_id` AND new.`jurisdiction` = old.`jurisdiction` AND new.`json` = old.`json`
	AND new.`completed_on` = old.`completed_on` AND new.`issued_at` = old.`issued_at` AND new.`kept_until` = old.`kept_until`
) BEGIN SELECT RAISE(ABORT, 'Certificates are append-only'); END;
--> statement-breakpoint
-- A recording of another length is another recording: what was watched of the former stays, and counts no more.
CREATE TRIGGER `attendances_end_with_recording` AFTER UPDATE OF `minutes` ON `cle_activities` WHEN new.`minutes` <> old.`minutes` BEGIN
	UPDATE `attendances` SET `state` = 'ended', `ended_at` = unixepoch() * 1000
		WHERE `activity_id` = new.`id` AND `mode` = 'watch' AND `state` IN ('open', 'review');
	UPDATE `attendances` SET `length_ms` = new.`minutes` * 60000
		WHERE `activity_id` = new.`id` AND `mode` <> 'watch' AND `state` IN ('open', 'review');
END;
