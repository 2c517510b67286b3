CREATE TABLE `setup_steps` (
	`name` text PRIMARY KEY NOT NULL,
	`done_at` integer NOT NULL
);
