import { inArray, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db } from '#db/client.ts'
import { memberships, plans } from '#db/schema/dues.ts'
import { addDays, partsOf } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { fetchState } from './cards/fetch-state.ts'
import { planFor } from './plans.ts'

// Members of an imported list, who were members elsewhere before.

interface ListedMember {
	/** Name of a plan, case-insensitive. */
	plan: string | null
	paidThrough: string | null
	complimentaryUntil: string | null
	customerId: string | null
	joinedAt: Date | null
}

/** Normalizes a plan's name, to compare it with imported lists. Like SQLite, lowercases only A to Z. */
export const planKey = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

export const planKeys = async (): Promise<ReadonlySet<string>> =>
	new Set((await db().select({ name: plans.name }).from(plans)).map(({ name }) => planKey(name)))

/** Returns which of these ids at the payment provider already belong to a member. */
export async function knownCustomers(ids: readonly string[]): Promise<ReadonlySet<string>> {
	const rows = await db()
		.select({ id: memberships.customerId })
		.from(memberships)
		.where(inArray(memberships.customerId, [...ids]))
	return new Set(rows.flatMap(({ id }) => id ?? []))
}

/** Returns whether a line has dues data other than a plan. */
export const hasDuesData = ({ paidThrough, complimentaryUntil, customerId }: Omit<ListedMember, 'plan' | 'joinedAt'>) =>
	paidThrough !== null || complimentaryUntil !== null || customerId !== null

/**
 * Returns the statements that start the membership of an invited person from their line. People with neither a plan of
 * the club nor other dues data owe nothing. An existing subscription is fetched from the provider.
 */
export function beginListed(userId: string, listed: ListedMember, when: SQL): BatchItem<'sqlite'>[] {
	if (!hasFeature('dues')) return []
	const today = clubDay()
	const { paidThrough, complimentaryUntil, customerId } = listed
	const namedPlan = sql`(select id from ${plans} where lower(name) = ${planKey(listed.plan ?? '')})`
	const owesDues = hasDuesData(listed) ? sql`1` : sql`${namedPlan} is not null`
	// If there is only a plan, the grace period starts today, as when an admin sets a plan.
	const paid = paidThrough ?? (complimentaryUntil || customerId ? null : addDays(today, -1))
	return [
		db().run(sql`
			insert into ${memberships} (user_id, plan_id, started_on, anchor_day, paid_through, complimentary_until,
				kept_amount_cents, customer_id)
			select ${userId}, plan.id, ${listed.joinedAt ? clubDay(listed.joinedAt.getTime()) : today},
				${partsOf(addDays(paid ?? today, 1))[2]}, ${paid}, ${complimentaryUntil},
				case when is_founding then amount_cents end,
				(select ${customerId} where not exists (select 1 from ${memberships} where customer_id = ${customerId}))
			from (select coalesce(${namedPlan}, ${planFor(null)}) as id) as chosen
				left join ${plans} as plan on plan.id = chosen.id
			where ${when} and ${owesDues}`),
		...(customerId ? [fetchState(sql`user_id = ${userId} and ${when}`)] : []),
	]
}
