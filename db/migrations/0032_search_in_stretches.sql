-- Every row of an index has the word of its stretch of 5,000 numbers among its tags (src/platform/search/search-stretch.ts): a search
-- within some stretches is over where they are, however seldom its words stand together. What was there is indexed anew here.
DROP TRIGGER library_search_insert;
--> statement-breakpoint
CREATE TRIGGER library_search_insert AFTER INSERT ON library_parts BEGIN
	INSERT INTO library_search(rowid, heading, text, tags) VALUES (new.seq, new.heading, new.text, new.tags || ' w' || (new.seq / 5000));
END;
--> statement-breakpoint
INSERT INTO library_search(library_search) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO library_search(rowid, heading, text, tags) SELECT seq, heading, text, tags || ' w' || (seq / 5000) FROM library_parts;
--> statement-breakpoint
DROP TRIGGER club_search_insert;
--> statement-breakpoint
CREATE TRIGGER club_search_insert AFTER INSERT ON club_parts BEGIN
	INSERT INTO club_search(rowid, heading, text, tags) VALUES (new.seq, new.heading, new.text, new.tags || ' w' || (new.seq / 5000));
END;
--> statement-breakpoint
INSERT INTO club_search(club_search) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO club_search(rowid, heading, text, tags) SELECT seq, heading, text, tags || ' w' || (seq / 5000) FROM club_parts;
--> statement-breakpoint
DROP TRIGGER answers_search_insert;
--> statement-breakpoint
DROP TRIGGER answers_search_update;
--> statement-breakpoint
DROP TABLE answers_search;
--> statement-breakpoint
CREATE VIRTUAL TABLE answers_search USING fts5(body, tags, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2');
--> statement-breakpoint
INSERT INTO answers_search(rowid, body, tags) SELECT seq, body, 'w' || (seq / 5000) FROM question_comments;
--> statement-breakpoint
CREATE TRIGGER answers_search_insert AFTER INSERT ON question_comments BEGIN
	INSERT INTO answers_search(rowid, body, tags) VALUES (new.seq, new.body, 'w' || (new.seq / 5000));
END;
--> statement-breakpoint
CREATE TRIGGER answers_search_update AFTER UPDATE OF body ON question_comments BEGIN
	DELETE FROM answers_search WHERE rowid = old.seq;
	INSERT INTO answers_search(rowid, body, tags) VALUES (new.seq, new.body, 'w' || (new.seq / 5000));
END;
--> statement-breakpoint
DROP TRIGGER questions_search_insert;
--> statement-breakpoint
DROP TRIGGER questions_search_delete;
--> statement-breakpoint
DROP TRIGGER questions_search_update;
--> statement-breakpoint
DROP VIEW questions_search_source;
--> statement-breakpoint
CREATE VIEW questions_search_source AS SELECT seq, title, body, 'c' || category_id || ' g' || group_id || ' w' || (seq / 5000) AS tags FROM questions;
--> statement-breakpoint
INSERT INTO questions_search(questions_search) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER questions_search_insert AFTER INSERT ON questions BEGIN
	INSERT INTO questions_search(rowid, title, body, tags) VALUES (new.seq, new.title, new.body, 'c' || new.category_id || ' g' || new.group_id || ' w' || (new.seq / 5000));
END;
--> statement-breakpoint
CREATE TRIGGER questions_search_delete AFTER DELETE ON questions BEGIN
	INSERT INTO questions_search(questions_search, rowid, title, body, tags) VALUES ('delete', old.seq, old.title, old.body, 'c' || old.category_id || ' g' || old.group_id || ' w' || (old.seq / 5000));
END;
--> statement-breakpoint
CREATE TRIGGER questions_search_update AFTER UPDATE OF title, body, category_id, group_id ON questions BEGIN
	INSERT INTO questions_search(questions_search, rowid, title, body, tags) VALUES ('delete', old.seq, old.title, old.body, 'c' || old.category_id || ' g' || old.group_id || ' w' || (old.seq / 5000));
	INSERT INTO questions_search(rowid, title, body, tags) VALUES (new.seq, new.title, new.body, 'c' || new.category_id || ' g' || new.group_id || ' w' || (new.seq / 5000));
END;
