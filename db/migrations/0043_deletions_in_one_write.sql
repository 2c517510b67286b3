DROP INDEX `deletions_moving`;--> statement-breakpoint
ALTER TABLE `deletions` DROP COLUMN `moving`;