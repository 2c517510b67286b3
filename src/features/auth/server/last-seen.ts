import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import { CLOCKS_MS } from '#src/platform/jobs/lease.ts'

/** Precision of the last-seen time in milliseconds. */
export const PRECISION_MS = 5 * 60_000
/** Rows per statement. Other requests run between two statements. */
const BATCH = 100

/** Last-seen times by user id, collected since the last write. */
const seen = new Map<string, number>()

/**
 * Records a signed-in request in memory, so the response waits for no write. `writeSeen` stores the collected times
 * within a minute.
 * @param lastSeenAt the stored time, read together with the session.
 */
export function recordSeen(userId: string, lastSeenAt: Date, now = Date.now()): void {
	const ago = now - lastSeenAt.getTime()
	// A stored time in the future came from a clock that was ahead.
	if (ago >= PRECISION_MS || ago < -CLOCKS_MS) seen.set(userId, now)
}

/** Writes the last-seen times collected since the last run. A job calls it. A failed write is not retried. */
export async function writeSeen(): Promise<void> {
	const all = [...seen]
	seen.clear()
	for (let at = 0; at < all.length; at += BATCH) {
		if (at > 0) await new Promise((resolve) => setImmediate(resolve))
		// Another node may have written a later time.
		await db().run(sql`
			update ${users} set last_seen_at = s.value
			from (select key, value from json_each(${JSON.stringify(Object.fromEntries(all.slice(at, at + BATCH)))})) as s
			where ${users}.id = s.key
				and ${users}.last_seen_at not between s.value - ${PRECISION_MS - 1} and s.value + ${CLOCKS_MS}`)
	}
}
