import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { ALWAYS, goodThrough, standingOn } from '#src/lib/dues/standing.ts'
import { site } from '#src/lib/site/site.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type * as contracts from '../contract.ts'
import type { Membership } from '../contract.ts'
import * as duesContracts from '../dues-contract.ts'
import { cardsFor } from './cards/cards.ts'
import { nextInvoice } from './invoices.ts'
import { type InvoiceEntry, readLedger, toInvoice, toPayments } from './ledger.ts'
import { datesOf, type Payer, readPayer } from './payer.ts'
import { invoicesShown } from './pdf/warm-up.ts'
import { listOfferedPlans, toOffered } from './plans.ts'

/**
 * Returns the next payment; null if there is no plan, or the membership is canceled, paused, or complimentary forever.
 */
function nextPayment(payer: Payer, entries: readonly InvoiceEntry[], today: string): Membership['next'] {
	const { pausedOn, cancelledAt, complimentaryUntil, subscriptionId } = payer.membership
	if (cancelledAt || complimentaryUntil === ALWAYS || (pausedOn && pausedOn <= today)) return null
	const open = entries.find(({ state }) => state === 'open')
	if (open) {
		const { dueOn, totalCents, currency } = toInvoice(open)
		return { day: dueOn, amountCents: totalCents - open.paidCents, currency }
	}
	const issued = nextInvoice(payer, today)
	if (!issued) return null
	const { period, dueOn, totalCents } = issued
	const currency = issued.currency as NonNullable<Membership['next']>['currency']
	return { day: subscriptionId ? period.from : dueOn, amountCents: totalCents, currency }
}

const lastDay = (day: string) => (day === '' || day === ALWAYS ? null : day)

/** Returns the fields derived from a membership. Admins and people with no membership owe nothing. */
function standingFields(payer: Payer | undefined, entries: readonly InvoiceEntry[], today: string) {
	if (!payer || payer.user.role === 'admin')
		return {
			...{ standing: null, goodThrough: null, paidThrough: null, trialUntil: null, complimentaryUntil: null },
			...{ pausedOn: null, isCancelled: false, plan: null, next: null, creditCents: 0, renewsByCard: false },
		}
	const { membership, plan } = payer
	const dates = datesOf(membership)
	return {
		...dates,
		standing: standingOn(today, dates),
		goodThrough: lastDay(goodThrough(dates)),
		plan: plan && toOffered(plan),
		next: nextPayment(payer, entries, today),
		creditCents: membership.creditCents,
	}
}

/** Reads a person's membership. */
export async function readMembership(userId: string, today = clubDay()) {
	const [payer, ledger, plans] = await Promise.all([readPayer(userId), readLedger(userId), listOfferedPlans()])
	const membership: Membership = {
		...standingFields(payer, ledger.entries, today),
		...cardsFor(payer, plans, today),
		instructions: site().duesInstructions,
		plans,
		version: payer?.membership.version ?? 0,
	}
	return { payer, ledger, membership }
}

export const getMembership: Service<typeof contracts.getMembership> = async (_, { user }) =>
	(await readMembership(user.id)).membership

/** Reads a member's dues with everything that admins can see. */
export async function readMemberDues(userId: string): Promise<duesContracts.MemberDues> {
	const { payer, ledger, membership } = await readMembership(userId)
	return {
		...membership,
		customerId: payer?.membership.customerId ?? null,
		subscriptionId: payer?.membership.subscriptionId ?? null,
		invoices: ledger.entries.map(toInvoice).reverse(),
		payments: toPayments(ledger.payments).reverse(),
	}
}

/** Finds the account. @throws {ApiError} 404 */
export async function findPerson(id: string) {
	const [person] = await db()
		.select({ id: users.id, name: users.name, role: users.role })
		.from(users)
		.where(eq(users.id, id))
	if (!person) throw httpError(duesContracts.getMemberDues.errors.unknown)
	return person
}

export const getMemberDues: Service<typeof duesContracts.getMemberDues> = async ({ params }) => {
	const dues = await readMemberDues((await findPerson(params.id)).id)
	if (dues.invoices.length > 0) invoicesShown()
	return dues
}
