import { eq, max, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { duesPayments, memberships, plans } from '#db/schema/dues.ts'
import { userCounts, users } from '#db/schema/users.ts'
import { addDays, addMonths } from '#src/lib/dates/calendar-day.ts'
import { ALWAYS, DUE_DAYS, GRACE_DAYS, STANDINGS, type Standing } from '#src/lib/dues/standing.ts'
import { CHARGED_SHOWN, type Dues, type DuesTab } from '../dues-contract.ts'
import type { AnyStanding } from './member-standings.ts'
import { GROUPS, groupSql, type StandingGroup, tabSql } from './standing-sql.ts'

const m = sql`m`

/** People whose memberships are excluded from counts. */
const ADMINS = sql`u.role = 'admin' and u.status in ('active', 'inactive')`
const INACTIVE = sql`u.role = 'user' and u.status = 'inactive'`
const OTHERS = [ADMINS, INACTIVE]

/** Memberships of the accounts `u`. Forces an index, since SQLite would choose the unique one and read each row. */
const OF_ACCOUNT = sql`${memberships} m indexed by memberships_standing on m.user_id = u.id`

/**
 * Returns rows of all memberships with `n` 1, plus a row with -1 for each excluded membership. There are few of these;
 * looking up every account would take longer than everything else.
 */
const counted = (columns: SQL, where: SQL, others: readonly SQL[]) => sql`
	select ${columns}, 1 as n from ${memberships} m where ${where}
	${sql.join(
		others.map(
			(other) => sql` union all select ${columns}, -1 from ${users} u join ${OF_ACCOUNT} where ${other} and ${where}`,
		),
	)}`

/**
 * Counts members by standing and week of grace. Uses sums, because grouping the rows would take longer than everything
 * else.
 */
async function countGroups(today: string, others: readonly SQL[]): Promise<(group: StandingGroup) => number> {
	const sums = GROUPS.map((group, index) => sql.raw(`sum(n) filter (where standing_group = ${index}) as ${group}`))
	const [row] = await db().all<Record<StandingGroup, number | null>>(
		sql`select ${sql.join(sums, sql`, `)} from (${counted(sql`${groupSql(m, today)} as standing_group`, sql`1`, others)})`,
	)
	return (group) => row?.[group] ?? 0
}

const standingsFrom = (countOf: (group: StandingGroup) => number) =>
	Object.fromEntries(
		STANDINGS.map((standing) => [
			standing,
			standing === 'grace' ? countOf('late') + countOf('lapsing') : countOf(standing),
		]),
	) as Record<Standing, number>

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

/** Counts everyone by standing, including deactivated people; `none` means that no dues are required. */
export async function countStandings(today: string): Promise<Record<AnyStanding, number>> {
	const [countOf, people] = await Promise.all([
		countGroups(today, [ADMINS]),
		db().select().from(userCounts).where(eq(userCounts.role, 'user')),
	])
	const standings = standingsFrom(countOf)
	return { ...standings, none: sumOf(people.map(({ count }) => count)) - sumOf(Object.values(standings)) }
}

/** Counts the members of each tab. */
const tabsFrom = (countOf: (group: StandingGroup) => number): Dues['tabs'] => ({
	...{ due: countOf('due'), late: countOf('late'), lapsing: countOf('lapsing') },
	lapsed: countOf('lapsed') + countOf('ended'),
	...{ complimentary: countOf('complimentary'), paused: countOf('paused') },
})

/** Counts the members of one tab. */
export async function countTab(tab: DuesTab, today: string): Promise<number> {
	const [row] = await db().all<{ members: number | null }>(
		sql`select sum(n) as members from (${counted(sql`1 as one`, tabSql(tab, m, today).where, OTHERS)})`,
	)
	return row?.members ?? 0
}

/** Selects expected payments, including late ones, ignoring coupons and credit. */
function dueSoonStatement(today: string) {
	const isDue = sql`m.paid_through between ${addDays(today, -GRACE_DAYS)} and ${addDays(today, DUE_DAYS)}
		and m.cancelled_at is null and m.paused_on is null
		and coalesce(m.complimentary_until, '') <= ${addDays(today, DUE_DAYS)}`
	const kept = sql`case when coalesce(m.kept_until, ${ALWAYS}) > m.paid_through then m.kept_amount_cents end`
	return db().all<Dues['dueSoon'][number]>(sql`
		select p.currency as currency, sum(n * coalesce(kept, p.amount_cents)) as amountCents, sum(n) as members
		from (${counted(sql`m.plan_id as plan, ${kept} as kept`, isDue, OTHERS)}) join ${plans} p on p.id = plan
		group by 1 having sum(n) > 0 order by 1`)
}

/** Deactivated members whose card is still charged. */
const CHARGED = sql`from ${users} u join ${OF_ACCOUNT}
	where u.status = 'inactive' and m.subscription_id is not null and m.cancelled_at is null`

/** Lists deactivated members whose cards are still charged: one more than is shown. */
const listCharged = () =>
	db().all<Dues['chargedThough'][number]>(
		sql`select u.id as userId, u.name ${CHARGED} order by u.name, u.id limit ${CHARGED_SHOWN + 1}`,
	)

export async function countCharged(): Promise<number> {
	const [row] = await db().all<{ members: number }>(sql`select count(*) as members ${CHARGED}`)
	return row?.members ?? 0
}

/** Counts members who paid a second period, by month of the first payment, for the last 12 months. */
const renewedStatement = (today: string) =>
	db().all<Dues['renewed'][number]>(sql`
		select substr(joined, 1, 7) as month, count(*) as joined, sum(periods > 1) as renewed
		from (select p.user_id, min(p.paid_on) as joined, count(distinct p.invoice_id) as periods from ${duesPayments} p
			where p.amount_cents > 0 and not exists (select 1 from ${duesPayments} back where back.reverses = p.id)
			group by p.user_id)
		where joined >= ${`${addMonths(today, -11, 1).slice(0, 7)}-01`} group by 1 order by 1`)

let cachedRenewals: { key: string; renewed: Dues['renewed'] } | undefined

/** Counts renewals. Counting reads all payments, so the result is cached until there is a new payment or day. */
async function renewals(today: string): Promise<Dues['renewed']> {
	const [newest] = await db()
		.select({ row: max(sql<number>`rowid`) })
		.from(duesPayments)
	const key = `${today} ${newest?.row}`
	if (cachedRenewals?.key !== key) cachedRenewals = { key, renewed: await renewedStatement(today) }
	return cachedRenewals.renewed
}

/** Reads the summary shown above the list. */
export async function readSummary(today: string): Promise<Omit<Dues, 'rows'>> {
	const [countOf, dueSoon, chargedThough, renewed, members] = await Promise.all([
		countGroups(today, OTHERS),
		dueSoonStatement(today),
		listCharged(),
		renewals(today),
		db().select().from(userCounts).where(eq(userCounts.status, 'active')),
	])
	const all = sumOf(members.filter(({ role }) => role === 'user').map(({ count }) => count))
	const standings = standingsFrom(countOf)
	return {
		tabs: tabsFrom(countOf),
		standings: { ...standings, none: all - sumOf(Object.values(standings)) },
		...{ dueSoon, renewed, chargedThough },
	}
}
