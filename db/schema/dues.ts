import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { GRACE_DAYS } from '#src/lib/dues/standing.ts'
import { childOf, version } from '../columns.ts'
import { users } from './users.ts'

// Days are `YYYY-MM-DD` in the club's zone, and amounts integer cents.

/** A plan that members pay for. An archived one accepts no new members and keeps its own. */
export const plans = sqliteTable(
	'plans',
	{
		/** Sorts by creation. */
		id: text('id').primaryKey(),
		name: text('name').notNull().unique(),
		description: text('description').notNull(),
		amountCents: integer('amount_cents').notNull(),
		/** ISO 4217, such as USD. */
		currency: text('currency').notNull(),
		/** Length of a period in months. */
		months: integer('months').notNull(),
		/** Days before the first payment; 0 for none. */
		trialDays: integer('trial_days').notNull().default(0),
		/** Members keep the price they joined at until their membership lapses or ends. */
		isFounding: integer('is_founding', { mode: 'boolean' }).notNull().default(false),
		/** Shown on the public pages and offered to members. */
		isPublic: integer('is_public', { mode: 'boolean' }).notNull().default(true),
		/** Id of the price at the payment provider; null: not by card. */
		providerPrice: text('provider_price').unique(),
		archivedAt: integer('archived_at', { mode: 'timestamp_ms' }),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		version: version(),
	},
	() => [check('plans_amount', sql`amount_cents > 0`), check('plans_months', sql`months in (1, 3, 6, 12)`)],
)

/** A reduction of the price. Its code is lower case. */
export const coupons = sqliteTable(
	'coupons',
	{
		code: text('code').primaryKey(),
		/** One of the two is set. */
		percent: integer('percent'),
		amountCents: integer('amount_cents'),
		/** For the first period only, or for each. */
		lasts: text('lasts', { enum: ['once', 'always'] }).notNull(),
		/** Last day on which it can be redeemed; null: no end. */
		until: text('until'),
		/** Number of members who may redeem it; null: any. */
		most: integer('most'),
		used: integer('used').notNull().default(0),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
	},
	() => [
		check(
			'coupons_kind',
			sql`(percent between 1 and 100 and amount_cents is null) or (amount_cents > 0 and percent is null)`,
		),
		check('coupons_used', sql`most is null or used <= most`),
	],
)

/** The last day on which a member has everything, from the dates of their membership; '' for none yet. */
const goodThrough = sql.raw(
	`min(coalesce(date(paused_on, '-1 day'), '9999-12-31'), max(coalesce(trial_until, ''), coalesce(complimentary_until, ''), coalesce(case when cancelled_at is null then date(paid_through, '+${GRACE_DAYS} days') else paid_through end, '')))`,
)

/**
 * The dates of a person's membership. Standing is computed from them (`auth/standing.ts`), never stored. A person
 * without a row is asked for no dues: the club began to collect them later, or an admin has not set a plan.
 */
export const memberships = sqliteTable(
	'memberships',
	{
		userId: childOf('user_id', () => users.id).primaryKey(),
		planId: text('plan_id').references(() => plans.id),
		/** Since when the membership is unbroken. */
		startedOn: text('started_on').notNull(),
		/** Day of the month on which periods begin. */
		anchorDay: integer('anchor_day').notNull(),
		/** Last paid day; null before the first payment. Goes back by the reversal of a payment only. */
		paidThrough: text('paid_through'),
		/** Last day of the trial. */
		trialUntil: text('trial_until'),
		/** Last day without dues; `9999-12-31` for always. */
		complimentaryUntil: text('complimentary_until'),
		/** First day of a pause, which keeps the paid days that are left; null: not paused. */
		pausedOn: text('paused_on'),
		/** When the member cancelled: it ends with the paid period, without grace. Null: it renews. */
		cancelledAt: integer('cancelled_at', { mode: 'timestamp_ms' }),
		/** Price kept from a founding plan, or from before a raise; null: the plan's. */
		keptAmountCents: integer('kept_amount_cents'),
		couponCode: text('coupon_code').references(() => coupons.code),
		/** Paid in excess, for the next period. */
		creditCents: integer('credit_cents').notNull().default(0),
		/** Ids at the payment provider. */
		customerId: text('customer_id').unique(),
		/** The one open subscription; null: pays by hand. */
		subscriptionId: text('subscription_id').unique(),
		/** JSON: words that the member consented to, price and time, when the card was given. */
		consent: text('consent'),
		goodThrough: text('good_through').generatedAlwaysAs(goodThrough, { mode: 'virtual' }),
		version: version(),
		/** Last day on which a period can begin at the kept price; null: as long as the membership is unbroken. */
		keptUntil: text('kept_until'),
	},
	(table) => [
		// With what lists and the summary ask of it: rows are long, because of the consent.
		index('memberships_by_paid_through').on(
			table.paidThrough,
			table.userId,
			table.planId,
			table.cancelledAt,
			table.pausedOn,
			table.complimentaryUntil,
			table.trialUntil,
			table.subscriptionId,
			table.keptUntil,
			table.keptAmountCents,
		),
		index('memberships_by_plan').on(table.planId),
		// All that the standing of an account needs.
		index('memberships_standing').on(
			table.userId,
			table.paidThrough,
			table.trialUntil,
			table.complimentaryUntil,
			table.pausedOn,
			table.cancelledAt,
			table.subscriptionId,
		),
	],
)

