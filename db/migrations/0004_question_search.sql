-- Search over questions. The text stays in `questions`; the index goes by `seq`. `tags` names category and group as
-- words, so that a search within a category is one walk through the index, however common the words are.
CREATE VIEW questions_search_source AS SELECT seq, title, body, 'c' || category_id || ' g' || group_id AS tags FROM questions;
--> statement-breakpoint
CREATE VIRTUAL TABLE questions_search USING fts5(title, body, tags, content='questions_search_source', content_rowid='seq', tokenize='porter unicode61 remove_diacritics 2', prefix='3 4 5');
--> statement-breakpoint
CREATE TRIGGER questions_search_insert AFTER INSERT ON questions BEGIN
	INSERT INTO questions_search(rowid, title, body, tags) VALUES (new.seq, new.title, new.body, 'c' || new.category_id || ' g' || new.group_id);
END;
--> statement-breakpoint
CREATE TRIGGER questions_search_delete AFTER DELETE ON questions BEGIN
	INSERT INTO questions_search(questions_search, rowid, title, body, tags) VALUES ('delete', old.seq, old.title, old.body, 'c' || old.category_id || ' g' || old.group_id);
END;
--> statement-breakpoint
CREATE TRIGGER questions_search_update AFTER UPDATE OF title, body, category_id, group_id ON questions BEGIN
	INSERT INTO questions_search(questions_search, rowid, title, body, tags) VALUES ('delete', old.seq, old.title, old.body, 'c' || old.category_id || ' g' || old.group_id);
	INSERT INTO questions_search(rowid, title, body, tags) VALUES (new.seq, new.title, new.body, 'c' || new.category_id || ' g' || new.group_id);
END;
--> statement-breakpoint
-- Counts are kept here, so that a cascade from anywhere keeps them right too.
CREATE TRIGGER question_count_insert AFTER INSERT ON questions BEGIN
	UPDATE question_categories SET question_count = question_count + 1 WHERE id = new.category_id;
END;
--> statement-breakpoint
CREATE TRIGGER question_count_delete AFTER DELETE ON questions BEGIN
	UPDATE question_categories SET question_count = question_count - 1 WHERE id = old.category_id;
END;
--> statement-breakpoint
CREATE TRIGGER question_count_move AFTER UPDATE OF category_id ON questions WHEN old.category_id <> new.category_id BEGIN
	UPDATE question_categories SET question_count = question_count - 1 WHERE id = old.category_id;
	UPDATE question_categories SET question_count = question_count + 1 WHERE id = new.category_id;
END;
--> statement-breakpoint
CREATE TRIGGER question_comment_count_insert AFTER INSERT ON question_comments BEGIN
	UPDATE questions SET comment_count = comment_count + 1 WHERE id = new.question_id;
END;
--> statement-breakpoint
CREATE TRIGGER question_comment_count_delete AFTER DELETE ON question_comments BEGIN
	UPDATE questions SET comment_count = comment_count - 1 WHERE id = old.question_id;
END;
--> statement-breakpoint
INSERT INTO post_counts (kind, total) VALUES ('question', 0), ('questionComment', 0);
--> statement-breakpoint
CREATE TRIGGER post_count_question_insert AFTER INSERT ON questions BEGIN
	UPDATE post_counts SET total = total + 1 WHERE kind = 'question';
END;
--> statement-breakpoint
CREATE TRIGGER post_count_question_delete AFTER DELETE ON questions BEGIN
	UPDATE post_counts SET total = total - 1 WHERE kind = 'question';
END;
--> statement-breakpoint
CREATE TRIGGER post_count_comment_insert AFTER INSERT ON question_comments BEGIN
	UPDATE post_counts SET total = total + 1 WHERE kind = 'questionComment';
END;
--> statement-breakpoint
CREATE TRIGGER post_count_comment_delete AFTER DELETE ON question_comments BEGIN
	UPDATE post_counts SET total = total - 1 WHERE kind = 'questionComment';
END;
