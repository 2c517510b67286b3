import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'

/** How exactly it is known when somebody was last seen, in milliseconds. */
export const SEEN_WITHIN_MS = 5 * 60_000
/** Rows of one statement: requests that came meanwhile go between two. */
const AT_ONCE = 100

/** Who was seen since the last write, and when. */
const seen = new Map<string, number>()

/**
 * Notes that a person asked for something while signed in. Nothing is written here: the answer waits for nothing, and
 * however many ask, one statement writes all of them within the minute.
 * @param lastSeenAt what the database said of them together with their session.
 */
export function noteSeen(userId: string, lastSeenAt: Date, now = Date.now()): void {
	if (now - lastSeenAt.getTime() >= SEEN_WITHIN_MS) seen.set(userId, now)
}

/** Writes who was seen since the last time. A job calls it. Who is not written for a failure is seen again soon. */
export async function writeSeen(): Promise<void> {
	const all = [...seen]
	seen.clear()
	for (let at = 0; at < all.length; at += AT_ONCE) {
		if (at > 0) await new Promise((resolve) => setImmediate(resolve))
		// Another node may have seen them, too.
		await db().run(sql`
			update users set last_seen_at = s.value
			from (select key, value from json_each(${JSON.stringify(Object.fromEntries(all.slice(at, at + AT_ONCE)))})) as s
			where users.id = s.key and users.last_seen_at <= s.value - ${SEEN_WITHIN_MS}`)
	}
}
