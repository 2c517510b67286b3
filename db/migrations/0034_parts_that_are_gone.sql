CREATE TABLE `gone_parts` (
	`source_kind` text NOT NULL,
	`source_id` text NOT NULL,
	`part` text NOT NULL,
	`up_to` integer NOT NULL,
	PRIMARY KEY(`source_kind`, `source_id`, `part`)
);
--> statement-breakpoint
CREATE INDEX `listening_by_episode` ON `listening` (`episode_id`);--> statement-breakpoint
CREATE INDEX `listening_queue_by_episode` ON `listening_queue` (`episode_id`);
--> statement-breakpoint
-- What an episode had and has no more is noted and not taken out here: of a thousand episodes these were minutes, in which
-- nobody was answered. The job of the index does it, also where the episode itself is gone (`search_work` has it all the same).
DROP TRIGGER search_episode_update;
--> statement-breakpoint
CREATE TRIGGER search_episode_update AFTER UPDATE OF title, description, notes_html, slug, pub_date ON episodes WHEN old.title IS NOT new.title OR old.description IS NOT new.description OR old.notes_html IS NOT new.notes_html OR old.slug IS NOT new.slug OR old.pub_date IS NOT new.pub_date BEGIN
	DELETE FROM gone_parts WHERE source_kind = 'episode' AND source_id = old.id AND part = 'about';
	INSERT INTO gone_parts (source_kind, source_id, part, up_to) SELECT 'episode', old.id, 'about', (SELECT max(seq) FROM library_parts) WHERE EXISTS (SELECT 1 FROM library_parts WHERE source_kind = 'episode' AND source_id = old.id AND part = 'about');
	DELETE FROM search_work WHERE source_kind = 'episode' AND source_id = new.id;
	INSERT INTO search_work (source_kind, source_id) VALUES ('episode', new.id);
END;
--> statement-breakpoint
DROP TRIGGER search_episode_delete;
--> statement-breakpoint
CREATE TRIGGER search_episode_delete AFTER DELETE ON episodes BEGIN
	DELETE FROM gone_parts WHERE source_kind = 'episode' AND source_id = old.id AND part = 'about';
	INSERT INTO gone_parts (source_kind, source_id, part, up_to) SELECT 'episode', old.id, 'about', (SELECT max(seq) FROM library_parts) WHERE EXISTS (SELECT 1 FROM library_parts WHERE source_kind = 'episode' AND source_id = old.id AND part = 'about');
	DELETE FROM gone_parts WHERE source_kind = 'episode' AND source_id = old.id AND part = 'chapter';
	INSERT INTO gone_parts (source_kind, source_id, part, up_to) SELECT 'episode', old.id, 'chapter', (SELECT max(seq) FROM library_parts) WHERE EXISTS (SELECT 1 FROM library_parts WHERE source_kind = 'episode' AND source_id = old.id AND part = 'chapter');
	DELETE FROM gone_parts WHERE source_kind = 'episode' AND source_id = old.id AND part = 'passage';
	INSERT INTO gone_parts (source_kind, source_id, part, up_to) SELECT 'episode', old.id, 'passage', (SELECT max(seq) FROM library_parts) WHERE EXISTS (SELECT 1 FROM library_parts WHERE source_kind = 'episode' AND source_id = old.id AND part = 'passage');
	DELETE FROM search_work WHERE source_kind = 'episode' AND source_id = old.id;
	INSERT INTO search_work (source_kind, source_id) VALUES ('episode', old.id);
END;
--> statement-breakpoint
DROP TRIGGER search_episode_people_delete;
--> statement-breakpoint
CREATE TRIGGER search_episode_people_delete AFTER DELETE ON episode_people BEGIN
	DELETE FROM search_work WHERE source_kind = 'episode' AND source_id = old.episode_id;
	INSERT INTO search_work (source_kind, source_id) VALUES ('episode', old.episode_id);
END;
--> statement-breakpoint
DROP TRIGGER search_episode_chapters_insert;
--> statement-breakpoint
CREATE TRIGGER search_episode_chapters_insert AFTER INSERT ON episode_chapters BEGIN
	DELETE FROM gone_parts WHERE source_kind = 'episode' AND source_id = new.episode_id AND part = 'chapter';
	INSERT INTO gone_parts (source_kind, source_id, part, up_to) SELECT 'episode', new.episode_id, 'chapter', (SELECT max(seq) FROM library_parts) WHERE EXISTS (SELECT 1 FROM library_parts WHERE source_kind = 'episode' AND source_id = new.episode_id AND part = 'chapter');
	DELETE FROM search_work WHERE source_kind = 'episode' AND source_id = new.episode_id;
	INSERT INTO search_work (source_kind, source_id) SELECT 'episode', id FROM episodes WHERE id = new.episode_id;
