ALTER TABLE `module_drafts` ADD `available_from` integer;--> statement-breakpoint
ALTER TABLE `module_drafts` ADD `available_after_days` integer;