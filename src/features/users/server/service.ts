import { count, sql, sum } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { memberStatus, userCounts, users } from '#db/schema/users.ts'
import { countStandings } from '#src/features/dues/server/summary.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type * as contracts from '../contract.ts'
import { MEMBER_STATUSES, type Stats, type UserCounts } from '../contract.ts'
import { countByFilters } from './directory.ts'

/** Counts accounts by role. Reads the few counter rows that triggers update, not the accounts. */
export async function countUsers(): Promise<Stats> {
	const rows = await db()
		.select({ role: userCounts.role, count: sum(userCounts.count).mapWith(Number) })
		.from(userCounts)
		.groupBy(userCounts.role)
	const of = (role: string) => rows.find((row) => row.role === role)?.count ?? 0
	return { totalUsers: of('admin') + of('user'), adminUsers: of('admin'), regularUsers: of('user') }
}

export const countActiveAdmins = () => countByFilters({ role: 'admin', status: 'active' })

export const getStats: Service<typeof contracts.getStats> = () => countUsers()

/** Counts everyone by status. An index provides the order, so 10,000 rows take a few milliseconds. */
export async function countByStatus(): Promise<UserCounts> {
	const [counts, labelled] = await Promise.all([
		db().select({ status: memberStatus, count: count() }).from(users).groupBy(memberStatus),
		db().selectDistinct({ labels: users.labels }).from(users).where(sql`${users.labels} <> ''`),
	])
	const of = Object.fromEntries(counts.map((row) => [row.status, row.count]))
	const labels = [...new Set(labelled.flatMap(({ labels }) => labels))].sort((a, b) => a.localeCompare(b))
	return {
		statuses: Object.fromEntries(MEMBER_STATUSES.map((status) => [status, of[status] ?? 0])) as UserCounts['statuses'],
		labels,
		...(hasFeature('dues') && { standings: await countStandings(clubDay()) }),
	}
}

export const getUserCounts: Service<typeof contracts.getUserCounts> = () => countByStatus()
