import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { invoices, memberships } from '#db/schema/dues.ts'
import { addDays, partsOf } from '#src/lib/dates/calendar-day.ts'
import { ALWAYS } from '#src/lib/dues/standing.ts'
import { site } from '#src/lib/site/site.ts'
import { nextVersion } from '#src/platform/endpoint/version.ts'
import { parseStored } from '#src/platform/stored-json.ts'
import { nextPeriod, type Period } from './money/periods.ts'
import { type Line, priceLines } from './money/prices.ts'
import { datesOf, isRead, isUnchanged, type MembershipRow, type Payer } from './payer.ts'

// These functions return statements, because an invoice is part of the same `write` as the change that causes it.

export type InvoiceRow = typeof invoices.$inferSelect

/** The club and the member as an invoice shows them, frozen on the day of issue. */
export const seller = z.object({
	name: z.string(),
	address: z.string(),
	email: z.string(),
	taxLine: z.string(),
	/** Color of the club as `#rrggbb`; empty means the product's color. */
	color: z.string(),
})
export const buyer = z.object({ name: z.string(), firm: z.string() })
const line = z.object({
	text: z.string(),
	amountCents: z.number(),
	code: z.optional(z.string()),
	credit: z.optional(z.literal(true)),
	planId: z.optional(z.string()),
})

export const linesOf = (row: Pick<InvoiceRow, 'lines'>): Line[] => parseStored(z.array(line), row.lines, [])

export const sellerNow = (): z.output<typeof seller> => {
	const { name, postalAddress, mailReplyTo, duesTaxLine, primary } = site()
	return { name, address: postalAddress, email: mailReplyTo, taxLine: duesTaxLine, color: primary }
}

export const buyerOf = ({ user }: Pick<Payer, 'user'>): z.output<typeof buyer> => ({
	name: user.name,
	firm: user.firmName ?? '',
})

interface NewInvoice {
	userId: string
	issuedOn: string
	dueOn: string
	periodFrom: string
	periodTo: string
	seller: string
	buyer: string
	lines: readonly Line[]
	totalCents: number
	currency: string
	voids?: string
}

/**
 * Returns the statement that inserts an invoice with the next number of its year. The same statement assigns the
 * number, and writes are serialized, so there are no gaps.
 */
export function insertInvoice(invoice: NewInvoice, now: number, when: SQL) {
	const [year] = partsOf(invoice.issuedOn)
	return db().run(sql`
		insert into ${invoices} (id, year, sequence, user_id, issued_on, due_on, period_from, period_to, seller, buyer, lines,
			total_cents, currency, voids, created_at)
		select printf('%d-%04d', ${year}, next), ${year}, next, ${invoice.userId}, ${invoice.issuedOn}, ${invoice.dueOn},
			${invoice.periodFrom}, ${invoice.periodTo}, ${invoice.seller}, ${invoice.buyer}, ${JSON.stringify(invoice.lines)},
			${invoice.totalCents}, ${invoice.currency}, ${invoice.voids ?? null}, ${now}
		from (select coalesce(max(sequence), 0) + 1 as next from ${invoices} where year = ${year})
		where ${when}`)
}

/** SQL for the id of the invoice inserted earlier in this `write`. Use it under the same condition as that insert. */
export const newestInvoiceOf = (userId: string): SQL =>
	sql`(select id from ${invoices} where rowid = (select max(rowid) from ${invoices} where user_id = ${userId}))`

/** Returns the statement that updates a membership if it has not changed since it was read. */
export const updateMembership = (payer: Pick<Payer, 'membership'>, set: Partial<MembershipRow>) =>
	db()
		.update(memberships)
		.set({ ...set, version: nextVersion(memberships.version) })
		.where(isRead(payer))
		.returning({ userId: memberships.userId })

/** Returns the month on whose first day every membership year starts; undefined if it starts on the day of joining. */
export const yearStart = (): number | undefined => Number(site().duesYearStart) || undefined

/** Returns the period that a payment on this day is for; undefined if the member has no plan. */
export const periodOf = ({ membership, plan }: Payer, day: string): Period | undefined =>
	plan
		? nextPeriod(day, {
				dates: datesOf(membership),
				anchorDay: membership.anchorDay,
				months: plan.months,
				yearStart: yearStart(),
			})
		: undefined

/**
 * Returns the price that a member keeps for a whole period, from a founding plan or from before a raise; null means the
 * plan's price.
 */
const keptPrice = ({ membership }: Payer, { from, isUnbroken }: Pick<Period, 'from' | 'isUnbroken'>): number | null =>
	isUnbroken && from <= (membership.keptUntil ?? ALWAYS) ? membership.keptAmountCents : null

