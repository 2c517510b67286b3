import { and, eq, gt, lte, or } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { leases } from '#db/schema/platform/operations.ts'

/** Maximum clock skew between two nodes, in milliseconds. Calls between nodes tolerate up to 2 minutes. */
export const CLOCKS_MS = 10 * 60_000

/**
 * Takes or renews a lease for `ttlMs`, in one atomic statement. A lease that expires impossibly late was written while
 * a clock ran ahead, and is treated as free.
 * @returns whether `holder` has the lease now.
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

export async function releaseLease(name: string, holder: string): Promise<void> {
	await db()
		.delete(leases)
		.where(and(eq(leases.name, name), eq(leases.holder, holder)))
}
