import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { preSessions, trustedDevices } from '#db/schema/security.ts'
import { hashToken } from '#src/platform/tokens.ts'

const TRUST_MS = 30 * 24 * 60 * 60_000

/** Returns the statement that exempts a browser from the second factor for thirty days. */
export function trustDevice(userId: string, device: string, when = sql`1`) {
	const until = Date.now() + TRUST_MS
	return db().run(sql`
		insert into ${trustedDevices} (user_id, device_hash, until) select ${userId}, ${hashToken(device)}, ${until}
		where ${when} on conflict (user_id, device_hash) do update set until = excluded.until`)
}

export async function isTrusted(userId: string, device: string | undefined): Promise<boolean> {
	if (device === undefined) return false
	const isDevice = and(eq(trustedDevices.userId, userId), eq(trustedDevices.deviceHash, hashToken(device)))
	const found = await db()
		.select({ until: trustedDevices.until })
		.from(trustedDevices)
		.where(and(isDevice, gt(trustedDevices.until, new Date())))
	return found.length > 0
}

/** Returns the statement that makes every browser of an account prove the second factor again. */
export const endTrust = (userId: string, when?: SQL) =>
	db()
		.delete(trustedDevices)
		.where(and(eq(trustedDevices.userId, userId), when))

/** Returns the statement that ends unfinished sign-ins, which must not survive a password change. */
export const endSteps = (userId: string, when?: SQL) =>
	db()
		.delete(preSessions)
		.where(and(eq(preSessions.userId, userId), when))
