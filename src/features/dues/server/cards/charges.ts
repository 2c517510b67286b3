import { addDays, partsOf } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { newId } from '#src/lib/ids.ts'
import { buyerOf, insertInvoice, newestInvoiceOf, nextInvoice, paidChanges, periodOf, sellerNow } from '../invoices.ts'
import {
	afterChange,
	type Change,
	type InvoiceEntry,
	insertPayment,
	type Ledger,
	unreversedPayments,
} from '../ledger.ts'
import { creditLines, type Line } from '../money/prices.ts'
import { isUnchanged, type MembershipRow, type Payer } from '../payer.ts'
import { insertVoids, isStale, reversal, voidAllChanges, type When } from '../payments.ts'
import type { Charge, Subscription } from '../providers/provider.ts'
import { sendReceipt } from '../receipts.ts'

// Changes that follow from the state at the provider. Each function records one item, or nothing if it is already
// recorded, so the state can be applied any number of times.

export type PlanRow = NonNullable<Payer['plan']>

/** Maximum age of a charge that still gets a receipt, in milliseconds. */
const MAX_RECEIPT_AGE_MS = 7 * 24 * 60 * 60_000

const refundedCents = ({ refunds }: Charge) => refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
const isFullyRefunded = (charge: Charge) => charge.amountCents > 0 && refundedCents(charge) >= charge.amountCents

interface ChargeContext {
	charge: Charge
	subscription: Subscription
	plan: PlanRow | undefined
	recordedBy: string
}

/** Splits a charge into lines: the price, the difference due to a coupon or tax, and credit. */
function linesOf({ charge, subscription, plan }: ChargeContext, payer: Payer, paidOn: string): Line[] {
	const { priceCents, amountCents, creditCents } = charge
	const difference = amountCents + creditCents - priceCents
	const label = difference > 0 ? 'Tax' : subscription.coupon ? `Coupon ${subscription.coupon}` : 'Reduction'
	// If a manual payment would have the same price, use its line, which states the months of a partial period.
	const [price] = nextInvoice(payer, paidOn)?.lines ?? []
	const text = price?.amountCents === priceCents ? price.text : (plan?.name ?? 'Membership')
	return [
		{ text, amountCents: priceCents, planId: plan?.id },
		...(difference === 0 ? [] : [{ text: label, amountCents: difference }]),
		...creditLines(creditCents),
	]
}

/** Finds the invoice that a charge pays, and the open invoices that it replaces, so the member owes nothing else. */
function openInvoices(entries: readonly InvoiceEntry[], payer: Payer, { charge }: ChargeContext, { today }: When) {
	// An old charge of an imported subscription does not affect open invoices.
	if (clubDay(charge.to) < today) return { paid: undefined, replaced: [] }
	const open = entries.filter(({ state }) => state === 'open')
	const paid = open.find(
		(entry) =>
			entry.row.totalCents === charge.amountCents &&
			entry.row.currency === charge.currency &&
			entry.paidCents === 0 &&
			charge.creditCents === 0 &&
			!isStale(entry, payer, clubDay(charge.paidAt)),
	)
	return { paid, replaced: open.filter((entry) => entry !== paid) }
}

/** Returns how much of our credit a charge has used: a customer created elsewhere may have had other credit. */
function creditUsed({ membership }: Payer, charge: Charge): number {
	const [min, max] = [membership.creditCents, 0].toSorted((a, b) => a - b) as [number, number]
	return Math.max(min, Math.min(max, charge.creditCents))
}

/** Records a charge with its invoice, and sets the end of the paid period to the provider's. */
export function charged(ledger: Ledger, context: ChargeContext, when: When): Change | undefined {
	const { charge, recordedBy } = context
	if (ledger.payments.some(({ reference }) => reference === charge.id) || isFullyRefunded(charge)) return undefined
	const plan = context.plan ?? ledger.payer.plan ?? undefined
	const payerOnPlan = {
		...ledger.payer,
		plan: plan ?? null,
		membership: { ...ledger.payer.membership, planId: plan?.id ?? null },
	}
	const { paid, replaced } = openInvoices(ledger.entries, payerOnPlan, context, when)
	const voided = voidAllChanges(ledger, replaced)
	const payer = { ...afterChange(ledger, voided), plan: payerOnPlan.plan }
	const [from, to, paidOn] = [clubDay(charge.from), addDays(clubDay(charge.to), -1), clubDay(charge.paidAt)]
	const isUnbroken = periodOf(payer, paidOn)?.isUnbroken ?? true
	// The subscription's state decides whether it renews.
	const { cancelledAt: _, ...changes } = paidChanges(payer, { from, to, isUnbroken, anchorDay: partsOf(from)[2] })
	const { id: userId } = payer.user
	const isRead = isUnchanged(payer)
	const invoice = {
		...{ userId, issuedOn: when.today, dueOn: when.today, periodFrom: from, periodTo: to },
		...{ seller: JSON.stringify(sellerNow()), buyer: JSON.stringify(buyerOf(payer)) },
		lines: linesOf({ ...context, plan }, payer, paidOn),
		...{ totalCents: charge.amountCents, currency: charge.currency },
	}
	const { amountCents, currency } = charge
	const payment = { ...{ id: newId(), amountCents, currency, paidOn }, kind: 'card' as const, reference: charge.id }
	const set = { ...voided, ...changes, creditCents: payer.membership.creditCents - creditUsed(payer, charge) }
	// Imported or long-delayed charges get no receipt.
	const getsReceipt = when.now - charge.paidAt < MAX_RECEIPT_AGE_MS && amountCents > 0
	return {
		set,
		statements: [
			...insertVoids(replaced, 'it was paid by card', when, isRead),
			...(paid ? [] : [insertInvoice(invoice, when.now, isRead)]),
			insertPayment(
				{
					...payment,
					...{ userId, invoiceId: paid?.row.id ?? newestInvoiceOf(userId), recordedBy },
					...{ reverses: null, reason: '', paidThroughBefore: payer.membership.paidThrough },
				},
				when.now,
				isRead,
			),
			...(getsReceipt ? [sendReceipt(payer, payment, changes)] : []),
		],
	}
}

