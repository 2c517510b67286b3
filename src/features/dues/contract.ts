import * as z from 'zod/mini'
import { contract, fileBytes } from '#src/lib/api/contract.ts'
import { day } from '#src/lib/api/fields.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'
import { STANDINGS } from '#src/lib/dues/standing.ts'

// What a member sees and does. Amounts are integer cents, days `YYYY-MM-DD` in the club's zone.

export const standing = z.enum(STANDINGS)

/** Currencies with cents. */
export const CURRENCIES = ['USD', 'CAD', 'EUR', 'GBP', 'AUD'] as const
export const currency = z.enum(CURRENCIES, 'Choose a currency')
/** Lengths of a period in months. */
export const PERIODS = [1, 3, 6, 12] as const

export const offeredPlan = z.object({
	id: z.string(),
	name: z.string(),
	description: z.string(),
	amountCents: z.number(),
	currency,
	months: z.number(),
	trialDays: z.number(),
	/** Can be paid by card. */
	byCard: z.boolean(),
})
export type OfferedPlan = z.output<typeof offeredPlan>

export const invoiceState = z.enum(['open', 'paid', 'void', 'voids'])

/** An invoice in lists. */
export const invoice = z.object({
	id: z.string(),
	issuedOn: day,
	dueOn: day,
	periodFrom: day,
	periodTo: day,
	totalCents: z.number(),
	/** Sum of the payments for it. */
	paidCents: z.number(),
	currency,
	/** `void`: a second invoice voids it; `voids`: it is that second one. */
	state: invoiceState,
	/** The other invoice of those two; null for the rest. */
	other: z.nullable(z.string()),
})
export type Invoice = z.output<typeof invoice>

export const membership = z.object({
	/** Null: no dues are asked of this member. */
	standing: z.nullable(standing),
	/** Last day with everything; null without an end. */
	goodThrough: z.nullable(day),
	paidThrough: z.nullable(day),
	trialUntil: z.nullable(day),
	complimentaryUntil: z.nullable(day),
	pausedOn: z.nullable(day),
	isCancelled: z.boolean(),
	plan: z.nullable(offeredPlan),
	/** The next payment: price of the plan or the kept one, less coupon and credit; null if none is to come. */
	next: z.nullable(z.object({ day, amountCents: z.number(), currency })),
	/** Paid in excess. */
	creditCents: z.number(),
	renewsByCard: z.boolean(),
	/** Cards can be used now. */
	takesCards: z.boolean(),
	/** The owner's text on how to pay without a card; empty if there is none. */
	instructions: z.string(),
	/** Words that the member agrees to before the card is given, by plan: price, renewal, how to cancel. */
	consent: z.record(z.string(), z.string()),
	/** Plans to choose from. */
	plans: z.array(offeredPlan),
	version: z.number(),
})
export type Membership = z.output<typeof membership>

export const PROVIDER_AWAY = [503, 'Payments are not reachable now. Nothing was charged.'] as const
const CHANGED = changedMeanwhile('membership')
const HAS_ONE = [409, 'You have a membership already'] as const

export const getMembership = contract('GET /api/membership', { access: 'account', response: membership })

/** Begins a payment by card, and returns the address of the provider's page. */
export const checkout = contract('POST /api/membership/checkout', {
	access: 'account',
	body: z.object({
		planId: z.string('Choose a plan'),
		coupon: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(40, 'This code is not valid'))),
		/** The words of `consent` as shown: a changed price is refused, not charged. */
		consent: z.string('Agree to the renewal first'),
	}),
	response: z.object({ url: z.string() }),
	errors: {
		hasOne: HAS_ONE,
		plan: [404, 'This plan is no longer offered'],
		coupon: [400, 'This code is not valid'],
		consent: [409, 'The price has changed. Please read it again.'],
		noCards: [409, 'This club does not take cards'],
		price: [409, 'This plan has another price at the payment provider. Please tell an admin.'],
		away: PROVIDER_AWAY,
	},
})

/** Returns the address of the provider's page for cards and past charges. */
export const openPortal = contract('POST /api/membership/portal', {
	access: 'account',
	body: z.object({}),
	response: z.object({ url: z.string() }),
	errors: { noCard: [409, 'You do not pay by card'], away: PROVIDER_AWAY },
})

/** Ends the membership with the paid period. */
export const cancelMembership = contract('POST /api/membership/cancel', {
	access: 'account',
	body: z.object({ ...versionField }),
	response: membership,
	errors: { none: [409, 'There is nothing to cancel'], changed: CHANGED, away: PROVIDER_AWAY },
	current: membership,
})

/** Takes a cancellation back, before the paid period is over. */
export const resumeMembership = contract('POST /api/membership/resume', {
	access: 'account',
	body: z.object({ ...versionField }),
	response: membership,
	errors: { none: [409, 'Your membership is not cancelled'], changed: CHANGED, away: PROVIDER_AWAY },
	current: membership,
})

export const listInvoices = contract('GET /api/membership/invoices', {
	access: 'account',
	response: z.array(invoice),
})

/** Address of the file, for links. */
export const invoiceFile = (id: string) => `/api/membership/invoices/${id}/file`

export const NO_INVOICE = [404, 'Invoice not found'] as const
/** The answer names the letter. */
export const NO_LETTER = [
	409,
	'A letter of this invoice cannot be printed. An admin can write the names of member, firm and club in Latin, Greek or Cyrillic letters',
] as const

export const getInvoiceFile = contract('GET /api/membership/invoices/:id/file', {
	access: 'account',
	produces: 'application/pdf',
	response: fileBytes,
	errors: { unknown: NO_INVOICE, letter: NO_LETTER },
})
