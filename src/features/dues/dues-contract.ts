import * as z from 'zod/mini'
import { contract, fileBytes, pageQuery, timestamp } from '#src/lib/api/contract.ts'
import { day, idempotencyKeyAsId } from '#src/lib/api/fields.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'
import { ALWAYS, LAST_DAY } from '#src/lib/dues/standing.ts'
import { oneLine } from '#src/lib/one-line.ts'
import { currency, invoice, membership, NO_INVOICE, NO_LETTER, standing } from './contract.ts'
import { amountCents } from './plans-contract.ts'

// The list of dues for admins, and their actions on one member.

/** Tabs of the list: `late` is the first week of grace, `lapsing` the second. */
export const DUES_TABS = ['due', 'late', 'lapsing', 'lapsed', 'complimentary', 'paused'] as const
export const duesTab = z.enum(DUES_TABS, 'Choose a tab')
export type DuesTab = z.output<typeof duesTab>

export const duesRow = z.object({
	userId: z.string(),
	name: z.string(),
	email: z.string(),
	standing,
	plan: z.nullable(z.string()),
	/** The day that the tab shows: paid until, complimentary until, or paused since. */
	day: z.nullable(day),
	/** Amount of the next payment; null if there is none. */
	amountCents: z.nullable(z.number()),
	currency: z.nullable(currency),
	renewsByCard: z.boolean(),
})
export type DuesRow = z.output<typeof duesRow>

/** Maximum number of deactivated members to show whose cards are still charged. */
export const CHARGED_SHOWN = 10

export const dues = z.object({
	rows: z.array(duesRow),
	tabs: z.record(duesTab, z.number()),
	/** Member counts by standing; `none` means that they owe no dues. Excludes admins. */
	standings: z.record(z.enum([...standing.options, 'none']), z.number()),
	/** Payments due in the next 30 days, by currency. */
	dueSoon: z.array(z.object({ currency, amountCents: z.number(), members: z.number() })),
	/** The last 12 months (`YYYY-MM`): members who first paid in that month, and how many have paid a second period. */
	renewed: z.array(z.object({ month: z.string(), joined: z.number(), renewed: z.number() })),
	/** Deactivated members whose cards are still charged, sorted by name: at most one more than `CHARGED_SHOWN`. */
	chargedThough: z.array(z.object({ userId: z.string(), name: z.string() })),
})
export type Dues = z.output<typeof dues>

export const getDues = contract('GET /api/admin/dues', {
	access: 'admin',
	query: z.object({ ...pageQuery, tab: z._default(duesTab, 'due') }),
	response: dues,
})

/** Lists the members of one tab, paginated like every list. */
export const listDues = contract('GET /api/admin/dues/members', {
	access: 'admin',
	query: z.object({ ...pageQuery, tab: z._default(duesTab, 'due') }),
	response: z.array(duesRow),
})

/** All members with their dues, as CSV. */
export const exportDues = contract('GET /api/admin/dues.csv', {
	access: 'admin',
	produces: 'text/csv; charset=utf-8',
	response: z.string(),
})

export const PAYMENT_KINDS = ['check', 'transfer', 'cash', 'card', 'other'] as const

export const payment = z.object({
	id: z.string(),
	invoiceId: z.string(),
	amountCents: z.number(),
	currency,
	kind: z.enum(PAYMENT_KINDS),
	paidOn: day,
	reference: z.string(),
	reason: z.string(),
	/** Id of the payment that this row reverses; null for a payment. */
	reverses: z.nullable(z.string()),
	isReversed: z.boolean(),
	recordedBy: z.string(),
	createdAt: timestamp,
})
export type Payment = z.output<typeof payment>

export const memberDues = z.extend(membership, {
	customerId: z.nullable(z.string()),
	subscriptionId: z.nullable(z.string()),
	invoices: z.array(invoice),
	payments: z.array(payment),
})
export type MemberDues = z.output<typeof memberDues>

const UNKNOWN = [404, 'User not found'] as const
const ADMIN = [409, 'Admins do not owe dues'] as const
const CHANGED = changedMeanwhile('membership')
const REASON = 'Enter a reason'
const reason = z
	.string(REASON)
	.check(oneLine, z.minLength(1, REASON), z.maxLength(300, 'Reason must be at most 300 characters'))

