CREATE TABLE `club_parts` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source_kind` text NOT NULL,
	`source_id` text NOT NULL,
	`part` text NOT NULL,
	`ordinal` integer NOT NULL,
	`start_ms` integer,
	`end_ms` integer,
	`speaker` text,
	`heading` text NOT NULL,
	`text` text NOT NULL,
	`anchor` text DEFAULT '' NOT NULL,
	`times` text,
	`tags` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `club_parts_of_source` ON `club_parts` (`source_kind`,`source_id`,`part`,`ordinal`);--> statement-breakpoint
CREATE INDEX `club_parts_by_heading` ON `club_parts` ("heading" collate nocase) WHERE "club_parts"."heading" <> '';--> statement-breakpoint
CREATE TABLE `library_parts` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source_kind` text NOT NULL,
	`source_id` text NOT NULL,
	`part` text NOT NULL,
	`ordinal` integer NOT NULL,
	`start_ms` integer,
	`end_ms` integer,
	`speaker` text,
	`heading` text NOT NULL,
	`text` text NOT NULL,
	`anchor` text DEFAULT '' NOT NULL,
	`times` text,
	`tags` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `library_parts_of_source` ON `library_parts` (`source_kind`,`source_id`,`part`,`ordinal`);--> statement-breakpoint
CREATE INDEX `library_parts_by_heading` ON `library_parts` ("heading" collate nocase) WHERE "library_parts"."heading" <> '';--> statement-breakpoint
CREATE TABLE `search_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	`is_listed` integer DEFAULT false NOT NULL,
	`answers_seq` integer DEFAULT 0 NOT NULL,
	`compared_at` integer
);
--> statement-breakpoint
CREATE TABLE `search_words` (
	`word` text PRIMARY KEY NOT NULL,
	`public_docs` integer NOT NULL,
	`member_authors` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `search_work` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source_kind` text NOT NULL,
	`source_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_work_once` ON `search_work` (`source_kind`,`source_id`);--> statement-breakpoint
