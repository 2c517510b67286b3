ALTER TABLE `question_comments` ADD `joined_words` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `questions` ADD `joined_words` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `club_parts` ADD `joined_words` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `library_parts` ADD `joined_words` text DEFAULT '' NOT NULL;
--> statement-breakpoint
-- Words with signs between their letters are found without these too: `401k` in `401(k)`. What is joined is indexed behind
-- the text; posts and parts that were there before get it from the job of the index, which begins anew.
DROP TRIGGER library_search_insert;
--> statement-breakpoint
CREATE TRIGGER library_search_insert AFTER INSERT ON library_parts BEGIN
	INSERT INTO library_search(rowid, heading, text, tags) VALUES (new.seq, new.heading, new.text || ' ' || new.joined_words, new.tags || ' w' || (new.seq / 5000));
END;
--> statement-breakpoint
DROP TRIGGER club_search_insert;
--> statement-breakpoint
CREATE TRIGGER club_search_insert AFTER INSERT ON club_parts BEGIN
	INSERT INTO club_search(rowid, heading, text, tags) VALUES (new.seq, new.heading, new.text || ' ' || new.joined_words, new.tags || ' w' || (new.seq / 5000));
END;
--> statement-breakpoint
DROP TRIGGER answers_search_insert;
--> statement-breakpoint
DROP TRIGGER answers_search_update;
--> statement-breakpoint
CREATE TRIGGER answers_search_insert AFTER INSERT ON question_comments BEGIN
	INSERT INTO answers_search(rowid, body, tags) VALUES (new.seq, new.body || ' ' || new.joined_words, 'w' || (new.seq / 5000));
END;
--> statement-breakpoint
CREATE TRIGGER answers_search_update AFTER UPDATE OF body, joined_words ON question_comments BEGIN
	DELETE FROM answers_search WHERE rowid = old.seq;
	INSERT INTO answers_search(rowid, body, tags) VALUES (new.seq, new.body || ' ' || new.joined_words, 'w' || (new.seq / 5000));
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
CREATE VIEW questions_search_source AS SELECT seq, title, body || ' ' || joined_words AS body, 'c' || category_id || ' g' || group_id || ' w' || (seq / 5000) AS tags FROM questions;
--> statement-breakpoint
CREATE TRIGGER questions_search_insert AFTER INSERT ON questions BEGIN
	INSERT INTO questions_search(rowid, title, body, tags) VALUES (new.seq, new.title, new.body || ' ' || new.joined_words, 'c' || new.category_id || ' g' || new.group_id || ' w' || (new.seq / 5000));
END;
--> statement-breakpoint
CREATE TRIGGER questions_search_delete AFTER DELETE ON questions BEGIN
	INSERT INTO questions_search(questions_search, rowid, title, body, tags) VALUES ('delete', old.seq, old.title, old.body || ' ' || old.joined_words, 'c' || old.category_id || ' g' || old.group_id || ' w' || (old.seq / 5000));
END;
--> statement-breakpoint
CREATE TRIGGER questions_search_update AFTER UPDATE OF title, body, joined_words, category_id, group_id ON questions BEGIN
	INSERT INTO questions_search(questions_search, rowid, title, body, tags) VALUES ('delete', old.seq, old.title, old.body || ' ' || old.joined_words, 'c' || old.category_id || ' g' || old.group_id || ' w' || (old.seq / 5000));
	INSERT INTO questions_search(rowid, title, body, tags) VALUES (new.seq, new.title, new.body || ' ' || new.joined_words, 'c' || new.category_id || ' g' || new.group_id || ' w' || (new.seq / 5000));
END;
--> statement-breakpoint
-- Names and addresses are short: all of them without signs, behind themselves.
CREATE VIEW `user_search_source` AS SELECT `row`, `name` || ' ' || replace(replace(replace(replace(replace(replace(replace(replace(replace(`name`, '.', ''), ',', ''), '(', ''), ')', ''), '[', ''), ']', ''), '{', ''), '}', ''), '-', '') AS `name`, `username` || ' ' || replace(replace(replace(replace(replace(replace(replace(replace(replace(`username`, '.', ''), ',', ''), '(', ''), ')', ''), '[', ''), ']', ''), '{', ''), '}', ''), '-', '') AS `username`, `email` || ' ' || replace(replace(replace(replace(replace(replace(replace(replace(replace(`email`, '.', ''), ',', ''), '(', ''), ')', ''), '[', ''), ']', ''), '{', ''), '}', ''), '-', '') AS `email`, 'is' || `role` || ' is' || `status` AS `facets`, `user_id` FROM `users` JOIN `user_search_rows` ON `user_id` = `users`.`id`;
--> statement-breakpoint
DROP TRIGGER `users_found_in`;
--> statement-breakpoint
DROP TRIGGER `users_found_over`;
--> statement-breakpoint
CREATE TRIGGER `users_found_in` AFTER INSERT ON `users` BEGIN
	INSERT INTO `user_search_rows` (`user_id`) VALUES (NEW.`id`);
	INSERT INTO `user_search` (`rowid`, `name`, `username`, `email`, `facets`) SELECT `row`, `name`, `username`, `email`, `facets` FROM `user_search_source` WHERE `user_id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `users_found_over` AFTER UPDATE OF `name`, `username`, `email`, `role`, `status` ON `users` BEGIN
	DELETE FROM `user_search` WHERE `rowid` = (SELECT `row` FROM `user_search_rows` WHERE `user_id` = OLD.`id`);
	INSERT INTO `user_search` (`rowid`, `name`, `username`, `email`, `facets`) SELECT `row`, `name`, `username`, `email`, `facets` FROM `user_search_source` WHERE `user_id` = NEW.`id`;
END;
--> statement-breakpoint
INSERT INTO `user_search` (`user_search`) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO `user_search` (`rowid`, `name`, `username`, `email`, `facets`) SELECT `row`, `name`, `username`, `email`, `facets` FROM `user_search_source`;
--> statement-breakpoint
UPDATE search_state SET started_at = unixepoch() * 1000, finished_at = NULL, is_listed = 0, answers_seq = 0;
