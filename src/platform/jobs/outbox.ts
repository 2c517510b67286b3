import { setImmediate } from 'node:timers/promises'
import { and, count, eq, exists, gt, inArray, lt, lte, max, min, notInArray, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db } from '#db/client.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { write } from '#db/write.ts'
import { newId } from '#src/lib/ids.ts'
import { log, withoutStatementValues } from '../log.ts'
import { CLOCKS_MS } from './lease.ts'
import { wake } from './wake.ts'

/** Processes one row. If it throws, the row is retried. Must be idempotent per row. */
export type OutboxWorker = (payload: string, id: string) => Promise<void>

/** A permanent error: the row is not retried. */
export class PermanentFailure extends Error {
	override name = 'PermanentFailure'
}

/** Limits a run to some rows, so that slow kinds of work do not delay others. */
export interface OutboxLane {
	only?: string[]
	except?: string[]
	/** Number of failed attempts after which a row is marked dead. */
	maxAttempts?: number
	withGivenUp?: () => BatchItem<'sqlite'>[]
	/** Additional statements for the write of a done row, and of a failed attempt. */
	withDone?: () => BatchItem<'sqlite'>[]
	withFailure?: (failure: { error: unknown; reason: string; isDead: boolean }) => BatchItem<'sqlite'>[]
	when?: SQL
	limit?: number
	/** Ends the run between two rows, so that a backlog does not delay a shutdown. */
	signal?: AbortSignal
}

/** Default of `maxAttempts`. With the backoff below: about three days. */
export const MAX_ATTEMPTS = 36
/** Duration of a claim, in milliseconds. If the process dies, the row can be claimed again afterwards. */
const CLAIM_MS = 60_000

/** Returns the query for the earliest due time of a lane. */
export const nextDue = ({ only, except }: Pick<OutboxLane, 'only' | 'except'>) =>
	db()
		.select({ at: outbox.availableAt })
		.from(outbox)
		.where(
			and(eq(outbox.state, 'waiting'), only && inArray(outbox.kind, only), except && notInArray(outbox.kind, except)),
		)
		.orderBy(outbox.availableAt)
		.limit(1)

/** Returns the statement that adds work to the outbox. Put it in the `write` of its cause. */
export function enqueueWork(kind: string, payload: unknown) {
	const now = new Date()
	const row = { id: newId(), kind, payload: JSON.stringify(payload), createdAt: now, availableAt: now }
	return db().insert(outbox).values(row)
}

/**
 * Returns the statement that adds many rows to the outbox. `rows` is a `select` of `id` and `payload`. Skips existing
 * ids.
 * @param afterMs delay, in milliseconds.
 */
export function enqueueWorkForEach(kind: string, rows: SQL, afterMs = 0) {
	const now = Date.now()
	return db().run(sql`
		insert into ${outbox} (id, kind, payload, created_at, available_at)
		select work.id, ${kind}, work.payload, ${now}, ${now + afterMs} from (${rows}) as work where true
		on conflict (id) do nothing`)
}

/** Returns the statement that withdraws waiting rows of a kind: it marks them done and empties the payload. */
export const dropWork = (kind: string, when: SQL) =>
	db()
		.update(outbox)
		.set({ state: 'done', payload: '{}' })
		.where(and(eq(outbox.state, 'waiting'), eq(outbox.kind, kind), when))

/** Returns the statement that sets the payload and delay (in milliseconds) of waiting rows of a kind. */
export const changeWork = (kind: string, { payload, afterMs }: Record<'payload' | 'afterMs', SQL>, when: SQL) =>
	db()
		.update(outbox)
		.set({ payload, availableAt: sql`${Date.now()} + ${afterMs}` })
		.where(and(eq(outbox.state, 'waiting'), eq(outbox.kind, kind), when))

