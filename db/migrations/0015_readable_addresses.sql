CREATE TABLE `course_slugs` (
	`slug` text PRIMARY KEY NOT NULL,
	`course_id` text NOT NULL,
	`base` text NOT NULL,
	`turn` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `course_slugs_of_course` ON `course_slugs` (`course_id`,`turn`);