/** Records a full refund, which reopens the invoice of the charge, or a partial refund. */
export function refunded(ledger: Ledger, charge: Charge, recordedBy: string, when: When): Change | undefined {
	const { payer, payments } = ledger
	const paid = payments.find(({ reference, amountCents }) => reference === charge.id && amountCents > 0)
	if (!paid || payments.some(({ reverses }) => reverses === paid.id)) return undefined
	const isRecorded = (refund: { id: string }) => payments.some(({ reference }) => reference === refund.id)
	const recordedCents = charge.refunds.filter(isRecorded).reduce((sum, { amountCents }) => sum + amountCents, 0)
	const next = charge.refunds.find((refund) => !isRecorded(refund))
	if (isFullyRefunded(charge)) {
		const reversalData = { id: newId(), reason: 'Refunded', recordedBy, reference: charge.refunds.at(-1)?.id ?? '' }
		return reversal(ledger, paid, { ...reversalData, amountCents: recordedCents - paid.amountCents }, when)
	}
	if (!next) return undefined
	return {
		set: {},
		statements: [
			insertPayment(
				{
					...{ id: newId(), userId: payer.user.id, invoiceId: paid.invoiceId, amountCents: -next.amountCents },
					...{ currency: paid.currency, kind: 'card', paidOn: when.today, reference: next.id, reverses: null },
					...{ reason: 'Refunded in part', recordedBy, paidThroughBefore: payer.membership.paidThrough },
				},
				when.now,
				isUnchanged(payer),
			),
		],
	}
}

/** Returns when the member canceled the ended subscription; unchanged if they have paid in another way since. */
function endedAt({ payments, payer }: Ledger, last: Subscription): Date | null {
	const paid = unreversedPayments(payments).at(-1)
	const isForSubscription = !paid || last.charges.some(({ id }) => id === paid.reference)
	return last.cancelledAt !== null && isForSubscription ? new Date(last.cancelledAt) : payer.membership.cancelledAt
}

/**
 * Records the paying subscription and whether it renews.
 * @param subscriptions of the member, oldest first.
 */
export function subscribed(
	ledger: Ledger,
	subscriptions: readonly Subscription[],
	planOf: (subscription: Subscription) => PlanRow | undefined,
): Change | undefined {
	const { membership } = ledger.payer
	const current = subscriptions.find(({ isOpen }) => isOpen)
	const last = current ?? subscriptions.at(-1)
	if (!last) return undefined
	const trial = last.trialEndsAt === null ? '' : addDays(clubDay(last.trialEndsAt), -1)
	const cancelledAt = current
		? current.cancelledAt === null
			? null
			: new Date(current.cancelledAt)
		: endedAt(ledger, last)
	// A price kept after a raise applies only to one subscription.
	const isOtherSubscription = (current?.id ?? null) !== membership.subscriptionId
	const set: Partial<MembershipRow> = {
		...(isOtherSubscription && membership.keptUntil !== null ? { keptAmountCents: null, keptUntil: null } : {}),
		customerId: last.customerId,
		subscriptionId: current?.id ?? null,
		planId: (current && planOf(current)?.id) ?? membership.planId,
		trialUntil: trial > (membership.trialUntil ?? '') ? trial : membership.trialUntil,
		cancelledAt,
		consent: last.consent ? JSON.stringify({ text: last.consent, at: last.createdAt }) : membership.consent,
	}
	const isSame = Object.entries(set).every(
		([name, value]) => JSON.stringify(value) === JSON.stringify(membership[name as keyof MembershipRow]),
	)
	return isSame ? undefined : { set, statements: [] }
}