export const getMemberDues = contract('GET /api/admin/members/:id/membership', {
	access: 'admin',
	response: memberDues,
	errors: { unknown: UNKNOWN },
})

/** Sets a member's plan. Null removes it, so that the member owes no dues. */
export const setPlan = contract('PUT /api/admin/members/:id/plan', {
	access: 'admin',
	body: z.object({ planId: z.nullable(z.string()), ...versionField }),
	response: memberDues,
	errors: {
		unknown: UNKNOWN,
		plan: [404, 'Plan not found'],
		admin: ADMIN,
		card: [409, 'This member pays by card. Cancel that first.'],
		changed: CHANGED,
	},
	current: memberDues,
})

const FUTURE = [400, 'A payment cannot be in the future'] as const
const PAID = [409, 'This invoice is paid'] as const

/** Records a payment not made by card. */
export const recordPayment = contract('POST /api/admin/members/:id/payments', {
	access: 'admin',
	status: 201,
	body: z.object({
		amountCents,
		kind: z.enum(['check', 'transfer', 'cash', 'other'], 'Choose how it was paid'),
		paidOn: day.check(z.refine((paidOn) => paidOn >= '2000-01-01', 'Enter a day after 1999')),
		reference: z.string().check(oneLine, z.maxLength(100, 'Reference must be at most 100 characters')),
		/** The open invoice to pay; if omitted, the payment is for the next period. */
		invoiceId: z.optional(z.string()),
		idempotencyKey: idempotencyKeyAsId,
	}),
	response: memberDues,
	errors: {
		unknown: UNKNOWN,
		future: FUTURE,
		paid: PAID,
		invoice: NO_INVOICE,
		noPlan: [409, 'Choose a plan for this member first'],
		admin: ADMIN,
	},
})

/** Reverses a payment, such as a bounced check. */
export const reversePayment = contract('POST /api/admin/payments/:id/reverse', {
	access: 'admin',
	body: z.object({ reason }),
	response: memberDues,
	errors: {
		unknown: [404, 'Payment not found'],
		reversed: [409, 'This payment has already been reversed'],
		later: [409, 'Reverse the later payment first'],
		card: [409, 'Refund card payments at the payment provider'],
	},
})

const LAST = 'Choose a day before 2200'
const until = day.check(z.refine((last) => last <= LAST_DAY || last === ALWAYS, LAST))

/** Waives dues until a day; null ends that today, `9999-12-31` waives them forever. */
export const setComplimentary = contract('POST /api/admin/members/:id/complimentary', {
	access: 'admin',
	body: z.object({ until: z.nullable(until), reason, ...versionField }),
	response: memberDues,
	errors: {
		unknown: UNKNOWN,
		past: [400, 'Choose today or a later day'],
		admin: ADMIN,
		changed: CHANGED,
	},
	current: memberDues,
})

/** Pauses a membership from today, or resumes it. The remaining paid days are kept. */
export const pauseMembership = contract('POST /api/admin/members/:id/pause', {
	access: 'admin',
	body: z.object({ isPaused: z.boolean(), reason, ...versionField }),
	response: memberDues,
	errors: {
		unknown: UNKNOWN,
		none: [409, 'There is no membership to pause'],
		card: [409, 'This member pays by card. Cancel that first.'],
		changed: CHANGED,
	},
	current: memberDues,
})

const DAYS = 'Extend by 1 to 366 days'
/** Extends the paid period. */
export const extendMembership = contract('POST /api/admin/members/:id/extend', {
	access: 'admin',
	body: z.object({
		days: z.number(DAYS).check(z.int(DAYS), z.gte(1, DAYS), z.lte(366, DAYS)),
		reason,
		...versionField,
	}),
	response: memberDues,
	errors: { unknown: UNKNOWN, none: [409, 'There is no membership to extend'], last: [400, LAST], changed: CHANGED },
	current: memberDues,
})

/** Voids an open invoice with a second invoice. */
export const voidInvoice = contract('POST /api/admin/invoices/:id/void', {
	access: 'admin',
	body: z.object({ reason }),
	response: memberDues,
	errors: { unknown: NO_INVOICE, paid: PAID, void: [409, 'This invoice is already void'] },
})

export const getAnyInvoiceFile = contract('GET /api/admin/invoices/:id/file', {
	access: 'admin',
	produces: 'application/pdf',
	response: fileBytes,
	errors: { unknown: NO_INVOICE, letter: NO_LETTER },
})
