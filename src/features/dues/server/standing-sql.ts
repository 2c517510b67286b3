import { type SQL, sql } from 'drizzle-orm'
import { addDays } from '#src/lib/dates/calendar-day.ts'
import { DUE_DAYS, GRACE_DAYS, STANDINGS, type Standing } from '#src/lib/dues/standing.ts'
import type { DuesTab } from '../dues-contract.ts'

// Standings in SQL, for lists. `of` is the name or alias of `memberships`. A test compares the SQL with `standingOn`.

/** SQL for states that take precedence over the paid period: a pause, and days free of dues. */
const isPaused = (of: SQL, today: string) => sql`coalesce(${of}.paused_on <= ${today}, 0)`
const isComplimentary = (of: SQL, today: string) => sql`coalesce(${of}.complimentary_until >= ${today}, 0)`
const isTrial = (of: SQL, today: string) =>
	sql`(coalesce(${of}.trial_until >= ${today}, 0) and coalesce(${of}.paid_through, '') < ${today})`

/** SQL for a quick check that is true of most rows: paid beyond the `due` range, and no other dates set. */
const isPlainlyCurrent = (of: SQL, today: string) => sql`${of}.paid_through > ${addDays(today, DUE_DAYS)}
	and ${of}.trial_until is null and ${of}.complimentary_until is null and ${of}.paused_on is null`

/** A standing, with `grace` split into its two weeks. */
export type StandingGroup = Exclude<Standing, 'grace'> | 'late' | 'lapsing'
export const GROUPS = [
	...STANDINGS.filter((standing) => standing !== 'grace'),
	'late',
	'lapsing',
] as const satisfies readonly StandingGroup[]

const quoted = (name: string) => sql.raw(`'${name}'`)

/**
 * Returns the SQL expression for the standing of a row.
 * @param grace SQL for rows within the grace period.
 * @param textOf returns the SQL for all other standings.
 */
export const standingSql = (
	of: SQL,
	today: string,
	grace: SQL = quoted('grace'),
	textOf: (standing: Exclude<Standing, 'grace'>) => SQL = quoted,
): SQL<string> => sql`case
	when ${isPlainlyCurrent(of, today)} then ${textOf('current')}
	when ${isPaused(of, today)} then ${textOf('paused')}
	when ${isComplimentary(of, today)} then ${textOf('complimentary')}
	when ${isTrial(of, today)} then ${textOf('trial')}
	when ${of}.paid_through >= ${today} then
		case when ${of}.cancelled_at is null and ${of}.subscription_id is null and ${of}.paid_through <= ${addDays(today, DUE_DAYS)}
			then ${textOf('due')} else ${textOf('current')} end
	when ${of}.cancelled_at is not null then ${textOf('ended')}
	when ${of}.paid_through >= ${addDays(today, -GRACE_DAYS)} then ${grace}
	else ${textOf('lapsed')} end`

/** Number of days of the grace period in which a member is `late`. */
const LATE_DAYS = 7

/** Returns the SQL expression for the index of a row's group in `GROUPS`: numbers compare faster than names. */
export function groupSql(of: SQL, today: string): SQL {
	const indexOf = (group: StandingGroup) => sql.raw(String(GROUPS.indexOf(group)))
	const isLate = sql`${of}.paid_through >= ${addDays(today, -LATE_DAYS)}`
	return standingSql(
		of,
		today,
		sql`case when ${isLate} then ${indexOf('late')} else ${indexOf('lapsing')} end`,
		indexOf,
	)
}

/** Returns the sort day of a tab and the tab's condition, written so that an index on the paid days finds the rows. */
export function tabSql(tab: DuesTab, of: SQL, today: string): { day: SQL<string>; where: SQL } {
	const paid = sql<string>`${of}.paid_through`
	const isExempt = sql`${isPaused(of, today)} or ${isComplimentary(of, today)} or ${isTrial(of, today)}`
	const paidBetween = (from: string, to: string) => ({
		day: paid,
		where: sql`${paid} between ${from} and ${to} and ${of}.cancelled_at is null and not (${isExempt})`,
	})
	switch (tab) {
		case 'due': {
			// The plus keeps SQLite from using another index.
			const { day, where } = paidBetween(today, addDays(today, DUE_DAYS))
			return { day, where: sql`${where} and +${of}.subscription_id is null` }
		}
		case 'late':
			return paidBetween(addDays(today, -LATE_DAYS), addDays(today, -1))
		case 'lapsing':
			return paidBetween(addDays(today, -GRACE_DAYS), addDays(today, -LATE_DAYS - 1))
		case 'lapsed':
			return {
				day: sql`coalesce(${paid}, ${of}.trial_until, ${of}.started_on)`,
				where: sql`not (${isExempt}) and coalesce(${paid} < case when ${of}.cancelled_at is null
					then ${addDays(today, -GRACE_DAYS)} else ${today} end, 1)`,
			}
		case 'complimentary':
			return {
				day: sql`${of}.complimentary_until`,
				where: sql`${of}.complimentary_until >= ${today} and not ${isPaused(of, today)}`,
			}
		case 'paused':
			return { day: sql`${of}.paused_on`, where: sql`${of}.paused_on <= ${today}` }
	}
}
