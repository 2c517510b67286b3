CREATE TABLE `content_links` (
	`from_kind` text NOT NULL,
	`from_id` text NOT NULL,
	`to_kind` text NOT NULL,
	`to_id` text NOT NULL,
	`start_ms` integer DEFAULT -1 NOT NULL,
	`origin` text NOT NULL,
	`question_id` text GENERATED ALWAYS AS (case when from_kind = 'question' then from_id end) VIRTUAL,
	`comment_id` text GENERATED ALWAYS AS (case when from_kind = 'questionComment' then from_id end) VIRTUAL,
	`module_id` text GENERATED ALWAYS AS (case when from_kind = 'module' then from_id end) VIRTUAL,
	`episode_id` text GENERATED ALWAYS AS (case when from_kind = 'episode' then from_id end) VIRTUAL,
	PRIMARY KEY(`from_kind`, `from_id`, `to_kind`, `to_id`, `start_ms`),
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`comment_id`) REFERENCES `question_comments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`module_id`) REFERENCES `modules`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`episode_id`) REFERENCES `episodes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `content_links_to` ON `content_links` (`to_kind`,`to_id`,`from_kind`,`from_id`,`start_ms`);--> statement-breakpoint
CREATE INDEX `content_links_of_question` ON `content_links` (`question_id`);--> statement-breakpoint
CREATE INDEX `content_links_of_comment` ON `content_links` (`comment_id`);--> statement-breakpoint
CREATE INDEX `content_links_of_module` ON `content_links` (`module_id`);--> statement-breakpoint
CREATE INDEX `content_links_of_episode` ON `content_links` (`episode_id`);--> statement-breakpoint
CREATE INDEX `episode_files_failed` ON `episode_files` (`kind`,`episode_id`) WHERE "episode_files"."state" = 'failed';--> statement-breakpoint
INSERT INTO outbox (id, kind, payload, created_at, available_at)
SELECT 'content-links', 'content-links', '{}', 0, 0
WHERE exists (SELECT 1 FROM questions) OR exists (SELECT 1 FROM modules);
