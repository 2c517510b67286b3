ALTER TABLE `courses` ADD `members_only` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `courses` ADD `publish_at` integer;--> statement-breakpoint
ALTER TABLE `courses` ADD `unpublish_at` integer;--> statement-breakpoint
ALTER TABLE `courses` ADD `publish_refusal` text;--> statement-breakpoint
CREATE INDEX `courses_to_publish` ON `courses` (`publish_at`) WHERE "courses"."publish_at" is not null;--> statement-breakpoint
CREATE INDEX `courses_to_unpublish` ON `courses` (`unpublish_at`) WHERE "courses"."unpublish_at" is not null;--> statement-breakpoint
ALTER TABLE `modules` ADD `available_from` integer;--> statement-breakpoint
ALTER TABLE `modules` ADD `available_after_days` integer;--> statement-breakpoint
ALTER TABLE `modules` ADD `is_open` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `modules_to_open` ON `modules` (`available_from`) WHERE "modules"."is_open" = 0 and "modules"."available_from" is not null;