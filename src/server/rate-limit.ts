import { createHash } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import { db, write } from '#db/client.ts'
import { rateLimits } from '#db/schema/index.ts'

/** At most `limit` tries per key in a window of `seconds`. */
export interface RateLimit {
	readonly name: string
	readonly limit: number
	readonly seconds: number
}

// Keys are hashed: the table must not become a list of the addresses and e-mails that were tried.
const keyOf = (rule: RateLimit, subject: string) =>
	`${rule.name}:${createHash('sha256').update(subject).digest('base64url').slice(0, 22)}`

/**
 * Counts one try under each rule, all in one statement each and one transaction, so that the counts are exact
 * however many requests come at once and on however many nodes.
 * @returns seconds until the strictest exceeded rule allows another try, or undefined when the try is allowed.
 */
export async function countTries(
	tries: ReadonlyArray<readonly [RateLimit, subject: string]>,
): Promise<number | undefined> {
	const now = Date.now()
	const statements = tries.map(([rule, subject]) => {
		const fresh = now + rule.seconds * 1000
		return db()
			.insert(rateLimits)
			.values({ key: keyOf(rule, subject), count: 1, resetsAt: new Date(fresh) })
			.onConflictDoUpdate({
				target: rateLimits.key,
				set: {
					count: sql`case when ${rateLimits.resetsAt} <= ${now} then 1 else ${rateLimits.count} + 1 end`,
					resetsAt: sql`case when ${rateLimits.resetsAt} <= ${now} then ${fresh} else ${rateLimits.resetsAt} end`,
				},
			})
			.returning({ count: rateLimits.count, resetsAt: rateLimits.resetsAt })
	})
	const results = (await write(...statements)) as Array<Array<{ count: number; resetsAt: Date }>>
	let wait: number | undefined
	for (const [index, [rule]] of tries.entries()) {
		const row = results[index]?.[0]
		if (row && row.count > rule.limit) wait = Math.max(wait ?? 0, Math.ceil((row.resetsAt.getTime() - now) / 1000))
	}
	return wait
}

/** Starts a key's count anew, after a success. */
export async function forgetTries(rule: RateLimit, subject: string): Promise<void> {
	await db()
		.delete(rateLimits)
		.where(sql`${rateLimits.key} = ${keyOf(rule, subject)}`)
}

/** Takes windows out of the table that have passed. A job calls it. */
export async function forgetPassedWindows(): Promise<void> {
	await db().delete(rateLimits).where(lt(rateLimits.resetsAt, new Date()))
}
