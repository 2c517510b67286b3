import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { duesPayments, invoices } from '#db/schema/dues.ts'
import { assertConfirmedIfProtected } from '#src/features/auth/server/step-up.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { formatMoney } from '#src/lib/dues/money.ts'
import { newId } from '#src/lib/ids.ts'
import { type AuditAction, recordAudit } from '#src/platform/audit.ts'
import type { Context, Service } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../dues-contract.ts'
import { actions } from './audit-actions.ts'
import { type Change, changeLedger, type Ledger, unreversedPayments } from './ledger.ts'
import { findPerson, readMemberDues } from './memberships.ts'
import { isUnchanged } from './payer.ts'
import { payment, reversal, voidChange } from './payments.ts'
import { sendReceipt } from './receipts.ts'

// Payments, reversals and voids recorded by admins. The audit entry is part of the change.

type Actor = Context<'admin'>['user']

/** Adds the audit entry to a change. */
function withAudit(
	{ payer }: Ledger,
	change: Change,
	actor: Actor,
	action: AuditAction,
	detail: Record<string, unknown>,
) {
	const subject = { type: 'user', id: payer.user.id, name: payer.user.name }
	const entry = recordAudit({ actor, action, subject, detail }, isUnchanged(payer))
	return { ...change, statements: [entry, ...change.statements] }
}

const currentTime = () => ({ today: clubDay(), now: Date.now() })

export const recordPayment: Service<typeof contracts.recordPayment> = async ({ params, body }, context) => {
	const { errors } = contracts.recordPayment
	assertConfirmedIfProtected(context)
	const { user: actor } = context
	const { idempotencyKey, invoiceId, ...given } = body
	const when = currentTime()
	if (given.paidOn > when.today) throw httpError(errors.future)
	const person = await findPerson(params.id)
	if (person.role === 'admin') throw httpError(errors.admin)
	const id = idempotencyKey ?? newId()
	try {
		const isMember = await changeLedger(person.id, (ledger) => {
			// The form was sent twice, and the first copy is already recorded.
			if (ledger.payments.some((one) => one.id === id)) return undefined
			const named = ledger.entries.find(({ row }) => row.id === invoiceId)
			if (invoiceId !== undefined && (!named || named.other !== null)) throw httpError(errors.invoice)
			if (named?.state === 'paid') throw httpError(errors.paid)
			const change = payment(ledger, { ...given, id, recordedBy: actor.name }, invoiceId, when)
			if (!change) throw httpError(errors.noPlan)
			const amount = formatMoney(given.amountCents, change.currency)
			const receipt = sendReceipt(ledger.payer, { ...given, id, currency: change.currency }, change.set)
			const paid = { ...change, statements: [...change.statements, receipt] }
			return withAudit(ledger, paid, actor, actions['dues.paid'], { amount, how: given.kind })
		})
		if (!isMember) throw httpError(errors.noPlan)
	} catch (error) {
		// Another member's payment has this id, or both copies arrived at the same time.
		if (!isUniqueViolation(error, 'dues_payments.id')) throw error
	}
	return readMemberDues(person.id)
}

export const reversePayment: Service<typeof contracts.reversePayment> = async ({ params, body }, context) => {
	const { errors } = contracts.reversePayment
	assertConfirmedIfProtected(context)
	const { user: actor } = context
	const [row] = await db().select().from(duesPayments).where(eq(duesPayments.id, params.id))
	if (!row || row.amountCents <= 0) throw httpError(errors.unknown)
	if (row.kind === 'card') throw httpError(errors.card)
	const isMember = await changeLedger(row.userId, (ledger) => {
		const unreversed = unreversedPayments(ledger.payments)
		if (!unreversed.some(({ id }) => id === row.id)) throw httpError(errors.reversed)
		if (unreversed.at(-1)?.id !== row.id) throw httpError(errors.later)
		const given = { id: newId(), reason: body.reason, recordedBy: actor.name, reference: row.reference }
		const change = reversal(ledger, row, given, currentTime())
		const amount = formatMoney(row.amountCents, row.currency)
		return change && withAudit(ledger, change, actor, actions['dues.reversed'], { amount, reason: body.reason })
	})
	if (!isMember) throw httpError(errors.unknown)
	return readMemberDues(row.userId)
}

export const voidInvoice: Service<typeof contracts.voidInvoice> = async ({ params, body }, { user: actor }) => {
	const { errors } = contracts.voidInvoice
	const [row] = await db().select().from(invoices).where(eq(invoices.id, params.id))
	if (!row) throw httpError(errors.unknown)
	const isMember = await changeLedger(row.userId, (ledger) => {
		const entry = ledger.entries.find((one) => one.row.id === row.id)
		if (!entry || entry.other !== null) throw httpError(errors.void)
		if (entry.state === 'paid') throw httpError(errors.paid)
		const change = voidChange(ledger, entry, body.reason, currentTime())
		return withAudit(ledger, change, actor, actions['dues.voided'], { invoice: row.id, reason: body.reason })
	})
	if (!isMember) throw httpError(errors.unknown)
	return readMemberDues(row.userId)
}
