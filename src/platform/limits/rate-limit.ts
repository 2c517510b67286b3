import { createHash } from 'node:crypto'
import { and, eq, gt, gte, lt, notExists, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import ipaddr from 'ipaddr.js'
import { type Db, db } from '#db/client.ts'
import { rateLimits } from '#db/schema/platform/operations.ts'
import { write } from '#db/write.ts'
import { sendToNodes } from '../nodes/node-news.ts'

export interface RateLimit {
	readonly name: string
	readonly limit: number
	readonly seconds: number
}

// Subjects are hashed: the table must not become a list of IP and email addresses that were tried.
const keyOf = (rule: RateLimit, subject: string) =>
	`${rule.name}:${createHash('sha256').update(subject).digest('base64url').slice(0, 22)}`

/** Time to cache a rejection, in milliseconds. Delays a reset by another node if that node could not call us. */
const COPY_MS = 2_000

/**
 * Cache of rejected keys, so that repeated attempts cost neither a write nor a password hash. Separate per node and per
 * database: a new database starts with an empty cache.
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

/** Returns the time until which this node's cache rejects a key; undefined if it does not. */
function refusedUntil(key: string, now: number): number | undefined {
	const copy = copies().get(key)
	if (!copy || copy.until <= now) return undefined
	// A timestamp in the future means that the clock was set back.
	return copy.copiedAt <= now && copy.copiedAt + COPY_MS > now ? copy.until : undefined
}

type CountedTry = { rule: RateLimit; key: string }
type Count = { count: number; resets_at: number }

/** Returns the condition that no attempt counted by an earlier statement exceeds its limit. */
const areAllowed = (tries: readonly CountedTry[]): SQL =>
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
	) ?? sql`true`

/**
 * Returns the statement that counts one attempt atomically, across nodes. The statement does nothing if an attempt in
 * `before` was rejected.
 */
function countStatement({ rule, key }: CountedTry, before: readonly CountedTry[], now: number) {
	const fresh = now + rule.seconds * 1000
	// If a window ends more than two window lengths ahead, the clock was set back after the window started: no one should
	// wait a day for it. Two lengths, because node clocks differ and this must not reset another node's window.
	const isOver = sql`(resets_at <= ${now} or resets_at > ${fresh + rule.seconds * 1000})`
	return db().all<Count>(sql`
		insert into ${rateLimits} (key, count, resets_at)
		select ${key}, 1, ${fresh} where ${areAllowed(before)}
		on conflict (key) do update set
			count = case when ${isOver} then 1 else count + 1 end,
			resets_at = case when ${isOver} then ${fresh} else resets_at end
		returning count, resets_at`)
}

type Tries = ReadonlyArray<readonly [RateLimit, subject: string]>

type Read<Row> = BatchItem<'sqlite'> & { readonly _: { readonly result: Row[] } }

/**
 * Counts one attempt for each rule in order and stops at the first rejection: attempts from a rejected address must not
 * use up the limit of another person's account.
 * @returns undefined if the attempt is allowed; otherwise the seconds until the next is allowed.
 */
export async function countAttempts(tries: Tries): Promise<number | undefined> {
	return (await countAnd(tries, [])).wait
}

/**
 * Counts like `countAttempts`, and reads rows in the same write.
 * @returns the result of `countAttempts` as `wait`, and the rows, or no rows if the attempt was rejected.
 */
export async function countTriesAndRead<Row>(tries: Tries, read: Read<Row>): Promise<{ wait?: number; rows: Row[] }> {
	const { wait, results } = await countAnd(tries, [read])
	return wait === undefined ? { rows: results[0] as Row[] } : { wait, rows: [] }
}

/** Statements and conditions to count attempts in the same `write` as the action that they allow. */
interface Counting {
	/** Statements that count the attempts. Must come first in the `write`. */
	readonly counts: readonly ReturnType<typeof countStatement>[]
	/** The condition that all attempts are allowed, for statements after `counts`. */
	readonly areAllowed: SQL
	/** Returns the result of `countAttempts`, from the results of `counts`. */
	waitIn(results: readonly unknown[]): number | undefined
}

/** Like `countAttempts`, but without a separate write: the attempt and the allowed action share one disk sync. */
export function countingOf(tries: Tries): Counting {
	const now = Date.now()
	const keyed = tries.map(([rule, subject]) => ({ rule, key: keyOf(rule, subject) }))
	const known = keyed.findIndex(({ key }) => refusedUntil(key, now) !== undefined)
	const until = refusedUntil(keyed[known]?.key ?? '', now)
	const counted = known < 0 ? keyed : keyed.slice(0, known)
	const secondsTo = (time: number) => Math.ceil((time - now) / 1000)
	return {
		counts: counted.map((one, i) => countStatement(one, counted.slice(0, i), now)),
		areAllowed: known < 0 ? areAllowed(counted) : sql`false`,
		waitIn(results) {
			for (const [i, { rule, key }] of counted.entries()) {
				const [row] = (results[i] ?? []) as Count[]
				if (!row || row.count <= rule.limit) continue
				remember(key, row.resets_at, now)
				return secondsTo(row.resets_at)
			}
			return until === undefined ? undefined : secondsTo(until)
		},
	}
}

async function countAnd(tries: Tries, reads: readonly BatchItem<'sqlite'>[]) {
	const { counts, waitIn } = countingOf(tries)
	const results = counts.length > 0 ? await write({ counts, reads }) : { counts: [], reads: [] }
	const wait = waitIn(results.counts)
	return { wait, results: wait === undefined ? results.reads : [] }
}

/** Returns the rate limit subject of an address. The owner of an IPv6 address controls its whole /64. */
export function addressSubject(address: string): string {
	if (!ipaddr.isValid(address)) return address
	const parsed = ipaddr.process(address)
	return parsed.kind() === 'ipv6' ? (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':') : parsed.toString()
}

/** Returns the time until which attempts of a subject are rejected; undefined if the next is allowed. */
export async function lockedUntil(rule: RateLimit, subject: string): Promise<Date | undefined> {
	const isLocked = and(gte(rateLimits.count, rule.limit), gt(rateLimits.resetsAt, new Date()))
	const [row] = await db()
		.select({ until: rateLimits.resetsAt })
		.from(rateLimits)
		.where(and(eq(rateLimits.key, keyOf(rule, subject)), isLocked))
	return row?.until
}

/** Resets a subject's count after a success, including the caches of other nodes. */
export async function resetAttempts(rule: RateLimit, subject: string): Promise<void> {
	const [forgotten] = await resetAttemptsStatement(rule, subject)
	if (forgotten && forgotten.count > rule.limit) sendToNodes('forget-tries', keyOf(rule, subject))
}

/**
 * Like `resetAttempts`, but returns a statement for the `write` of a success. Does not notify other nodes: the attempt
 * was counted and allowed, so only a node that rejected concurrent attempts caches a rejection, for two seconds.
 * @param when condition of the success, if only that write can evaluate it.
 */
export function resetAttemptsStatement(rule: RateLimit, subject: string, when?: SQL) {
	const key = keyOf(rule, subject)
	if (!when) forgetCopy(key)
	return db()
		.delete(rateLimits)
		.where(and(eq(rateLimits.key, key), when))
		.returning({ count: rateLimits.count })
}

/** Drops this node's cached rejection of a key that was reset on another node. */
export const forgetCopy = (key: string) => void copies().delete(key)

export async function forgetPassedWindows(): Promise<void> {
	await db().delete(rateLimits).where(lt(rateLimits.resetsAt, new Date()))
}
