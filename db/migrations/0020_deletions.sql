CREATE TABLE `deleted_rows` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`deletion_id` text NOT NULL,
	`source` text NOT NULL,
	`row` text NOT NULL,
	FOREIGN KEY (`deletion_id`) REFERENCES `deletions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `deleted_rows_of_deletion` ON `deleted_rows` (`deletion_id`,`source`);--> statement-breakpoint
CREATE TABLE `deletions` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`name` text NOT NULL,
	`kept` text DEFAULT '{}' NOT NULL,
	`deleted_at` integer NOT NULL,
	`deleted_by_name` text NOT NULL,
	`restored_at` integer
);
--> statement-breakpoint
CREATE INDEX `deletions_waiting` ON `deletions` (`restored_at`,`id`);