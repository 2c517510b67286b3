ALTER TABLE `deletions` ADD `moving` text;--> statement-breakpoint
CREATE INDEX `deletions_moving` ON `deletions` (`subject_id`) WHERE "deletions"."moving" is not null;