import { sum } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { userCounts } from '#db/schema/users.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type * as contracts from '../contract.ts'
import type { Stats } from '../contract.ts'
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
