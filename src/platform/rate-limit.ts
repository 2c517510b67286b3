import { createHash } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import { type Db, db } from '#db/client.ts'
import { rateLimits } from '#db/schema/operations.ts'

/** At most `limit` tries per key in a window of `seconds`. */
export interface RateLimit {
	readonly name: string
	readonly limit: number
	readonly seconds: number
}

// Keys are hashed: the table must not become a list of the addresses and e-mails that were tried.
const keyOf = (rule: RateLimit, subject: string) =>
	`${rule.name}:${createHash('sha256').update(subject).digest('base64url').slice(0, 22)}`

/** How long a refusal is answered from memory, in milliseconds: a success on another node is heard of after it. */
const COPY_MS = 2_000

/**
 * Keys that are refused until a time. A refusal is answered from here for a moment, so that somebody who goes on
 * trying costs neither a write nor a hash. Per node, and only a copy of what one database counted: another begins
 * without it.
 */
const refusedBy = new WeakMap<Db, Map<string, { until: number; copiedAt: number }>>()
const MAX_REFUSED = 10_000

function copies() {
	const refused = refusedBy.get(db()) ?? new Map<string, { until: number; copiedAt: number }>()
	refusedBy.set(db(), refused)
	return refused
}

function remember(key: string, until: number, now: number): void {
	const refused = copies()
	if (refused.size >= MAX_REFUSED) {
		for (const [known, { copiedAt }] of refused) if (copiedAt + COPY_MS <= now) refused.delete(known)
		if (refused.size >= MAX_REFUSED) refused.clear()
	}
	refused.set(key, { until, copiedAt: now })
}

/** Until when a key is refused, as far as this node knows without asking. */
function refusedUntil(key: string, now: number): number | undefined {
	const copy = copies().get(key)
	return copy && copy.until > now && copy.copiedAt + COPY_MS > now ? copy.until : undefined
}

/** Counts one try in one statement, so that the count is exact however many come at once, and on however many nodes. */
async function countTry(rule: RateLimit, key: string, now: number) {
	const fresh = now + rule.seconds * 1000
	const [row] = await db()
		.insert(rateLimits)
		.values({ key, count: 1, resetsAt: new Date(fresh) })
		.onConflictDoUpdate({
			target: rateLimits.key,
			set: {
				count: sql`case when ${rateLimits.resetsAt} <= ${now} then 1 else ${rateLimits.count} + 1 end`,
				resetsAt: sql`case when ${rateLimits.resetsAt} <= ${now} then ${fresh} else ${rateLimits.resetsAt} end`,
			},
		})
		.returning({ count: rateLimits.count, resetsAt: rateLimits.resetsAt })
	return row
}

/**
 * Counts one try under each rule in turn and stops at the first that refuses it: somebody whose address is refused
 * must not go on filling the counter of an account that is not theirs.
 * @returns seconds until another try is allowed, or undefined when this one is.
 */
export async function countTries(
	tries: ReadonlyArray<readonly [RateLimit, subject: string]>,
): Promise<number | undefined> {
	const now = Date.now()
	for (const [rule, subject] of tries) {
		const key = keyOf(rule, subject)
		const until = refusedUntil(key, now)
		if (until !== undefined) return Math.ceil((until - now) / 1000)
		const row = await countTry(rule, key, now)
		if (!row || row.count <= rule.limit) continue
		remember(key, row.resetsAt.getTime(), now)
		return Math.ceil((row.resetsAt.getTime() - now) / 1000)
	}
	return undefined
}

/** What is counted of a client's address: whoever owns an IPv6 address owns its whole /64. */
export function addressSubject(address: string): string {
	if (!ipaddr.isValid(address)) return address
	const parsed = ipaddr.process(address)
	return parsed.kind() === 'ipv6' ? (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':') : parsed.toString()
}

/** Starts a key's count anew, after a success. */
export async function forgetTries(rule: RateLimit, subject: string): Promise<void> {
	const key = keyOf(rule, subject)
	copies().delete(key)
	await db().delete(rateLimits).where(eq(rateLimits.key, key))
}

/** Takes windows out of the table that have passed. A job calls it. */
export async function forgetPassedWindows(): Promise<void> {
	await db().delete(rateLimits).where(lt(rateLimits.resetsAt, new Date()))
}
