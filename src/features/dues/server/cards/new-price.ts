import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { memberships } from '#db/schema/dues.ts'
import { addDays } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { newId } from '#src/lib/ids.ts'
import { changeWork, enqueueWorkForEach, type OutboxWorker } from '#src/platform/jobs/outbox.ts'
import { RENEWAL_NOTICE_DAYS } from '../notices/notice-kinds.ts'
import { cards } from '../providers/cards.ts'

const NEW_PRICE_KIND = 'dues-new-price'
const DAY_MS = 24 * 60 * 60_000
/** Days for which cards are still charged the price before a raise: a renewal must charge the price in its notice. */
const KEPT_DAYS = RENEWAL_NOTICE_DAYS + 1

interface NewPrice {
	subscriptionId: string
	/** Ids of prices at the provider. */
	from: string
	to: string
}

/** A price change of a plan that the provider has to apply. */
export interface PriceChange {
	planId: string
	/** Amounts, in cents. */
	before: number
	after: number
	/** Ids of prices at the provider. */
	from: string
	to: string
}

/** Returns the last day on which renewals charge the price before a raise. */
export const keptUntil = (): string => addDays(clubDay(), KEPT_DAYS)

/** Matches members whose card is charged the plan's price. Excludes those who keep a founding price. */
const PAYS_BY_CARD = sql`(m.subscription_id is not null and (m.kept_amount_cents is null or m.kept_until is not null))`

/** The price that the card is charged now: the one before an earlier raise while it is kept, else the plan's. */
const chargedNow = (before: number) =>
	sql`case when m.kept_until >= ${clubDay()} then m.kept_amount_cents else ${before} end`

/** Matches members who pay the plan's price by card and for whom the new price is a raise. */
export const keepsPrice = ({ before, after }: Pick<PriceChange, 'before' | 'after'>): SQL =>
	sql`(${PAYS_BY_CARD} and ${chargedNow(before)} < ${after})`

/**
 * Returns the statements that make the provider charge a plan's new price: a lower price from each member's next
 * renewal, a higher price once every member has been notified in time. Members with a price other than the plan's keep
 * it.
 */
export function chargeNewPrice({ planId, before, after, from, to }: PriceChange, when: SQL) {
	const keeps = keepsPrice({ before, after })
	const isPayer = sql`m.plan_id = ${planId} and ${PAYS_BY_CARD} and ${when}`
	const rows = (condition: SQL) => sql`
		select ${newId()} || '-' || m.user_id as id,
			json_object('subscriptionId', m.subscription_id, 'from', ${from}, 'to', ${to}) as payload
		from ${memberships} m where ${isPayer} and ${condition}`
	const isWaiting = sql`m.subscription_id = payload ->> '$.subscriptionId'`
	const keptMs = (KEPT_DAYS + 1) * DAY_MS
	return [
		// Updates price changes that are still queued: they get the newest price, and the time when it is due.
		changeWork(
			NEW_PRICE_KIND,
			{
				payload: sql`json_set(payload, '$.to', ${to})`,
				afterMs: sql`(select case when ${keeps} then ${keptMs} else 0 end from ${memberships} m where ${isWaiting})`,
			},
			sql`payload ->> '$.to' = ${from} and exists (select 1 from ${memberships} m where ${isWaiting} and ${isPayer})`,
		),
		enqueueWorkForEach(NEW_PRICE_KIND, rows(keeps), keptMs),
		enqueueWorkForEach(NEW_PRICE_KIND, rows(sql`not ${keeps}`)),
		db().run(sql`
			update ${memberships} as m set
				kept_amount_cents = case when ${keeps} then ${chargedNow(before)} end,
				kept_until = case when ${keeps} then ${keptUntil()} end,
				version = m.version + 1
			where ${isPayer}`),
	]
}

export const newPriceWorkers: Record<string, OutboxWorker> = {
	async [NEW_PRICE_KIND](payload) {
		const { subscriptionId, from, to } = JSON.parse(payload) as NewPrice
		const provider = cards()
		if (!provider) throw new Error('A price cannot be changed without the keys of the payment provider')
		await provider.changePrice(subscriptionId, from, to)
	},
}
