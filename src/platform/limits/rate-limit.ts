import { createHash } from 'node:crypto'
import { and, eq, gt, lt, notExists, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import ipaddr from 'ipaddr.js'
import { type Db, db, write } from '#db/client.ts'
import { rateLimits } from '#db/schema/operations.ts'
import { sendToNodes } from '../nodes/node-news.ts'

/** At most `limit` tries per key in a window of `seconds`. */
export interface RateLimit {
	readonly name: string
	readonly limit: number
	readonly seconds: number
}

// Keys are hashed: the table must not become a list of the addresses and e-mails that were tried.
const keyOf = (rule: RateLimit, subject: string) =>
	`${rule.name}:${createHash('sha256').update(subject).digest('base64url').slice(0, 22)}`

/** How long a refusal is answered from memory, in milliseconds: a success on another node that could not tell us is heard of after it. */
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
	if (!copy || copy.until <= now) return undefined
	// By an hour that has not come yet it was made before the clock was put back.
	return copy.copiedAt <= now && copy.copiedAt + COPY_MS > now ? copy.until : undefined
}

type CountedTry = { rule: RateLimit; key: string }

/** Holds where none of these tries, counted by statements before, was one too many. */
const areAllowed = (tries: readonly CountedTry[]) =>
	and(
		sql`true`,
		...tries.map(({ rule, key }) =>
			notExists(
				db()
					.select({ one: sql`1` })
					.from(rateLimits)
					.where(and(eq(rateLimits.key, key), gt(rateLimits.count, rule.limit))),
			),
		),
	)

/**
 * Counts one try in one statement, so that the count is exact however many come at once, and on however many nodes.
 * Not where one of those before it was refused.
 */
function countStatement({ rule, key }: CountedTry, before: readonly CountedTry[], now: number) {
	const fresh = now + rule.seconds * 1000
	// A window whose end is further away than two of them was begun by a clock that has been put back since: nobody shall
	// wait a day for it. Twice, since clocks of nodes differ, and a window of another must not begin anew here.
	const isOver = sql`(resets_at <= ${now} or resets_at > ${fresh + rule.seconds * 1000})`
	return db().all<{ count: number; resets_at: number }>(sql`
		insert into ${rateLimits} (key, count, resets_at)
		select ${key}, 1, ${fresh} where ${areAllowed(before)}
		on conflict (key) do update set
			count = case when ${isOver} then 1 else count + 1 end,
			resets_at = case when ${isOver} then ${fresh} else resets_at end
		returning count, resets_at`)
}

type Tries = ReadonlyArray<readonly [RateLimit, subject: string]>

/** What one way to the database brings besides the counting. */
type Read<Row> = BatchItem<'sqlite'> & { readonly _: { readonly result: Row[] } }

/**
 * Counts one try under each rule in turn and stops at the first that refuses it: somebody whose address is refused
 * must not go on filling the counter of an account that is not theirs.
 * @returns seconds until another try is allowed, or undefined when this one is.
 */
export async function countTries(tries: Tries): Promise<number | undefined> {
	return (await countAnd(tries, [])).wait
}

/**
 * As `countTries`, and reads in the same write what whoever is let in goes on with.
 * @returns as `wait` what `countTries` does, and the rows; none where it is refused.
 */
export async function countTriesAndRead<Row>(tries: Tries, read: Read<Row>): Promise<{ wait?: number; rows: Row[] }> {
	const { wait, results } = await countAnd(tries, [read])
	return wait === undefined ? { rows: results[0] as Row[] } : { wait, rows: [] }
}

async function countAnd(tries: Tries, reads: readonly BatchItem<'sqlite'>[]) {
	const now = Date.now()
	const keyed = tries.map(([rule, subject]) => ({ rule, key: keyOf(rule, subject) }))
	const known = keyed.findIndex(({ key }) => refusedUntil(key, now) !== undefined)
	const counted = known < 0 ? keyed : keyed.slice(0, known)
	const statements = counted.map((one, i) => countStatement(one, counted.slice(0, i), now))
	const results = counted.length > 0 ? await write(...statements, ...reads) : []
	for (const [i, { rule, key }] of counted.entries()) {
		const row = results[i]?.[0]
		if (!row || row.count <= rule.limit) continue
		remember(key, row.resets_at, now)
		return { wait: Math.ceil((row.resets_at - now) / 1000), results: [] }
	}
	const until = refusedUntil(keyed[known]?.key ?? '', now)
	if (until !== undefined) return { wait: Math.ceil((until - now) / 1000), results: [] }
	return { wait: undefined, results: results.slice(counted.length) as unknown[] }
}

/** What is counted of a client's address: whoever owns an IPv6 address owns its whole /64. */
export function addressSubject(address: string): string {
	if (!ipaddr.isValid(address)) return address
	const parsed = ipaddr.process(address)
	return parsed.kind() === 'ipv6' ? (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':') : parsed.toString()
}

/** Starts a key's count anew, after a success; on nodes that refuse it from memory too. */
export async function forgetTries(rule: RateLimit, subject: string): Promise<void> {
	const [forgotten] = await forgetTriesStatement(rule, subject)
	if (forgotten && forgotten.count > rule.limit) sendToNodes('forget-tries', keyOf(rule, subject))
}

/**
 * The same as a statement of the `write` of a success that was counted itself: it was let in, so that no node refuses
 * the key, but for one that refused others meanwhile, for two seconds.
 */
export function forgetTriesStatement(rule: RateLimit, subject: string) {
	const key = keyOf(rule, subject)
	forgetCopy(key)
	return db().delete(rateLimits).where(eq(rateLimits.key, key)).returning({ count: rateLimits.count })
}

/** Forgets what this node remembers of a key, which began anew on another. */
export const forgetCopy = (key: string) => void copies().delete(key)

/** Takes windows out of the table that have passed. A job calls it. */
export async function forgetPassedWindows(): Promise<void> {
	await db().delete(rateLimits).where(lt(rateLimits.resetsAt, new Date()))
}
