import { write } from '#db/write.ts'
import { issueInvoice } from '#src/features/dues/server/invoices.ts'
import { changeLedger } from '#src/features/dues/server/ledger.ts'
import { readPayer } from '#src/features/dues/server/payer.ts'
import { type NewPayment, payment, reversal } from '#src/features/dues/server/payments.ts'
import { newId } from '#src/lib/ids.ts'

// Helpers that record payments, reversals and invoices on a given day.

/** Returns the day and the time of its noon in UTC. */
export const at = (today: string) => ({ today, now: Date.parse(`${today}T12:00:00Z`) })

/** Records a payment of $490 by check and returns its id. */
export async function pay(userId: string, day: string, overrides: Partial<NewPayment> & { invoiceId?: string } = {}) {
	const { invoiceId, ...rest } = overrides
	const id = newId()
	const base = { id, amountCents: 49_000, kind: 'check', paidOn: day, reference: '1042', recordedBy: 'Ruth' } as const
	await changeLedger(userId, (ledger) => payment(ledger, { ...base, ...rest }, invoiceId, at(day)))
	return id
}

export async function reverse(userId: string, paymentId: string, day: string) {
	await changeLedger(userId, (ledger) => {
		const original = ledger.payments.find(({ id }) => id === paymentId)
		const reversalData = { id: newId(), reason: 'Bounced', recordedBy: 'Ruth', reference: '' }
		return original && reversal(ledger, original, reversalData, at(day))
	})
}

export async function issue(userId: string, day: string) {
	const payer = await readPayer(userId)
	const issued = payer && issueInvoice(payer, day, at(day).now)
	if (!issued) throw new Error('Nothing to issue')
	await write(...issued.statements)
}
