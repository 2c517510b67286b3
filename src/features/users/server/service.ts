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
	const countOf = (role: string) => rows.find((row) => row.role === role)?.count ?? 0
	return { totalUsers: countOf('admin') + countOf('user'), adminUsers: countOf('admin'), regularUsers: countOf('user') }
}

export const countActiveAdmins = () => countByFilters({ role: 'admin', status: 'active' })

export const getStats: Service<typeof contracts.getStats> = () => countUsers()

/** Counts everyone by status. An index provides the order, so 10,000 rows take a few milliseconds. */
export async function countByStatus(): Promise<UserCounts> {
	const [counts, labelLists] = await Promise.all([
		db().select({ status: memberStatus, count: count() }).from(users).groupBy(memberStatus),
		db().selectDistinct({ labels: users.labels }).from(users).where(sql`${users.labels} <> ''`),
	])
	const byStatus = Object.fromEntries(counts.map((row) => [row.status, row.count]))
	const labels = [...new Set(labelLists.flatMap(({ labels }) => labels))].sort((a, b) => a.localeCompare(b))
	return {
		statuses: Object.fromEntries(
			MEMBER_STATUSES.map((status) => [status, byStatus[status] ?? 0]),
		) as UserCounts['statuses'],
		labels,
		...(hasFeature('dues') && { standings: await countStandings(clubDay()) }),
	}
}

export const getUserCounts: Service<typeof contracts.getUserCounts> = () => countByStatus()