export interface Issued {
	period: Period
	dueOn: string
	lines: readonly Line[]
	totalCents: number
	currency: string
	/** Changes to the membership: the invoice uses credit, and uses up a coupon that is valid once. */
	set: Partial<MembershipRow>
}

/** Computes the next invoice of a member; undefined if the member has no plan. */
export function nextInvoice(payer: Payer, day: string): Issued | undefined {
	const { membership, plan, coupon } = payer
	const period = periodOf(payer, day)
	if (!plan || !period) return undefined
	const { lines, totalCents, creditUsedCents } = priceLines({
		text: plan.name,
		planId: plan.id,
		amountCents: keptPrice(payer, period) ?? plan.amountCents,
		currency: plan.currency,
		planMonths: plan.months,
		months: period.months,
		coupon,
		creditCents: membership.creditCents,
	})
	const dayBefore = addDays(period.from, -1)
	return {
		period,
		dueOn: dayBefore > day ? dayBefore : day,
		lines,
		totalCents,
		currency: plan.currency,
		set: {
			creditCents: membership.creditCents - creditUsedCents,
			...(coupon?.lasts === 'once' ? { couponCode: null } : {}),
		},
	}
}

/** Returns the changes to a membership whose period is paid. */
export function paidChanges(
	payer: Payer,
	period: Pick<Period, 'from' | 'to' | 'isUnbroken' | 'anchorDay'>,
): Partial<MembershipRow> {
	const { membership, plan } = payer
	const { paidThrough, startedOn } = membership
	const kept = keptPrice(payer, period)
	return {
		// Never moves back, even if the period was extended since.
		paidThrough: paidThrough && paidThrough > period.to ? paidThrough : period.to,
		anchorDay: period.anchorDay,
		startedOn: period.isUnbroken ? startedOn : period.from,
		keptAmountCents: kept ?? (plan?.isFounding ? plan.amountCents : null),
		keptUntil: kept === null ? null : membership.keptUntil,
		cancelledAt: null,
	}
}

/** Returns the statement that inserts a computed invoice if the membership has not changed since it was read. */
export const insertIssued = (payer: Payer, issued: Issued, day: string, now: number) =>
	insertInvoice(
		{
			userId: payer.user.id,
			issuedOn: day,
			dueOn: issued.dueOn,
			periodFrom: issued.period.from,
			periodTo: issued.period.to,
			seller: JSON.stringify(sellerNow()),
			buyer: JSON.stringify(buyerOf(payer)),
			lines: issued.lines,
			totalCents: issued.totalCents,
			currency: issued.currency,
		},
		now,
		isUnchanged(payer),
	)

/**
 * Returns the statements that issue a member's next invoice. They do nothing if the membership has changed since it was
 * read. `when` is true if it has not changed, for earlier statements in the `write`. A zero invoice is paid at once.
 */
export function issueInvoice(payer: Payer, day: string, now = Date.now()) {
	const issued = nextInvoice(payer, day)
	if (!issued) return undefined
	const paid = issued.totalCents === 0 ? paidChanges(payer, issued.period) : {}
	return {
		issued,
		when: isUnchanged(payer),
		statements: [insertIssued(payer, issued, day, now), updateMembership(payer, { ...issued.set, ...paid })] as const,
	}
}

/** Returns the credit that an invoice has used. */
export const creditUsedIn = (row: Pick<InvoiceRow, 'lines'>): number =>
	linesOf(row).reduce((sum, { credit, amountCents }) => (credit ? sum - amountCents : sum), 0)

/**
 * Returns the changes to a membership whose invoice is voided: used credit, payments and the coupon can be used again.
 */
export function voidedChanges({ membership }: Pick<Payer, 'membership'>, row: InvoiceRow, paidCents: number) {
	const code = linesOf(row).find((one) => one.code !== undefined)?.code
	return {
		creditCents: membership.creditCents + creditUsedIn(row) + paidCents,
		couponCode: membership.couponCode ?? code ?? null,
	} satisfies Partial<MembershipRow>
}

/**
 * Returns the statement that inserts a second invoice to void the first. It does nothing if the first is already void.
 */
export const insertVoid = (row: InvoiceRow, day: string, reason: string, now: number, when: SQL) =>
	insertInvoice(
		{
			...row,
			issuedOn: day,
			dueOn: day,
			lines: [
				{ text: `Voids invoice ${row.id}${reason && `: ${reason}`}`, amountCents: 0 },
				...linesOf(row).map(({ text, amountCents }) => ({ text, amountCents: -amountCents })),
			],
			totalCents: -row.totalCents,
			voids: row.id,
		},
		now,
		sql`not exists (select 1 from ${invoices} where voids = ${row.id}) and ${when}`,
	)
