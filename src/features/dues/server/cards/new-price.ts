import { type SQL, sql } from 'drizzle-orm'
import { memberships } from '#db/schema/dues.ts'
import { newId } from '#src/lib/ids.ts'
import { enqueueWorkForEach, type OutboxWorker } from '#src/platform/jobs/outbox.ts'
import { cards } from '../providers/cards.ts'

const NEW_PRICE_KIND = 'dues-new-price'

interface NewPrice {
	subscriptionId: string
	/** Ids of prices at the provider. */
	from: string
	to: string
}

/**
 * Returns the statement that has the provider charge the new price of a plan from each member's next renewal on. Founding
 * members keep theirs, and so does who pays another price than the plan's.
 */
export const chargeNewPrice = (planId: string, { from, to }: Omit<NewPrice, 'subscriptionId'>, when: SQL) =>
	enqueueWorkForEach(
		NEW_PRICE_KIND,
		sql`
			select ${newId()} || '-' || m.user_id as id,
				json_object('subscriptionId', m.subscription_id, 'from', ${from}, 'to', ${to}) as payload
			from ${memberships} m
			where m.plan_id = ${planId} and m.subscription_id is not null and m.kept_amount_cents is null and ${when}`,
	)

export const newPriceWorkers: Record<string, OutboxWorker> = {
	async [NEW_PRICE_KIND](payload) {
		const { subscriptionId, from, to } = JSON.parse(payload) as NewPrice
		const provider = cards()
		if (!provider) throw new Error('A price cannot be changed without the keys of the payment provider')
		await provider.changePrice(subscriptionId, from, to)
	},
}