END;
--> statement-breakpoint
DROP TRIGGER search_episode_chapters_update;
--> statement-breakpoint
CREATE TRIGGER search_episode_chapters_update AFTER UPDATE OF start_ms, title ON episode_chapters WHEN old.start_ms IS NOT new.start_ms OR old.title IS NOT new.title BEGIN
	DELETE FROM gone_parts WHERE source_kind = 'episode' AND source_id = new.episode_id AND part = 'chapter';
	INSERT INTO gone_parts (source_kind, source_id, part, up_to) SELECT 'episode', new.episode_id, 'chapter', (SELECT max(seq) FROM library_parts) WHERE EXISTS (SELECT 1 FROM library_parts WHERE source_kind = 'episode' AND source_id = new.episode_id AND part = 'chapter');
	DELETE FROM search_work WHERE source_kind = 'episode' AND source_id = new.episode_id;
	INSERT INTO search_work (source_kind, source_id) SELECT 'episode', id FROM episodes WHERE id = new.episode_id;
END;
--> statement-breakpoint
DROP TRIGGER search_episode_chapters_delete;
--> statement-breakpoint
CREATE TRIGGER search_episode_chapters_delete AFTER DELETE ON episode_chapters BEGIN
	DELETE FROM gone_parts WHERE source_kind = 'episode' AND source_id = old.episode_id AND part = 'chapter';
	INSERT INTO gone_parts (source_kind, source_id, part, up_to) SELECT 'episode', old.episode_id, 'chapter', (SELECT max(seq) FROM library_parts) WHERE EXISTS (SELECT 1 FROM library_parts WHERE source_kind = 'episode' AND source_id = old.episode_id AND part = 'chapter');
	DELETE FROM search_work WHERE source_kind = 'episode' AND source_id = old.episode_id;
	INSERT INTO search_work (source_kind, source_id) VALUES ('episode', old.episode_id);
END;
--> statement-breakpoint
DROP TRIGGER search_episode_transcripts_insert;
--> statement-breakpoint
CREATE TRIGGER search_episode_transcripts_insert AFTER INSERT ON episode_transcripts BEGIN
	DELETE FROM gone_parts WHERE source_kind = 'episode' AND source_id = new.episode_id AND part = 'passage';
	INSERT INTO gone_parts (source_kind, source_id, part, up_to) SELECT 'episode', new.episode_id, 'passage', (SELECT max(seq) FROM library_parts) WHERE EXISTS (SELECT 1 FROM library_parts WHERE source_kind = 'episode' AND source_id = new.episode_id AND part = 'passage');
	DELETE FROM search_work WHERE source_kind = 'episode' AND source_id = new.episode_id;
	INSERT INTO search_work (source_kind, source_id) SELECT 'episode', id FROM episodes WHERE id = new.episode_id;
END;
--> statement-breakpoint
DROP TRIGGER search_episode_transcripts_update;
--> statement-breakpoint
CREATE TRIGGER search_episode_transcripts_update AFTER UPDATE OF cues, is_timed ON episode_transcripts WHEN old.cues IS NOT new.cues OR old.is_timed IS NOT new.is_timed BEGIN
	DELETE FROM gone_parts WHERE source_kind = 'episode' AND source_id = new.episode_id AND part = 'passage';
	INSERT INTO gone_parts (source_kind, source_id, part, up_to) SELECT 'episode', new.episode_id, 'passage', (SELECT max(seq) FROM library_parts) WHERE EXISTS (SELECT 1 FROM library_parts WHERE source_kind = 'episode' AND source_id = new.episode_id AND part = 'passage');
	DELETE FROM search_work WHERE source_kind = 'episode' AND source_id = new.episode_id;
	INSERT INTO search_work (source_kind, source_id) SELECT 'episode', id FROM episodes WHERE id = new.episode_id;
END;
--> statement-breakpoint
DROP TRIGGER search_episode_transcripts_delete;
--> statement-breakpoint
CREATE TRIGGER search_episode_transcripts_delete AFTER DELETE ON episode_transcripts BEGIN
	DELETE FROM gone_parts WHERE source_kind = 'episode' AND source_id = old.episode_id AND part = 'passage';
	INSERT INTO gone_parts (source_kind, source_id, part, up_to) SELECT 'episode', old.episode_id, 'passage', (SELECT max(seq) FROM library_parts) WHERE EXISTS (SELECT 1 FROM library_parts WHERE source_kind = 'episode' AND source_id = old.episode_id AND part = 'passage');
	DELETE FROM search_work WHERE source_kind = 'episode' AND source_id = old.episode_id;
	INSERT INTO search_work (source_kind, source_id) VALUES ('episode', old.episode_id);
END;
