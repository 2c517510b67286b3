import type { SQL } from 'drizzle-orm'
import { addDays, addMonths, daysBetween, partsOf } from '#src/lib/dates/calendar-day.ts'
import { GRACE_DAYS } from '#src/lib/dues/standing.ts'
import {
	insertIssued,
	insertVoid,
	linesOf,
	newestInvoiceOf,
	nextInvoice,
	paidChanges,
	periodOf,
	voidedChanges,
} from './invoices.ts'
import {
	afterChange,
	type Change,
	type InvoiceEntry,
	insertPayment,
	type Ledger,
	type PaymentRow,
	unreversedPayments,
} from './ledger.ts'
import { isUnchanged, type MembershipRow, type Payer } from './payer.ts'

// Computes the effects of payments, reversals and voids. Pure: the caller reads the ledger and writes the change.

export interface NewPayment {
	id: string
	amountCents: number
	kind: PaymentRow['kind']
	paidOn: string
	reference: string
	recordedBy: string
}

export interface When {
	/** Today in the club's time zone. */
	today: string
	now: number
}

/** Returns whether an open invoice is outdated: its plan has changed, or the payment is for another period. */
export function isStale({ row, paidCents }: InvoiceEntry, payer: Payer, paidOn: string): boolean {
	// A partially paid invoice stays valid until it is paid in full.
	if (paidCents !== 0) return false
	const isOfPlan = linesOf(row).some(({ planId }) => planId !== undefined && planId === payer.membership.planId)
	const from = periodOf(payer, paidOn)?.from ?? ''
	return !isOfPlan || from < row.periodFrom || from > addDays(row.periodFrom, GRACE_DAYS)
}

/** Returns the changes to a membership when an existing invoice is paid. */
function paidInvoiceChanges(payer: Payer, { row }: InvoiceEntry, paidOn: string): Partial<MembershipRow> {
	const { anchorDay } = payer.membership
	const { periodFrom: from, periodTo: to } = row
	return paidChanges(payer, {
		from,
		to,
		isUnbroken: periodOf(payer, paidOn)?.isUnbroken ?? true,
		anchorDay: addMonths(from, 0, anchorDay) === from ? anchorDay : partsOf(from)[2],
	})
}

/** Returns the changes to a membership whose invoices are voided. */
export const voidAllChanges = (ledger: Ledger, entries: readonly InvoiceEntry[]): Partial<MembershipRow> =>
	entries.reduce<Partial<MembershipRow>>(
		(set, { row, paidCents }) => voidedChanges(afterChange(ledger, set), row, paidCents),
		{},
	)

/** Returns the statements that void invoices. */
export const insertVoids = (entries: readonly InvoiceEntry[], reason: string, { today, now }: When, when: SQL) =>
	entries.map(({ row }) => insertVoid(row, today, reason, now, when))

/**
 * Computes the effect of a payment. It pays the given invoice, else the open one, else issues and pays the next one.
 * Outdated open invoices are voided. An overpaid amount becomes credit for the next period.
 * @returns undefined if there is no invoice to pay, because the member has no plan.
 */
export function payment(ledger: Ledger, given: NewPayment, invoiceId: string | undefined, { today, now }: When) {
	const { entries } = ledger
	const { user, membership } = ledger.payer
	const open = entries.filter(({ state }) => state === 'open')
	const stale = open.filter((entry) => isStale(entry, ledger.payer, given.paidOn))
	const valid = open.filter((entry) => !stale.includes(entry))
	const target = valid.find(({ row }) => row.id === invoiceId) ?? valid[0]

	const voided = voidAllChanges(ledger, stale)
	const payer = afterChange(ledger, voided)
	const issued = target ? undefined : nextInvoice(payer, given.paidOn)
	if (!target && !issued) return undefined
	let set: Partial<MembershipRow> = { ...voided, ...issued?.set }

	const totalCents = target?.row.totalCents ?? issued?.totalCents ?? 0
	const sum = (target?.paidCents ?? 0) + given.amountCents
	if (sum >= totalCents) {
		const paid = target ? paidInvoiceChanges(payer, target, given.paidOn) : issued && paidChanges(payer, issued.period)
		const creditCents = (set.creditCents ?? membership.creditCents) + sum - totalCents
		set = { ...set, ...paid, creditCents }
	}
	const when = isUnchanged(payer)
	const currency = target?.row.currency ?? issued?.currency ?? ''
	return {
		currency,
		set,
		statements: [
			...insertVoids(stale, 'the period has changed', { today, now }, when),
			...(issued ? [insertIssued(payer, issued, today, now)] : []),
			insertPayment(
				{
					...given,
					userId: user.id,
					invoiceId: target?.row.id ?? newestInvoiceOf(user.id),
					currency,
					reverses: null,
					reason: '',
					paidThroughBefore: membership.paidThrough,
				},
				now,
				when,
			),
		],
	} satisfies Change & { currency: string }
}

/** Returns the end of the paid period as if a payment had not been made. Days added since the payment stay. */
function paidThroughWithout({ paidThroughBefore }: PaymentRow, { row }: InvoiceEntry, paidThrough: string | null) {
	if (paidThroughBefore === null || paidThrough === null) return null
	return addDays(paidThroughBefore, Math.max(0, daysBetween(row.periodTo, paidThrough)))
}

/** Computes the effect of reversing a payment. */
export function reversal(
	{ payer, entries, payments }: Ledger,
	reversed: PaymentRow,
	given: Pick<PaymentRow, 'id' | 'reason' | 'recordedBy' | 'reference'> & { amountCents?: number },
	{ today, now }: When,
): Change | undefined {
	const entry = entries.find(({ row }) => row.id === reversed.invoiceId)
	if (!entry) return undefined
	const { membership } = payer
	const { totalCents } = entry.row
	const before = entry.paidCents - reversed.amountCents
	const isVoid = entry.state === 'void'
	// Voiding the invoice turned the whole payment into credit.
	const credit = isVoid
		? reversed.amountCents
		: Math.max(0, entry.paidCents - totalCents) - Math.max(0, before - totalCents)
	const opensAgain = !isVoid && entry.paidCents >= totalCents && before < totalCents
	// Days from a later payment stay. Only a card refund can reverse a payment that is not the last.
	const isLast = unreversedPayments(payments).at(-1)?.id === reversed.id
	return {
		set: {
			// Negative if the credit was already used: the next invoice then charges it.
			creditCents: membership.creditCents - credit,
			...(opensAgain && isLast ? { paidThrough: paidThroughWithout(reversed, entry, membership.paidThrough) } : {}),
		},
		statements: [
			insertPayment(
				{
					amountCents: -reversed.amountCents,
					...given,
					userId: payer.user.id,
					invoiceId: entry.row.id,
					currency: reversed.currency,
					kind: reversed.kind,
					paidOn: today,
					reverses: reversed.id,
					paidThroughBefore: membership.paidThrough,
				},
				now,
				isUnchanged(payer),
			),
		],
	}
}

/** Computes the effect of voiding an open invoice. */
export const voidChange = ({ payer }: Ledger, entry: InvoiceEntry, reason: string, when: When): Change => ({
	set: voidedChanges(payer, entry.row, entry.paidCents),
	statements: insertVoids([entry], reason, when, isUnchanged(payer)),
})