/** Returns the condition that a row is waiting and not claimed. Ignores expired claims. */
export function isAtRest(now = Date.now()): SQL {
	const isClaimed = sql`attempts > 0 and available_at > ${now} and available_at <= ${now + CLAIM_MS}`
	return sql`(state = 'waiting' and not (${isClaimed}))`
}

/** Prefix scan: '.' follows '-' in ASCII, so this range holds every id that starts with `start-`. */
const isNamed = (start: string) => and(gt(outbox.id, `${start}-`), lt(outbox.id, `${start}.`))

/** Returns the condition that a row with an id that starts with `start-` is waiting. */
export const isWaitingNamed = (start: string): SQL =>
	exists(
		db()
			.select({ one: sql`1` })
			.from(outbox)
			.where(and(isNamed(start), eq(outbox.state, 'waiting'))),
	)

/** Returns when the last row with an id that starts with `start-` was added. Done rows are deleted after a week. */
export async function lastNamedAt(start: string): Promise<number | undefined> {
	const [row] = await db()
		.select({ at: max(outbox.createdAt) })
		.from(outbox)
		.where(isNamed(start))
	return row?.at?.getTime()
}

/** Returns the ids of a kind's waiting, unclaimed rows, limited to ids that start with `start-`. */
export async function namedAtRest(kind: string, start: string, limit: number): Promise<string[]> {
	const rows = await db()
		.select({ id: outbox.id })
		.from(outbox)
		.where(and(isNamed(start), eq(outbox.kind, kind), isAtRest()))
		.limit(limit)
	return rows.map(({ id }) => id)
}

/** Returns the query of dead rows of a kind, oldest first. A test checks its query plan. */
export const givenUpStatement = (kind: string, when: SQL, limit: number) =>
	db()
		.select({ id: outbox.id, payload: outbox.payload, lastError: outbox.lastError, attempts: outbox.attempts })
		.from(outbox)
		.where(and(eq(outbox.state, 'dead'), eq(outbox.kind, kind), when))
		.orderBy(outbox.availableAt)
		.limit(limit)

/** Returns a query for the waiting or dead rows of a kind, to which `and` conditions can be appended. */
export const workOf = (kind: string, state: 'waiting' | 'dead') =>
	sql`select 1 from ${outbox} where state = ${state} and kind = ${kind}`

/** Returns the condition that a row with this id exists, in any state unless `when` limits it. */
export const isEnqueued = (id: string | SQL, when?: SQL) =>
	exists(
		db()
			.select({ one: sql`1` })
			.from(outbox)
			.where(and(eq(outbox.id, id), when)),
	)

/**
 * Returns SQL for the time at which a row was done, which may be up to a minute too late. Null if the row is waiting or
 * dead, or has since been deleted, which happens after a week.
 */
export const doneAt = (id: SQL) =>
	sql<number | null>`(select work.available_at from ${outbox} work where work.id = ${id} and work.state = 'done')`

export interface OutboxCount {
	kind: string
	state: 'waiting' | 'dead'
	rows: number
	firstDueAt: Date
}

/**
 * Counts waiting and dead rows by kind. Excludes dead emails to unconfirmed addresses: otherwise, any visitor could
 * cause an alert.
 */
export async function countOutbox(): Promise<OutboxCount[]> {
	const { kind, state, availableAt, payload } = outbox
	const rows = await db()
		.select({ kind, state, rows: count(), firstDueAt: min(availableAt) })
		.from(outbox)
		.where(
			and(inArray(state, ['waiting', 'dead']), sql`(${state} <> 'dead' or ${payload} ->> '$.isUnverified' is null)`),
		)
		.groupBy(kind, state)
	return rows as OutboxCount[]
}

/** Maximum backoff, in milliseconds. */
const MAX_PAUSE_MS = 3.3 * 60 * 60_000

/**
 * Returns the backoff before the next attempt, in milliseconds: from 5 s, doubling up to 3 h, with a jitter of ±10%.
 */
export function pauseAfter(attempts: number, random = Math.random()): number {
	return Math.min(5_000 * 2 ** (attempts - 1), MAX_PAUSE_MS / 1.1) * (0.9 + 0.2 * random)
}