/**
 * An invoice, or the second one that voids it. Frozen by triggers; numbered without holes in each year. No reference
 * to the account: invoices outlive it, with the name as it was.
 */
export const invoices = sqliteTable(
	'invoices',
	{
		/** Such as `2026-0001`. */
		id: text('id').primaryKey(),
		year: integer('year').notNull(),
		/** From 1 in each year. */
		sequence: integer('sequence').notNull(),
		userId: text('user_id').notNull(),
		issuedOn: text('issued_on').notNull(),
		dueOn: text('due_on').notNull(),
		/** First and last day of the period. */
		periodFrom: text('period_from').notNull(),
		periodTo: text('period_to').notNull(),
		/** JSON: who sells and who buys, and the lines, as on the paper. */
		seller: text('seller').notNull(),
		buyer: text('buyer').notNull(),
		lines: text('lines').notNull(),
		totalCents: integer('total_cents').notNull(),
		currency: text('currency').notNull(),
		/** Id of the invoice that this one voids; its total is negative. */
		voids: text('voids').unique(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [
		uniqueIndex('invoices_numbers').on(table.year, table.sequence),
		index('invoices_of_member').on(table.userId, table.id),
	],
)

/** A payment, or the row that reverses one. Append-only by triggers. */
export const duesPayments = sqliteTable(
	'dues_payments',
	{
		/** Sorts by creation. */
		id: text('id').primaryKey(),
		userId: text('user_id').notNull(),
		invoiceId: text('invoice_id')
			.notNull()
			.references(() => invoices.id),
		/** Negative for a reversal or a refund. */
		amountCents: integer('amount_cents').notNull(),
		currency: text('currency').notNull(),
		kind: text('kind', { enum: ['check', 'transfer', 'cash', 'card', 'other'] }).notNull(),
		paidOn: text('paid_on').notNull(),
		/** Number of the check or transfer; for a card, the provider's id of the charge. */
		reference: text('reference').notNull(),
		/** Id of the payment that this row reverses. */
		reverses: text('reverses').unique(),
		reason: text('reason').notNull().default(''),
		/** The membership's `paidThrough` before this payment, to which a reversal returns. */
		paidThroughBefore: text('paid_through_before'),
		/** Name of the admin, or of the provider. */
		recordedBy: text('recorded_by').notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [
		index('dues_payments_of_member').on(table.userId, table.id),
		index('dues_payments_of_invoice').on(table.invoiceId),
		// The provider may tell of one charge many times.
		uniqueIndex('dues_payments_by_charge').on(table.reference).where(sql`kind = 'card' and amount_cents > 0`),
	],
)

/** A mail about dues that was sent: each once. `day` is the day it is about, such as the last paid one. */
export const duesNotices = sqliteTable(
	'dues_notices',
	{
		userId: childOf('user_id', () => users.id),
		kind: text('kind').notNull(),
		day: text('day').notNull(),
		sentAt: integer('sent_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [primaryKey({ columns: [table.userId, table.kind, table.day] })],
)

/** An event of the payment provider, by its id: the second of the same id does nothing. */
export const paymentEvents = sqliteTable('payment_events', {
	id: text('id').primaryKey(),
	/** SHA-256 of the body. */
	sha256: text('sha256').notNull(),
	receivedAt: integer('received_at', { mode: 'timestamp_ms' }).notNull(),
	/** Null until its effect is stored. */
	appliedAt: integer('applied_at', { mode: 'timestamp_ms' }),
	/** Id of the customer at the provider whose state is to be fetched. */
	customerId: text('customer_id').notNull().default(''),
})
