import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { FORMER_MEMBER } from '#db/erase-person.ts'
import { invoices, memberships } from '#db/schema/dues.ts'
import { write } from '#db/write.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { formatMoney } from '#src/lib/dues/money.ts'
import { newId } from '#src/lib/ids.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { isRecorded, recordAudit } from '#src/platform/audit.ts'
import { dropWork, enqueueWorkForEach, lastNamedAt, type OutboxWorker } from '#src/platform/jobs/outbox.ts'
import { actions } from './audit-actions.ts'
import { fetchState } from './cards/fetch-state.ts'
import { creditOf, type InvoiceEntry, readLedger } from './ledger.ts'
import { insertVoids } from './payments.ts'
import { cards } from './providers/cards.ts'
import type { Charge } from './providers/provider.ts'

// Ends the dues of a deleted account. Invoices and payments stay, including the names on them.

const LEAVING_KIND = 'dues-leaving'
const workName = (userId: string) => `${LEAVING_KIND}-${userId}`

interface Leaving {
	userId: string
	customerId: string | null
	subscriptionId: string | null
	isErased: 0 | 1
	at: number
}

/**
 * Returns the statement that ends the dues of an account. Run it before the deletion in the same `write`. The outbox
 * then ends the subscription, even if the provider is unreachable now.
 * @param isErased whether the account cannot be restored. If so, open invoices are voided too.
 */
export const endDues = (userId: string, isErased: boolean, when: SQL) =>
	enqueueWorkForEach(
		LEAVING_KIND,
		sql`
			select ${`${workName(userId)}-${newId()}`} as id, json_object('userId', ${userId}, 'customerId', m.customer_id,
				'subscriptionId', m.subscription_id, 'isErased', ${isErased ? 1 : 0}, 'at', ${Date.now()}) as payload
			from (select 1) left join ${memberships} m on m.user_id = ${userId}
			where ${when} and (m.user_id is not null or ${hasFeature('dues') ? 1 : 0}
				or exists (select 1 from ${invoices} i where i.user_id = ${userId}))`,
	)

/** Returns when an account was deleted, if in the last few days: payments made on a page left open are refunded. */
export const deletedAt = (userId: string): Promise<number | undefined> => lastNamedAt(workName(userId))

/** Returns the charges to refund to an account that was deleted at this time. */
export const chargedSince = (charges: readonly Charge[], at: number) => charges.filter(({ paidAt }) => paidAt >= at)

/**
 * Returns the statements that restore the dues of an account. They also queue a fetch from the provider, to find out
 * whether the subscription has ended.
 */
export const restoreDues = (userId: string, when: SQL): BatchItem<'sqlite'>[] => [
	dropWork(LEAVING_KIND, sql`payload ->> '$.userId' = ${userId} and ${when}`),
	fetchState(sql`user_id = ${userId} and ${when}`),
]

/** Ends a subscription and refunds its charges since the account was deleted. */
async function endSubscription({ customerId, subscriptionId, at }: Leaving): Promise<void> {
	const provider = cards()
	if (!customerId || (!provider && !subscriptionId)) return
	if (!provider) throw new Error('A subscription cannot be ended without the keys of the payment provider')
	await provider.closeOrders(customerId)
	const open = (await provider.subscriptions(customerId)).find(({ id, isOpen }) => isOpen && id === subscriptionId)
	if (open) await provider.end(open.id, chargedSince(open.charges, at))
}

/** Records once for the admins how much an erased account had overpaid. The amount is recorded nowhere else. */
function recordOwed(userId: string, entries: readonly InvoiceEntry[]): BatchItem<'sqlite'>[] {
	const owedCents = creditOf(entries)
	const [last] = entries.toReversed()
	if (owedCents === 0 || !last) return []
	const action = actions['dues.owed']
	const detail = { amount: formatMoney(owedCents, last.row.currency), invoice: last.row.id }
	// The name is on the invoice. Erasure removes it from the audit log.
	const subject = { type: 'user', id: userId, name: FORMER_MEMBER }
	return [recordAudit({ actor: undefined, action, subject, detail }, sql`not ${isRecorded(action, userId)}`)]
}

async function settleInvoices(userId: string): Promise<void> {
	const { entries } = await readLedger(userId)
	const when = { today: clubDay(), now: Date.now() }
	const open = entries.filter(({ state }) => state === 'open')
	await write(...recordOwed(userId, entries), ...insertVoids(open, 'the account was deleted', when, sql`1`))
}

export const leavingWorkers: Record<string, OutboxWorker> = {
	async [LEAVING_KIND](payload) {
		const leaving = JSON.parse(payload) as Leaving
		if (leaving.isErased) await settleInvoices(leaving.userId)
		await endSubscription(leaving)
	},
}
