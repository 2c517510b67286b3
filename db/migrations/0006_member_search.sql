-- The search over members, indexed anew: beginnings of words up to ten letters instead of three. A beginning that is
-- not indexed is found by reading every word that begins so, and each of a club's members may have one of their own.
-- Which column a word stands in is kept, its place in there is not: nobody searches for phrases of names.
DROP TABLE `user_search`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `user_search` USING fts5(`name`, `username`, `email`, `facets`, content='', contentless_delete=1, detail=column, tokenize='unicode61 remove_diacritics 2', prefix='1 2 3 4 5 6 7 8 9 10');
--> statement-breakpoint
INSERT INTO `user_search` (`rowid`, `name`, `username`, `email`, `facets`) SELECT `row`, `name`, `username`, `email`, 'is' || `role` || ' is' || `status` FROM `users` JOIN `user_search_rows` ON `user_id` = `users`.`id`;
