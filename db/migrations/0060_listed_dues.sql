ALTER TABLE `member_import_rows` ADD `paid_through` text;--> statement-breakpoint
ALTER TABLE `member_import_rows` ADD `complimentary_until` text;--> statement-breakpoint
ALTER TABLE `member_import_rows` ADD `customer_id` text;