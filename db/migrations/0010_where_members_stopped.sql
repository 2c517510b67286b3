CREATE TABLE `module_places` (
	`user_id` text NOT NULL,
	`course_id` text NOT NULL,
	`module_id` text NOT NULL,
	`scroll` real,
	`seconds` real,
	`question` integer,
	`answers` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `module_id`),
	FOREIGN KEY (`module_id`) REFERENCES `modules`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`,`course_id`) REFERENCES `enrollments`(`user_id`,`course_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `module_places_by_course` ON `module_places` (`user_id`,`course_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `module_places_by_module` ON `module_places` (`module_id`);