import { eq, max, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { duesPayments, memberships, plans } from '#db/schema/dues.ts'
import { userCounts, users } from '#db/schema/users.ts'
import { addDays, addMonths } from '#src/lib/dates/calendar-day.ts'
import { DUE_DAYS, GRACE_DAYS, STANDINGS, type Standing } from '#src/lib/dues/standing.ts'
import type { Dues, DuesTab } from '../dues-contract.ts'
import { placeSql } from './standing-sql.ts'

const m = sql`m`

/**
 * Counts members by standing and week of grace: all memberships, less those of admins and deactivated people, who are
 * few. Looking up each account would take longer than all the rest.
 */
const countsStatement = (today: string) => {
	const place = placeSql(m, today)
	const others = (role: string, status: SQL) => sql`
		union all select ${place}, -1 from ${users} u join ${memberships} m on m.user_id = u.id
			where u.role = ${role} and u.status in ${status}`
	return db().all<{ place: Standing | DuesTab; members: number }>(sql`
		select place, sum(n) as members from (select ${place} as place, 1 as n from ${memberships} m
			${others('user', sql`('inactive')`)} ${others('admin', sql`('active', 'inactive')`)}) group by 1`)
}

/** Payments to come: also those that are late. A coupon and credit are not taken off. */
const dueSoonStatement = (today: string) =>
	db().all<Dues['dueSoon'][number]>(sql`
		select p.currency as currency, sum(coalesce(m.kept_amount_cents, p.amount_cents)) as amountCents, count(*) as members
		from ${memberships} m join ${users} u on u.id = m.user_id join ${plans} p on p.id = m.plan_id
		where m.paid_through between ${addDays(today, -GRACE_DAYS)} and ${addDays(today, DUE_DAYS)}
			and u.status = 'active' and u.role = 'user' and m.cancelled_at is null and m.paused_on is null
			and coalesce(m.complimentary_until, '') <= ${addDays(today, DUE_DAYS)}
		group by 1 order by 1`)

/** Deactivated members whose card is still charged. */
export const listChargedThrough = () =>
	db().all<Dues['chargedThough'][number]>(sql`
		select u.id as userId, u.name from ${users} u join ${memberships} m on m.user_id = u.id
		where u.status = 'inactive' and m.subscription_id is not null and m.cancelled_at is null order by u.name`)

/** Counts who paid a second period, by the month of the first payment; the last 12 months. */
const renewedStatement = (today: string) =>
	db().all<Dues['renewed'][number]>(sql`
		select substr(joined, 1, 7) as month, count(*) as joined, sum(periods > 1) as renewed
		from (select p.user_id, min(p.paid_on) as joined, count(distinct p.invoice_id) as periods from ${duesPayments} p
			where p.amount_cents > 0 and not exists (select 1 from ${duesPayments} back where back.reverses = p.id)
			group by p.user_id)
		where joined >= ${`${addMonths(today, -11, 1).slice(0, 7)}-01`} group by 1 order by 1`)

let kept: { key: string; renewed: Dues['renewed'] } | undefined

/** Counts renewals, again only when a payment has come in: they need all payments. */
async function renewals(today: string): Promise<Dues['renewed']> {
	const [newest] = await db()
		.select({ row: max(sql<number>`rowid`) })
		.from(duesPayments)
	const key = `${today} ${newest?.row}`
	if (kept?.key !== key) kept = { key, renewed: await renewedStatement(today) }
	return kept.renewed
}

/** Reads the figures above the list. */
export async function readFigures(today: string): Promise<Omit<Dues, 'rows'>> {
	const [counts, dueSoon, chargedThough, renewed, members] = await Promise.all([
		countsStatement(today),
		dueSoonStatement(today),
		listChargedThrough(),
		renewals(today),
		db().select().from(userCounts).where(eq(userCounts.status, 'active')),
	])
	const all = members.filter(({ role }) => role === 'user').reduce((sum, { count }) => sum + count, 0)
	const asked = counts.reduce((sum, row) => sum + row.members, 0)
	const of = (...places: (Standing | DuesTab)[]) =>
		counts.reduce((sum, row) => sum + (places.includes(row.place) ? row.members : 0), 0)
	const [late, lapsing] = [of('late'), of('lapsing')]
	const standings = Object.fromEntries(STANDINGS.map((standing) => [standing, of(standing)])) as Dues['standings']
	const [due, lapsed, complimentary, paused] = [of('due'), of('lapsed', 'ended'), of('complimentary'), of('paused')]
	return {
		tabs: { due, late, lapsing, lapsed, complimentary, paused },
		standings: { ...standings, grace: late + lapsing, none: all - asked },
		...{ dueSoon, renewed, chargedThough },
	}
}
