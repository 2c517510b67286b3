import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'

/** Precision of the last-seen time in milliseconds. */
export const SEEN_WITHIN_MS = 5 * 60_000
/** Rows per statement. Other requests run between two statements. */
const AT_ONCE = 100

/** Time last seen by user id, since the last write. */
const seen = new Map<string, number>()

/**
 * Records a signed-in request in memory, so the response waits for no write. `writeSeen` writes all of them in one
 * batch within a minute.
 * @param lastSeenAt the stored time, read together with the session.
 */
export function noteSeen(userId: string, lastSeenAt: Date, now = Date.now()): void {
	if (now - lastSeenAt.getTime() >= SEEN_WITHIN_MS) seen.set(userId, now)
}

/** Writes the last-seen times collected since the last run. A job calls it. A failed write is not retried. */
export async function writeSeen(): Promise<void> {
	const all = [...seen]
	seen.clear()
	for (let at = 0; at < all.length; at += AT_ONCE) {
		if (at > 0) await new Promise((resolve) => setImmediate(resolve))
		// Another node may have written a later time.
		await db().run(sql`
			update users set last_seen_at = s.value
			from (select key, value from json_each(${JSON.stringify(Object.fromEntries(all.slice(at, at + AT_ONCE)))})) as s
			where users.id = s.key and users.last_seen_at <= s.value - ${SEEN_WITHIN_MS}`)
	}
}
