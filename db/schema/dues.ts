import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { GRACE_DAYS } from '#src/lib/dues/standing.ts'
import { childOf, version } from '../columns.ts'
import { users } from './users.ts'

// Days are `YYYY-MM-DD` in the club's time zone. Amounts are integer cents.

/** A plan that members pay for. An archived plan keeps its members but accepts no new ones. */
export const plans = sqliteTable(
	'plans',
	{
		/** Sorts by creation. */
		id: text('id').primaryKey(),
		name: text('name').notNull().unique(),
		description: text('description').notNull(),
		amountCents: integer('amount_cents').notNull(),
		/** ISO 4217 code, such as USD. */
		currency: text('currency').notNull(),
		/** Length of a period in months. */
		months: integer('months').notNull(),
		/** Days before the first payment; 0: no trial. */
		trialDays: integer('trial_days').notNull().default(0),
		/** Whether members keep the price they joined at until their membership lapses or ends. */
		isFounding: integer('is_founding', { mode: 'boolean' }).notNull().default(false),
		/** Whether the plan is shown on public pages and offered to members. */
		isPublic: integer('is_public', { mode: 'boolean' }).notNull().default(true),
		/** The payment provider's id of the price; null: cannot be paid by card. */
		providerPrice: text('provider_price').unique(),
		archivedAt: integer('archived_at', { mode: 'timestamp_ms' }),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		version: version(),
	},
	() => [check('plans_amount', sql`amount_cents > 0`), check('plans_months', sql`months in (1, 3, 6, 12)`)],
)

/** A discount on the price. The code is lower case. */
export const coupons = sqliteTable(
	'coupons',
	{
		code: text('code').primaryKey(),
		/** Either `percent` or `amountCents` is set. */
		percent: integer('percent'),
		amountCents: integer('amount_cents'),
		/** `once`: for the first period only; `always`: for every period. */
		lasts: text('lasts', { enum: ['once', 'always'] }).notNull(),
		/** Last day on which it can be redeemed; null: no end. */
		until: text('until'),
		/** Maximum number of redemptions; null: no limit. */
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

/** SQL for the last day of full access, from the membership's dates; '' if there is none yet. */
const goodThrough = sql.raw(
	`min(coalesce(date(paused_on, '-1 day'), '9999-12-31'), max(coalesce(trial_until, ''), coalesce(complimentary_until, ''), coalesce(case when cancelled_at is null then date(paid_through, '+${GRACE_DAYS} days') else paid_through end, '')))`,
)

/**
 * The dates of a person's membership. Standing is computed from them (`lib/dues/standing.ts`), never stored. A
 * person without a row owes no dues: they joined before the club collected dues, or no admin has set a plan yet.
 */
export const memberships = sqliteTable(
	'memberships',
	{
		userId: childOf('user_id', () => users.id).primaryKey(),
		planId: text('plan_id').references(() => plans.id),
		/** First day of the unbroken membership. */
		startedOn: text('started_on').notNull(),
		/** Day of the month on which periods begin. */
		anchorDay: integer('anchor_day').notNull(),
		/** Last paid day; null before the first payment. Only the reversal of a payment sets it back. */
		paidThrough: text('paid_through'),
		/** Last day of the trial. */
		trialUntil: text('trial_until'),
		/** Last day of free membership; `9999-12-31`: forever. */
		complimentaryUntil: text('complimentary_until'),
		/** First day of a pause; null: not paused. A pause preserves the remaining paid days. */
		pausedOn: text('paused_on'),
		/** When the member canceled: the membership ends with the paid period, without grace days. Null: it renews. */
		cancelledAt: integer('cancelled_at', { mode: 'timestamp_ms' }),
		/** Price kept from a founding plan or from before a price increase; null: the plan's price. */
		keptAmountCents: integer('kept_amount_cents'),
		couponCode: text('coupon_code').references(() => coupons.code),
		/** Overpaid amount, credited to the next period. */
		creditCents: integer('credit_cents').notNull().default(0),
		/** The customer's id at the payment provider. */
		customerId: text('customer_id').unique(),
		/** The payment provider's id of the active subscription; null: the member pays manually. */
		subscriptionId: text('subscription_id').unique(),
		/** JSON: text that the member consented to when entering the card, with price and time. */
		consent: text('consent'),
		goodThrough: text('good_through').generatedAlwaysAs(goodThrough, { mode: 'virtual' }),
		version: version(),
		/** Last day on which a period can begin at the kept price; null: until the membership lapses or ends. */
		keptUntil: text('kept_until'),
	},
	(table) => [
		// Covers the columns that lists and the summary read, because rows are long (they contain the consent).
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
		// Covers all columns that the standing of an account needs.
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
 * An invoice, or a second invoice that voids the first. Triggers make it immutable. Numbered without gaps within each
 * year. No reference to the account: an invoice outlives the account and keeps the name at the time.
 */
export const invoices = sqliteTable(
	'invoices',
	{
		/** For example `2026-0001`. */
		id: text('id').primaryKey(),
		year: integer('year').notNull(),
		/** Starts at 1 in each year. */
		sequence: integer('sequence').notNull(),
		userId: text('user_id').notNull(),
		issuedOn: text('issued_on').notNull(),
		dueOn: text('due_on').notNull(),
		/** First and last day of the period. */
		periodFrom: text('period_from').notNull(),
		periodTo: text('period_to').notNull(),
		/** JSON: seller, buyer and lines, as printed on the invoice. */
		seller: text('seller').notNull(),
		buyer: text('buyer').notNull(),
		lines: text('lines').notNull(),
		totalCents: integer('total_cents').notNull(),
		currency: text('currency').notNull(),
		/** Id of the invoice that this one voids. The total of this one is negative. */
		voids: text('voids').unique(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [
		uniqueIndex('invoices_numbers').on(table.year, table.sequence),
		index('invoices_of_member').on(table.userId, table.id),
	],
)

/** A payment, or the row that reverses one. Append-only (triggers). */
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
		/** The membership's `paidThrough` before this payment. A reversal restores this value. */
		paidThroughBefore: text('paid_through_before'),
		/** Name of the admin or of the provider. */
		recordedBy: text('recorded_by').notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [
		index('dues_payments_of_member').on(table.userId, table.id),
		index('dues_payments_of_invoice').on(table.invoiceId),
		// The provider may report the same charge several times.
		uniqueIndex('dues_payments_by_charge').on(table.reference).where(sql`kind = 'card' and amount_cents > 0`),
	],
)

/** An email that was sent about dues. The key ensures that each is sent once. `day` is the day that it is about. */
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

/** An event from the payment provider. A second event with the same id is ignored. */
export const paymentEvents = sqliteTable('payment_events', {
	id: text('id').primaryKey(),
	/** SHA-256 of the body. */
	sha256: text('sha256').notNull(),
	receivedAt: integer('received_at', { mode: 'timestamp_ms' }).notNull(),
	/** Null until the event's effect is stored. */
	appliedAt: integer('applied_at', { mode: 'timestamp_ms' }),
	/** The provider's id of the customer whose subscriptions are to be fetched. */
	customerId: text('customer_id').notNull().default(''),
})
