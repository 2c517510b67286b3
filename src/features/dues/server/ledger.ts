import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db } from '#db/client.ts'
import { coupons, duesPayments, invoices } from '#db/schema/dues.ts'
import { write } from '#db/write.ts'
import type { Invoice } from '../contract.ts'
import type { Payment } from '../dues-contract.ts'
import { fetchState } from './cards/fetch-state.ts'
import { creditUsedIn, type InvoiceRow, linesOf, updateMembership } from './invoices.ts'
import { isRead, type MembershipRow, type Payer, readPayer } from './payer.ts'

export type PaymentRow = typeof duesPayments.$inferSelect

/** An invoice with its payments. */
export interface InvoiceEntry {
	row: InvoiceRow
	state: Invoice['state']
	/** Id of the invoice that voids this one, or that this one voids. */
	other: string | null
	/** Sum of the payments that are not reversed. A partial refund does not reopen the invoice. */
	paidCents: number
	/** Sum of all payment rows, including reversals and refunds. */
	netCents: number
}

const sumOf = (rows: readonly PaymentRow[]) => rows.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** Returns the payments that are not reversed. */
export function unreversedPayments(payments: readonly PaymentRow[]): PaymentRow[] {
	const reversed = new Set(payments.map(({ reverses }) => reverses))
	return payments.filter(({ id, amountCents }) => amountCents > 0 && !reversed.has(id))
}

function entriesOf(rows: readonly InvoiceRow[], payments: readonly PaymentRow[]): InvoiceEntry[] {
	const voidedBy = new Map(rows.flatMap(({ id, voids }) => (voids === null ? [] : [[voids, id] as const])))
	const unreversed = unreversedPayments(payments)
	return rows.map((row) => {
		const isForInvoice = ({ invoiceId }: PaymentRow) => invoiceId === row.id
		const paidCents = sumOf(unreversed.filter(isForInvoice))
		const other = row.voids ?? voidedBy.get(row.id) ?? null
		const open = paidCents >= row.totalCents ? 'paid' : 'open'
		return {
			row,
			state: row.voids !== null ? 'voids' : other ? 'void' : open,
			other,
			paidCents,
			netCents: sumOf(payments.filter(isForInvoice)),
		}
	})
}

/** Reads the invoices and payments of a person, oldest first. */
export async function readLedger(userId: string): Promise<{ entries: InvoiceEntry[]; payments: PaymentRow[] }> {
	const [rows, payments] = await Promise.all([
		db().select().from(invoices).where(eq(invoices.userId, userId)).orderBy(asc(invoices.year), asc(invoices.sequence)),
		// Not sorted by id: ids can come from the form, as idempotency keys.
		db().select().from(duesPayments).where(eq(duesPayments.userId, userId)).orderBy(sql`rowid`),
	])
	return { entries: entriesOf(rows, payments), payments }
}

/**
 * Computes a person's credit from the ledger. Only for people without a membership, which otherwise stores the credit.
 * Never negative.
 */
export function creditOf(entries: readonly InvoiceEntry[]): number {
	const paidCents = entries.reduce((sum, entry) => sum + entry.paidCents, 0)
	const settledCents = entries
		.filter(({ state }) => state === 'paid')
		.reduce((sum, { row }) => sum + row.totalCents + creditUsedIn(row), 0)
	return Math.max(0, paidCents - settledCents)
}

export const toInvoice = ({ row, state, other, netCents }: InvoiceEntry): Invoice => ({
	id: row.id,
	issuedOn: row.issuedOn,
	dueOn: row.dueOn,
	periodFrom: row.periodFrom,
	periodTo: row.periodTo,
	totalCents: row.totalCents,
	paidCents: netCents,
	currency: row.currency as Invoice['currency'],
	state,
	other,
})

export function toPayments(payments: readonly PaymentRow[]): Payment[] {
	const reversed = new Set(payments.map(({ reverses }) => reverses))
	return payments.map((payment) => ({
		...payment,
		currency: payment.currency as Payment['currency'],
		isReversed: reversed.has(payment.id),
		createdAt: payment.createdAt.toISOString(),
	}))
}

/** Lists the invoices and payments of a member, newest first. */
export async function listLedger(userId: string): Promise<{ invoices: Invoice[]; payments: Payment[] }> {
	const { entries, payments } = await readLedger(userId)
	return { invoices: entries.map(toInvoice).reverse(), payments: toPayments(payments).reverse() }
}

type Coupon = typeof coupons.$inferSelect

export interface Ledger {
	payer: Payer
	entries: readonly InvoiceEntry[]
	payments: readonly PaymentRow[]
	/** The coupons of open invoices, which are returned if the invoice is voided. */
	coupons: readonly Coupon[]
}

/** Reads the coupons of open invoices. */
async function couponsOf(entries: readonly InvoiceEntry[]): Promise<Coupon[]> {
	const lines = entries.filter(({ state }) => state === 'open').flatMap(({ row }) => linesOf(row))
	const codes = lines.flatMap(({ code }) => code ?? [])
	return codes.length === 0 ? [] : await db().select().from(coupons).where(inArray(coupons.code, codes))
}

export interface Change {
	/** Run before the membership changes. Each statement has the condition `isUnchanged`. */
	statements: readonly BatchItem<'sqlite'>[]
	set: Partial<MembershipRow>
}

/**
 * Returns whether a change affects the credit of a member who pays by card: the provider deducts it from the next
 * charge.
 */
const isForProvider = ({ membership }: Payer, { creditCents }: Change['set']) =>
	membership.subscriptionId !== null && creditCents !== undefined && creditCents !== membership.creditCents

/**
 * Changes a member's ledger: reads it, lets `plan` compute the change, and writes that if the membership has not
 * changed since. Otherwise starts over.
 * @param plan may throw, or return undefined to change nothing.
 * @returns false if this person owes no dues.
 */
export async function changeLedger(userId: string, plan: (ledger: Ledger) => Change | undefined): Promise<boolean> {
	for (;;) {
		const payer = await readPayer(userId)
		if (!payer) return false
		const { entries, payments } = await readLedger(userId)
		const change = plan({ payer, entries, payments, coupons: await couponsOf(entries) })
		if (!change) return true
		const { changed } = await write({
			statements: change.statements,
			credit: isForProvider(payer, change.set) ? [fetchState(isRead(payer))] : [],
			changed: updateMembership(payer, change.set),
		})
		if (changed.length > 0) return true
	}
}

/** Returns a member with unwritten changes applied. */
export const afterChange = ({ payer, coupons }: Ledger, set: Partial<MembershipRow>): Payer => {
	const membership = { ...payer.membership, ...set }
	const coupon = [payer.coupon, ...coupons].find((one) => one?.code === membership.couponCode)
	return { ...payer, membership, coupon: coupon ?? null }
}

interface NewPayment extends Omit<PaymentRow, 'createdAt' | 'invoiceId' | 'currency'> {
	currency: string
	/** Id of an invoice, or SQL for one. */
	invoiceId: SQL | string
}

export const insertPayment = (payment: NewPayment, now: number, when: SQL) =>
	db().run(sql`
		insert into ${duesPayments} (id, user_id, invoice_id, amount_cents, currency, kind, paid_on, reference, reverses,
			reason, paid_through_before, recorded_by, created_at)
		select ${payment.id}, ${payment.userId}, ${payment.invoiceId}, ${payment.amountCents}, ${payment.currency},
			${payment.kind}, ${payment.paidOn}, ${payment.reference}, ${payment.reverses}, ${payment.reason},
			${payment.paidThroughBefore}, ${payment.recordedBy}, ${now}
		where ${when}`)
