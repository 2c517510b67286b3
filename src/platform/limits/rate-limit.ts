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

// Keys are hashed: the table must not become a list of attempted addresses and emails.
const keyOf = (rule: RateLimit, subject: string) =>
	`${rule.name}:${createHash('sha256').update(subject).digest('base64url').slice(0, 22)}`

/** How long a rejection is cached, in milliseconds; delays the effect of a reset on a node that could not call us. */
const COPY_MS = 2_000

/**
 * Cache of rejected keys, so that repeated attempts cost neither a write nor a hash. Per node and per database: a new
 * database starts with an empty cache.
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

/** Returns until when a key is rejected, by this node's cache. */
function refusedUntil(key: string, now: number): number | undefined {
	const copy = copies().get(key)
	if (!copy || copy.until <= now) return undefined
	// A timestamp in the future means that the clock was set back.
	return copy.copiedAt <= now && copy.copiedAt + COPY_MS > now ? copy.until : undefined
}

type CountedTry = { rule: RateLimit; key: string }
type Count = { count: number; resets_at: number }

/** Returns the condition that none of the attempts counted by earlier statements exceeds its limit. */
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
 * Returns the statement that counts one attempt atomically, across nodes. Does nothing if an earlier one was
 * rejected.
 */
function countStatement({ rule, key }: CountedTry, before: readonly CountedTry[], now: number) {
	const fresh = now + rule.seconds * 1000
	// A window that ends more than two window lengths ahead was started before the clock was set back: no one should
	// wait a day for it. Two lengths, since node clocks differ, and another node's window must not be reset here.
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
 * Counts one attempt under each rule in order and stops at the first rejection: a rejected address must not use up
 * the limit of another person's account.
 * @returns seconds until the next attempt is allowed, or undefined if this one is.
 */
export async function countTries(tries: Tries): Promise<number | undefined> {
	return (await countAnd(tries, [])).wait
}

/**
 * Counts like `countTries`, and reads rows in the same write for allowed attempts.
 * @returns the result of `countTries` as `wait`, and the rows; none if rejected.
 */
export async function countTriesAndRead<Row>(tries: Tries, read: Read<Row>): Promise<{ wait?: number; rows: Row[] }> {
	const { wait, results } = await countAnd(tries, [read])
	return wait === undefined ? { rows: results[0] as Row[] } : { wait, rows: [] }
}

/** Attempts to count in the `write` of what they allow. */
interface Counting {
	/** Count them. Come first. */
	readonly counts: readonly ReturnType<typeof countStatement>[]
	/** The condition, after `counts`, that all are allowed. */
	readonly areAllowed: SQL
	/** Returns the seconds until the next attempt is allowed, by the results of `counts`; undefined if this one is. */
	waitIn(results: readonly unknown[]): number | undefined
}

/** Counts like `countTries`, without a separate write: an attempt and what it allows sync the disk once. */
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

/** Returns until when the next attempt of a subject is rejected; undefined if it is allowed. */
export async function lockedUntil(rule: RateLimit, subject: string): Promise<Date | undefined> {
	const isLocked = and(gte(rateLimits.count, rule.limit), gt(rateLimits.resetsAt, new Date()))
	const [row] = await db()
		.select({ until: rateLimits.resetsAt })
		.from(rateLimits)
		.where(and(eq(rateLimits.key, keyOf(rule, subject)), isLocked))
	return row?.until
}

/** Resets a key's count after a success, also in the caches of other nodes. */
export async function forgetTries(rule: RateLimit, subject: string): Promise<void> {
	const [forgotten] = await forgetTriesStatement(rule, subject)
	if (forgotten && forgotten.count > rule.limit) sendToNodes('forget-tries', keyOf(rule, subject))
}

/**
 * Returns the same as a statement, for the `write` of a success that was itself counted: it was allowed, so no node
 * caches a rejection, except one that rejected concurrent attempts, for two seconds.
 * @param when the condition of the success, if it is known only in that write.
 */
export function forgetTriesStatement(rule: RateLimit, subject: string, when?: SQL) {
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
