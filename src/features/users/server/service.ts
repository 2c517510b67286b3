import { count } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { users } from '#db/schema/index.ts'
import type { Service } from '#src/server/handle.ts'
import type { getStats, Stats } from '../contract.ts'

/** How many accounts there are, by role. Counts the role index, not the rows. */
export async function countUsers(): Promise<Stats> {
	const rows = await db().select({ role: users.role, count: count() }).from(users).groupBy(users.role)
	const of = (role: string) => rows.find((row) => row.role === role)?.count ?? 0
	return { totalUsers: of('admin') + of('user'), adminUsers: of('admin'), regularUsers: of('user') }
}

export const readStats: Service<typeof getStats> = () => countUsers()
