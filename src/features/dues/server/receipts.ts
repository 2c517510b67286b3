import { and, eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { duesPayments } from '#db/schema/dues.ts'
import { users } from '#db/schema/users.ts'
import { formatMoney } from '#src/lib/dues/money.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'
import type { PaymentRow } from './ledger.ts'
import { paymentReceived } from './mails.ts'
import { isUnchanged, type MembershipRow, type Payer } from './payer.ts'

/**
 * Returns the statement that mails a receipt, for the `write` of its payment. Only active members get one: invited
 * people paid elsewhere, before joining.
 */
export function sendReceipt(
	payer: Payer,
	{ id, amountCents, currency, paidOn }: Pick<PaymentRow, 'id' | 'amountCents' | 'currency' | 'paidOn'>,
	{ paidThrough, creditCents = 0 }: Partial<MembershipRow>,
) {
	const { user, membership } = payer
	const credit = creditCents - Math.max(0, membership.creditCents)
	const data = {
		...{ name: user.name, paymentId: id, amount: formatMoney(amountCents, currency), day: paidOn },
		...(paidThrough && { paidUntil: paidThrough }),
		...(credit > 0 && { credit: formatMoney(credit, currency) }),
	}
	const isActive = hasRow(users, and(eq(users.id, user.id), eq(users.status, 'active')))
	return enqueueMail(
		{ to: user.email, mail: paymentReceived, data },
		{ id: `receipt-${id}`, when: sql`${isUnchanged(payer)} and ${isActive}` },
	)
}

/** Finds the invoice of a member's payment. */
export async function invoiceOfPayment(id: string, userId: string): Promise<string | undefined> {
	const [row] = await db()
		.select({ invoiceId: duesPayments.invoiceId })
		.from(duesPayments)
		.where(and(eq(duesPayments.id, id), eq(duesPayments.userId, userId)))
	return row?.invoiceId
}
