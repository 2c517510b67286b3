CREATE TABLE `coupons` (
	`code` text PRIMARY KEY NOT NULL,
	`percent` integer,
	`amount_cents` integer,
	`lasts` text NOT NULL,
	`until` text,
	`most` integer,
	`used` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "coupons_kind" CHECK((percent between 1 and 100 and amount_cents is null) or (amount_cents > 0 and percent is null)),
	CONSTRAINT "coupons_used" CHECK(most is null or used <= most)
);
--> statement-breakpoint
CREATE TABLE `dues_notices` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`day` text NOT NULL,
	`sent_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`, `day`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `dues_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`kind` text NOT NULL,
	`paid_on` text NOT NULL,
	`reference` text NOT NULL,
	`reverses` text,
	`reason` text DEFAULT '' NOT NULL,
	`paid_through_before` text,
	`recorded_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dues_payments_reverses_unique` ON `dues_payments` (`reverses`);--> statement-breakpoint
CREATE INDEX `dues_payments_of_member` ON `dues_payments` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `dues_payments_of_invoice` ON `dues_payments` (`invoice_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `dues_payments_by_charge` ON `dues_payments` (`reference`) WHERE kind = 'card' and amount_cents > 0;--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`year` integer NOT NULL,
	`sequence` integer NOT NULL,
	`user_id` text NOT NULL,
	`issued_on` text NOT NULL,
	`due_on` text NOT NULL,
	`period_from` text NOT NULL,
	`period_to` text NOT NULL,
	`seller` text NOT NULL,
	`buyer` text NOT NULL,
	`lines` text NOT NULL,
	`total_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`voids` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_voids_unique` ON `invoices` (`voids`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_numbers` ON `invoices` (`year`,`sequence`);--> statement-breakpoint
CREATE INDEX `invoices_of_member` ON `invoices` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `memberships` (
	`user_id` text PRIMARY KEY NOT NULL,
	`plan_id` text,
	`started_on` text NOT NULL,
	`anchor_day` integer NOT NULL,
	`paid_through` text,
	`trial_until` text,
	`complimentary_until` text,
	`paused_on` text,
	`cancelled_at` integer,
	`kept_amount_cents` integer,
	`coupon_code` text,
	`credit_cents` integer DEFAULT 0 NOT NULL,
	`customer_id` text,
	`subscription_id` text,
	`consent` text,
	`good_through` text GENERATED ALWAYS AS (min(coalesce(date(paused_on, '-1 day'), '9999-12-31'), max(coalesce(trial_until, ''), coalesce(complimentary_until, ''), coalesce(case when cancelled_at is null then date(paid_through, '+14 days') else paid_through end, '')))) VIRTUAL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`coupon_code`) REFERENCES `coupons`(`code`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `memberships_customer_id_unique` ON `memberships` (`customer_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `memberships_subscription_id_unique` ON `memberships` (`subscription_id`);--> statement-breakpoint
CREATE INDEX `memberships_by_paid_through` ON `memberships` (`paid_through`);--> statement-breakpoint
CREATE INDEX `memberships_by_plan` ON `memberships` (`plan_id`);--> statement-breakpoint
CREATE TABLE `payment_events` (
	`id` text PRIMARY KEY NOT NULL,
	`sha256` text NOT NULL,
	`received_at` integer NOT NULL,
	`applied_at` integer
);
--> statement-breakpoint
CREATE TABLE `plans` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`months` integer NOT NULL,
	`trial_days` integer DEFAULT 0 NOT NULL,
	`is_founding` integer DEFAULT false NOT NULL,
	`is_public` integer DEFAULT true NOT NULL,
	`provider_price` text,
	`archived_at` integer,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "plans_amount" CHECK(amount_cents > 0),
	CONSTRAINT "plans_months" CHECK(months in (1, 3, 6, 12))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plans_name_unique` ON `plans` (`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `plans_provider_price_unique` ON `plans` (`provider_price`);
--> statement-breakpoint
CREATE TRIGGER `invoices_keep_rows` BEFORE DELETE ON `invoices` BEGIN SELECT RAISE(ABORT, 'Invoices are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `invoices_keep_values` BEFORE UPDATE ON `invoices` BEGIN SELECT RAISE(ABORT, 'Invoices are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `dues_payments_keep_rows` BEFORE DELETE ON `dues_payments` BEGIN SELECT RAISE(ABORT, 'Payments are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `dues_payments_keep_values` BEFORE UPDATE ON `dues_payments` BEGIN SELECT RAISE(ABORT, 'Payments are append-only'); END;