/** Claims the next due row for this process, in one atomic statement. */
async function claim({ only, except, when }: OutboxLane) {
	const now = Date.now()
	const due = and(
		eq(outbox.state, 'waiting'),
		lte(outbox.availableAt, new Date(now)),
		only && inArray(outbox.kind, only),
		except && notInArray(outbox.kind, except),
		when,
	)
	const next = db().select({ id: outbox.id }).from(outbox).where(due).orderBy(outbox.availableAt).limit(1)
	const [row] = await db()
		.update(outbox)
		.set({ attempts: sql`${outbox.attempts} + 1`, availableAt: new Date(now + CLAIM_MS) })
		.where(and(eq(outbox.id, sql`(${next})`), due))
		.returning()
	return row
}

async function recordFailure(row: typeof outbox.$inferSelect, error: unknown, lane: OutboxLane): Promise<void> {
	const lastError = withoutStatementValues(error instanceof Error ? error.message : String(error))
	const isDead = error instanceof PermanentFailure || row.attempts >= (lane.maxAttempts ?? MAX_ATTEMPTS)
	const about = { outboxId: row.id, kind: row.kind, attempts: row.attempts, reason: lastError }
	if (isDead) log.error(about, 'outbox row given up: it is left for a person')
	else log.warn(about, 'outbox row failed')
	await write(
		db()
			.update(outbox)
			.set({
				lastError,
				state: isDead ? 'dead' : 'waiting',
				availableAt: new Date(Date.now() + pauseAfter(row.attempts)),
			})
			.where(and(eq(outbox.id, row.id), eq(outbox.attempts, row.attempts))),
		...(isDead ? (lane.withGivenUp?.() ?? []) : []),
		...(lane.withFailure?.({ error, reason: lastError, isDead }) ?? []),
	)
}

/**
 * Repairs times that were written while a clock ran ahead. Moves rows created in the future back to now, keeping their
 * delay. Makes retries due that would wait longer than the maximum backoff. Called by a job.
 */
export async function resetPostponed(now = Date.now()): Promise<void> {
	const isWaiting = eq(outbox.state, 'waiting')
	await write(
		db().run(sql`update ${outbox} set available_at = available_at - (created_at - ${now}), created_at = ${now}
			where state = 'waiting' and created_at > ${now + CLOCKS_MS}`),
		db()
			.update(outbox)
			.set({ availableAt: new Date(now) })
			.where(and(isWaiting, gt(outbox.attempts, 0), gt(outbox.availableAt, new Date(now + MAX_PAUSE_MS + CLOCKS_MS)))),
	)
	wake('outbox')
	wake('mail')
}

/**
 * Processes all due rows.
 * @returns the number of processed rows.
 */
export async function runOutbox(workers: Record<string, OutboxWorker>, lane: OutboxLane = {}): Promise<number> {
	let count = 0
	while (!lane.signal?.aborted && count < (lane.limit ?? Number.POSITIVE_INFINITY)) {
		const row = await claim(lane)
		if (!row) break
		count++
		try {
			const worker = workers[row.kind]
			if (!worker) throw new Error(`no worker for outbox rows of kind ${row.kind}`)
			// Statements on a file do not yield to the event loop; this yields once per row.
			await setImmediate()
			await worker(row.payload, row.id)
			await setImmediate()
			// If the row was queued again during the attempt, its number of attempts was reset, so it stays waiting. Erase
			// the payload of a done row: an email may contain a link or an initial password.
			const done = db()
				.update(outbox)
				.set({ state: 'done', lastError: null, payload: '{}' })
				.where(and(eq(outbox.id, row.id), eq(outbox.attempts, row.attempts)))
			const extra = lane.withDone?.() ?? []
			if (extra.length === 0) await done
			else await write(done, ...extra)
		} catch (error) {
			await recordFailure(row, error, lane)
		}
	}
	return count
}
