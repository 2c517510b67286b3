import * as z from 'zod/mini'
import { contract, fileBytes } from '#src/lib/api/contract.ts'
import { day } from '#src/lib/api/fields.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'
import { STANDINGS } from '#src/lib/dues/standing.ts'

// The member's view of dues. Amounts are integer cents; days are `YYYY-MM-DD` in the club's time zone.

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
	/** Sum of the payments for this invoice. */
	paidCents: z.number(),
	currency,
	/** `void`: another invoice voids this one. `voids`: this invoice voids another one. */
	state: invoiceState,
	/** Id of the invoice that voids this one, or that this one voids; null otherwise. */
	other: z.nullable(z.string()),
})
export type Invoice = z.output<typeof invoice>

export const membership = z.object({
	/** Null: this member owes no dues. */
	standing: z.nullable(standing),
	/** Last day with full access; null if there is no end. */
	goodThrough: z.nullable(day),
	paidThrough: z.nullable(day),
	trialUntil: z.nullable(day),
	complimentaryUntil: z.nullable(day),
	pausedOn: z.nullable(day),
	isCancelled: z.boolean(),
	plan: z.nullable(offeredPlan),
	/** The next payment: the plan's price or the kept price, minus coupon and credit; null if there is none. */
	next: z.nullable(z.object({ day, amountCents: z.number(), currency })),
	/** Overpaid amount. */
	creditCents: z.number(),
	renewsByCard: z.boolean(),
	/** Card payments are possible now. */
	takesCards: z.boolean(),
	/** The club's instructions on how to pay without a card; empty if there are none. */
	instructions: z.string(),
	/** Consent text by plan id, which the member accepts before entering a card: price, renewal, how to cancel. */
	consent: z.record(z.string(), z.string()),
	/** Plans that the member can choose. */
	plans: z.array(offeredPlan),
	version: z.number(),
})
export type Membership = z.output<typeof membership>

export const PROVIDER_AWAY = [503, 'Payments are not reachable now. Nothing was charged.'] as const
const CHANGED = changedMeanwhile('membership')
const HAS_ONE = [409, 'You have a membership already'] as const

export const getMembership = contract('GET /api/membership', { access: 'account', response: membership })

/** Starts a card payment and returns the URL of the provider's page. */
export const checkout = contract('POST /api/membership/checkout', {
	access: 'account',
	body: z.object({
		planId: z.string('Choose a plan'),
		coupon: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(40, 'This code is not valid'))),
		/** The consent text as shown. If the price has changed since, the request fails and nothing is charged. */
		consent: z.string('Agree to the renewal first'),
	}),
	response: z.object({ url: z.string() }),
	errors: {
		hasOne: HAS_ONE,
		plan: [404, 'This plan is no longer offered'],
		coupon: [400, 'This code is not valid'],
		consent: [409, 'The price has changed. Please review it again.'],
		noCards: [409, 'This club does not take cards'],
		price: [409, 'This plan has a different price at the payment provider. Please tell an admin.'],
		away: PROVIDER_AWAY,
	},
})

/** Returns the URL of the provider's page for cards and past charges. */
export const openPortal = contract('POST /api/membership/portal', {
	access: 'account',
	body: z.object({}),
	response: z.object({ url: z.string() }),
	errors: { noCard: [409, 'You do not pay by card'], away: PROVIDER_AWAY },
})

/** Ends the membership at the end of the paid period. */
export const cancelMembership = contract('POST /api/membership/cancel', {
	access: 'account',
	body: z.object({ ...versionField }),
	response: membership,
	errors: { none: [409, 'There is nothing to cancel'], changed: CHANGED, away: PROVIDER_AWAY },
	current: membership,
})

/** Undoes a cancellation before the paid period ends. */
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

/** Returns the URL of an invoice's PDF, for links. */
export const invoiceFile = (id: string) => `/api/membership/invoices/${id}/file`

export const NO_INVOICE = [404, 'Invoice not found'] as const
/** The error message of the response also names the letter. */
export const NO_LETTER = [
	409,
	'This invoice has a letter that cannot be printed. An admin can write the names of the member, firm and club in Latin, Greek or Cyrillic letters',
] as const

export const getInvoiceFile = contract('GET /api/membership/invoices/:id/file', {
	access: 'account',
	produces: 'application/pdf',
	response: fileBytes,
	errors: { unknown: NO_INVOICE, letter: NO_LETTER },
})
