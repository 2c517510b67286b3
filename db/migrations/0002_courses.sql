CREATE TABLE `courses` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`difficulty` text NOT NULL,
	`image_url` text,
	`is_published` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "courses_difficulty" CHECK("courses"."difficulty" in ('beginner', 'intermediate', 'advanced'))
);
--> statement-breakpoint
CREATE INDEX `courses_by_publication` ON `courses` (`is_published`,`id`);--> statement-breakpoint
CREATE TABLE `enrollments` (
	`user_id` text NOT NULL,
	`course_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `course_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `enrollments_by_course` ON `enrollments` (`course_id`);--> statement-breakpoint
CREATE TABLE `comments` (
	`id` text PRIMARY KEY NOT NULL,
	`module_id` text NOT NULL,
	`user_id` text NOT NULL,
	`parent_id` text,
	`content` text NOT NULL,
	`is_pinned` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`module_id`) REFERENCES `modules`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`parent_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `comments_of_module` ON `comments` (`module_id`,`parent_id`,`is_pinned`,`id`);--> statement-breakpoint
CREATE INDEX `comments_of_parent` ON `comments` (`parent_id`,`id`);--> statement-breakpoint
CREATE INDEX `comments_by_user` ON `comments` (`user_id`);--> statement-breakpoint
CREATE TABLE `journal_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`module_id` text NOT NULL,
	`course_id` text NOT NULL,
	`content` text NOT NULL,
	`instructor_feedback` text,
	`is_waiting` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`feedback_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`module_id`) REFERENCES `modules`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "journal_entries_waiting_flag" CHECK("journal_entries"."is_waiting" in (0, 1))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `journal_entries_one_each` ON `journal_entries` (`user_id`,`module_id`);--> statement-breakpoint
CREATE INDEX `journal_entries_by_course` ON `journal_entries` (`course_id`,`id`);--> statement-breakpoint
CREATE INDEX `journal_entries_waiting` ON `journal_entries` (`course_id`,`is_waiting`,`id`);--> statement-breakpoint
CREATE INDEX `journal_entries_by_module` ON `journal_entries` (`module_id`);--> statement-breakpoint
CREATE TABLE `module_progress` (
	`user_id` text NOT NULL,
	`module_id` text NOT NULL,
	`is_completed` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `module_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`module_id`) REFERENCES `modules`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `module_progress_by_module` ON `module_progress` (`module_id`);--> statement-breakpoint
CREATE TABLE `modules` (
	`id` text PRIMARY KEY NOT NULL,
	`course_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`type` text NOT NULL,
	`content` text NOT NULL,
	`order_index` integer NOT NULL,
	`additional_content` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `modules_by_course` ON `modules` (`course_id`,`order_index`);--> statement-breakpoint
CREATE TABLE `quiz_attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`module_id` text NOT NULL,
	`answers` text NOT NULL,
	`results` text NOT NULL,
	`score` integer NOT NULL,
	`passing_score` integer NOT NULL,
	`passed` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`module_id`) REFERENCES `modules`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `quiz_attempts_by_member` ON `quiz_attempts` (`user_id`,`module_id`,`id`);--> statement-breakpoint
CREATE INDEX `quiz_attempts_passed` ON `quiz_attempts` (`user_id`,`module_id`,`passed`);--> statement-breakpoint
CREATE INDEX `quiz_attempts_by_module` ON `quiz_attempts` (`module_id`);