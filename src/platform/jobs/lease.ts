import { and, eq, gt, lte, or } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { leases } from '#db/schema/operations.ts'

/** How far the clocks of two nodes may differ before one of them is wrong, in milliseconds; nodes hear each other up to 2 min. */
export const CLOCKS_MS = 10 * 60_000

/**
 * Takes or renews a lease for `ttlMs`. Exact with any number of nodes: condition and change are one statement.
 * One that ends later than anybody can have said is of a clock that was put back since, and free.
 * @returns whether `holder` has it now.
 */
export async function takeLease(name: string, holder: string, ttlMs: number, now = Date.now()): Promise<boolean> {
	const expiresAt = new Date(now + ttlMs)
	const rows = await db()
		.insert(leases)
		.values({ name, holder, expiresAt })
		.onConflictDoUpdate({
			target: leases.name,
			set: { holder, expiresAt },
			setWhere: or(
				eq(leases.holder, holder),
				lte(leases.expiresAt, new Date(now)),
				gt(leases.expiresAt, new Date(now + ttlMs + CLOCKS_MS)),
			),
		})
		.returning({ holder: leases.holder })
	return rows.length > 0
}

/** Gives a lease back, so that another node need not wait for its end. */
export async function releaseLease(name: string, holder: string): Promise<void> {
	await db()
		.delete(leases)
		.where(and(eq(leases.name, name), eq(leases.holder, holder)))
}