CREATE INDEX `questions_by_title` ON `questions` ("title" collate nocase);--> statement-breakpoint
-- The text stays in the parts; the index goes by their number. Three to five letters are also found as a beginning.
CREATE VIRTUAL TABLE library_search USING fts5(heading, text, tags, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2', prefix='3 4 5');
--> statement-breakpoint
CREATE TRIGGER library_search_insert AFTER INSERT ON library_parts BEGIN
	INSERT INTO library_search(rowid, heading, text, tags) VALUES (new.seq, new.heading, new.text, new.tags);
END;
--> statement-breakpoint
CREATE TRIGGER library_search_delete AFTER DELETE ON library_parts BEGIN
	DELETE FROM library_search WHERE rowid = old.seq;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE club_search USING fts5(heading, text, tags, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2', prefix='3 4 5');
--> statement-breakpoint
CREATE TRIGGER club_search_insert AFTER INSERT ON club_parts BEGIN
	INSERT INTO club_search(rowid, heading, text, tags) VALUES (new.seq, new.heading, new.text, new.tags);
END;
--> statement-breakpoint
CREATE TRIGGER club_search_delete AFTER DELETE ON club_parts BEGIN
	DELETE FROM club_search WHERE rowid = old.seq;
END;
--> statement-breakpoint
-- Answers have no beginnings: their index would be half as large again, and most of it for one letter that is missing.
CREATE VIRTUAL TABLE answers_search USING fts5(body, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2');
--> statement-breakpoint
CREATE TRIGGER answers_search_insert AFTER INSERT ON question_comments BEGIN
	INSERT INTO answers_search(rowid, body) VALUES (new.seq, new.body);
END;
--> statement-breakpoint
CREATE TRIGGER answers_search_delete AFTER DELETE ON question_comments BEGIN
	DELETE FROM answers_search WHERE rowid = old.seq;
END;
--> statement-breakpoint
CREATE TRIGGER answers_search_update AFTER UPDATE OF body ON question_comments BEGIN
	DELETE FROM answers_search WHERE rowid = old.seq;
	INSERT INTO answers_search(rowid, body) VALUES (new.seq, new.body);
END;
--> statement-breakpoint
-- Whoever changes something: what was found of it goes in the same write, and a job indexes what it is now. Not `or replace`:
-- the conflict clause of the statement that fires a trigger would stand in its place.
CREATE TRIGGER search_course_insert AFTER INSERT ON courses BEGIN
	DELETE FROM search_work WHERE source_kind = 'course' AND source_id = new.id;
	INSERT INTO search_work (source_kind, source_id) VALUES ('course', new.id);
END;
--> statement-breakpoint
CREATE TRIGGER search_course_update AFTER UPDATE OF title, description, is_published, members_only ON courses WHEN old.title IS NOT new.title OR old.description IS NOT new.description OR old.is_published IS NOT new.is_published OR old.members_only IS NOT new.members_only BEGIN
	DELETE FROM library_parts WHERE source_kind = 'course' AND source_id = old.id;
	DELETE FROM search_work WHERE source_kind = 'course' AND source_id = new.id;
	INSERT INTO search_work (source_kind, source_id) VALUES ('course', new.id);
END;
--> statement-breakpoint
CREATE TRIGGER search_course_delete AFTER DELETE ON courses BEGIN
	DELETE FROM library_parts WHERE source_kind = 'course' AND source_id = old.id;
	DELETE FROM search_work WHERE source_kind = 'course' AND source_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER search_module_insert AFTER INSERT ON modules BEGIN
	DELETE FROM search_work WHERE source_kind = 'module' AND source_id = new.id;
	INSERT INTO search_work (source_kind, source_id) VALUES ('module', new.id);
END;
--> statement-breakpoint
CREATE TRIGGER search_module_update AFTER UPDATE OF course_id, title, description, type, content, additional_content, is_open ON modules WHEN old.course_id IS NOT new.course_id OR old.title IS NOT new.title OR old.description IS NOT new.description OR old.type IS NOT new.type OR old.content IS NOT new.content OR old.additional_content IS NOT new.additional_content OR old.is_open IS NOT new.is_open BEGIN
	DELETE FROM library_parts WHERE source_kind = 'module' AND source_id = old.id;
	DELETE FROM club_parts WHERE source_kind = 'module' AND source_id = old.id;
	DELETE FROM search_work WHERE source_kind = 'module' AND source_id = new.id;
	INSERT INTO search_work (source_kind, source_id) VALUES ('module', new.id);
END;
--> statement-breakpoint
CREATE TRIGGER search_module_delete AFTER DELETE ON modules BEGIN
	DELETE FROM library_parts WHERE source_kind = 'module' AND source_id = old.id;
	DELETE FROM club_parts WHERE source_kind = 'module' AND source_id = old.id;
	DELETE FROM search_work WHERE source_kind = 'module' AND source_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER search_session_insert AFTER INSERT ON coaching_sessions BEGIN
	DELETE FROM search_work WHERE source_kind = 'session' AND source_id = new.id;
	INSERT INTO search_work (source_kind, source_id) VALUES ('session', new.id);
END;
--> statement-breakpoint
CREATE TRIGGER search_session_update AFTER UPDATE OF title, description, cancelled_at ON coaching_sessions WHEN old.title IS NOT new.title OR old.description IS NOT new.description OR old.cancelled_at IS NOT new.cancelled_at BEGIN
	DELETE FROM club_parts WHERE source_kind = 'session' AND source_id = old.id;
	DELETE FROM search_work WHERE source_kind = 'session' AND source_id = new.id;
	INSERT INTO search_work (source_kind, source_id) VALUES ('session', new.id);
END;
--> statement-breakpoint
CREATE TRIGGER search_session_delete AFTER DELETE ON coaching_sessions BEGIN
	DELETE FROM club_parts WHERE source_kind = 'session' AND source_id = old.id;
	DELETE FROM search_work WHERE source_kind = 'session' AND source_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER search_episode_insert AFTER INSERT ON episodes BEGIN
	DELETE FROM search_work WHERE source_kind = 'episode' AND source_id = new.id;
	INSERT INTO search_work (source_kind, source_id) VALUES ('episode', new.id);
END;
--> statement-breakpoint
CREATE TRIGGER search_episode_update AFTER UPDATE OF title, description, notes_html, slug, pub_date ON episodes WHEN old.title IS NOT new.title OR old.description IS NOT new.description OR old.notes_html IS NOT new.notes_html OR old.slug IS NOT new.slug OR old.pub_date IS NOT new.pub_date BEGIN
	DELETE FROM library_parts WHERE source_kind = 'episode' AND source_id = old.id AND part = 'about';
	DELETE FROM search_work WHERE source_kind = 'episode' AND source_id = new.id;
	INSERT INTO search_work (source_kind, source_id) VALUES ('episode', new.id);
END;
--> statement-breakpoint
CREATE TRIGGER search_episode_delete AFTER DELETE ON episodes BEGIN
	DELETE FROM library_parts WHERE source_kind = 'episode' AND source_id = old.id;
	DELETE FROM search_work WHERE source_kind = 'episode' AND source_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER search_course_visibility AFTER UPDATE OF is_published, members_only ON courses WHEN old.is_published IS NOT new.is_published OR old.members_only IS NOT new.members_only BEGIN
	DELETE FROM library_parts WHERE source_kind = 'module' AND source_id IN (SELECT id FROM modules WHERE course_id = new.id);
	DELETE FROM club_parts WHERE source_kind = 'module' AND source_id IN (SELECT id FROM modules WHERE course_id = new.id);
	DELETE FROM search_work WHERE source_kind = 'module' AND source_id IN (SELECT id FROM modules WHERE course_id = new.id);
	INSERT INTO search_work (source_kind, source_id) SELECT 'module', id FROM modules WHERE course_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER search_episode_people_insert AFTER INSERT ON episode_people BEGIN
	DELETE FROM search_work WHERE source_kind = 'episode' AND source_id = new.episode_id;
	INSERT INTO search_work (source_kind, source_id) SELECT 'episode', id FROM episodes WHERE id = new.episode_id;
END;
--> statement-breakpoint
CREATE TRIGGER search_episode_people_update AFTER UPDATE OF name ON episode_people WHEN old.name IS NOT new.name BEGIN
	DELETE FROM search_work WHERE source_kind = 'episode' AND source_id = new.episode_id;
	INSERT INTO search_work (source_kind, source_id) SELECT 'episode', id FROM episodes WHERE id = new.episode_id;
END;
--> statement-breakpoint
CREATE TRIGGER search_episode_people_delete AFTER DELETE ON episode_people BEGIN
	DELETE FROM search_work WHERE source_kind = 'episode' AND source_id = old.episode_id;
	INSERT INTO search_work (source_kind, source_id) SELECT 'episode', id FROM episodes WHERE id = old.episode_id;
END;
--> statement-breakpoint
CREATE TRIGGER search_episode_chapters_insert AFTER INSERT ON episode_chapters BEGIN
	DELETE FROM library_parts WHERE source_kind = 'episode' AND source_id = new.episode_id AND part = 'chapter';
	DELETE FROM search_work WHERE source_kind = 'episode' AND source_id = new.episode_id;
	INSERT INTO search_work (source_kind, source_id) SELECT 'episode', id FROM episodes WHERE id = new.episode_id;
END;
--> statement-breakpoint
CREATE TRIGGER search_episode_chapters_update AFTER UPDATE OF start_ms, title ON episode_chapters WHEN old.start_ms IS NOT new.start_ms OR old.title IS NOT new.title BEGIN
	DELETE FROM library_parts WHERE source_kind = 'episode' AND source_id = new.episode_id AND part = 'chapter';
	DELETE FROM search_work WHERE source_kind = 'episode' AND source_id = new.episode_id;
	INSERT INTO search_work (source_kind, source_id) SELECT 'episode', id FROM episodes WHERE id = new.episode_id;
END;
--> statement-breakpoint
CREATE TRIGGER search_episode_chapters_delete AFTER DELETE ON episode_chapters BEGIN
	DELETE FROM library_parts WHERE source_kind = 'episode' AND source_id = old.episode_id AND part = 'chapter';
	DELETE FROM search_work WHERE source_kind = 'episode' AND source_id = old.episode_id;
	INSERT INTO search_work (source_kind, source_id) SELECT 'episode', id FROM episodes WHERE id = old.episode_id;
END;
--> statement-breakpoint
CREATE TRIGGER search_episode_transcripts_insert AFTER INSERT ON episode_transcripts BEGIN
	DELETE FROM library_parts WHERE source_kind = 'episode' AND source_id = new.episode_id AND part = 'passage';
	DELETE FROM search_work WHERE source_kind = 'episode' AND source_id = new.episode_id;
	INSERT INTO search_work (source_kind, source_id) SELECT 'episode', id FROM episodes WHERE id = new.episode_id;
END;
--> statement-breakpoint
CREATE TRIGGER search_episode_transcripts_update AFTER UPDATE OF cues, is_timed ON episode_transcripts WHEN old.cues IS NOT new.cues OR old.is_timed IS NOT new.is_timed BEGIN
	DELETE FROM library_parts WHERE source_kind = 'episode' AND source_id = new.episode_id AND part = 'passage';
	DELETE FROM search_work WHERE source_kind = 'episode' AND source_id = new.episode_id;
	INSERT INTO search_work (source_kind, source_id) SELECT 'episode', id FROM episodes WHERE id = new.episode_id;
END;
--> statement-breakpoint
CREATE TRIGGER search_episode_transcripts_delete AFTER DELETE ON episode_transcripts BEGIN
	DELETE FROM library_parts WHERE source_kind = 'episode' AND source_id = old.episode_id AND part = 'passage';
	DELETE FROM search_work WHERE source_kind = 'episode' AND source_id = old.episode_id;
	INSERT INTO search_work (source_kind, source_id) SELECT 'episode', id FROM episodes WHERE id = old.episode_id;
END;
--> statement-breakpoint
-- What was there before is indexed by the first round of the job.
INSERT INTO search_state (id, started_at) VALUES (1, unixepoch() * 1000);
