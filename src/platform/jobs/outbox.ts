import { setImmediate } from 'node:timers/promises'
import { and, count, eq, exists, gt, inArray, lt, lte, min, notInArray, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db, write } from '#db/client.ts'
import { outbox } from '#db/schema/operations.ts'
import { newId } from '#src/lib/ids.ts'
import { log, withoutStatementValues } from '../log.ts'
import { CLOCKS_MS } from './lease.ts'
import { wake } from './wake.ts'

/** Does one row's work. Throwing means: try again later. It must bear being called twice for the same row. */
export type OutboxWorker = (payload: string, id: string) => Promise<void>

/** The other side will never take it: the row is left for a person at once. */
export class PermanentFailure extends Error {
	override name = 'PermanentFailure'
}

/** Which rows one round works on, so that a slow kind of work does not hold up another. */
export interface OutboxLane {
	only?: string[]
	except?: string[]
	/** After so many failed tries a row is left for a person to look at. */
	maxAttempts?: number
	/** What is written with a row that is given up. */
	withGivenUp?: () => BatchItem<'sqlite'>[]
	/** What is written with a row that is done, and with one whose try failed. */
	withDone?: () => BatchItem<'sqlite'>[]
	withFailure?: (failure: { error: unknown; reason: string; isDead: boolean }) => BatchItem<'sqlite'>[]
	/** A condition on the row: while it does not hold, a row that is due is left alone. */
	when?: SQL
	/** So many rows at most; all that are due unless said. */
	limit?: number
	/** A stop is heeded between two rows: a backlog must not hold up the end of the process. */
	signal?: AbortSignal
}

/** Unless a lane says otherwise. With the pauses below: about three days. */
export const MAX_ATTEMPTS = 36
/** A row that was taken and not finished (the process died) is taken again after this, in milliseconds. */
const CLAIM_MS = 60_000

/** When the next row of a lane is due, if any waits: its earliest instant in milliseconds. */
export const nextDue = ({ only, except }: Pick<OutboxLane, 'only' | 'except'>) =>
	db()
		.select({ at: outbox.availableAt })
		.from(outbox)
		.where(
			and(eq(outbox.state, 'waiting'), only && inArray(outbox.kind, only), except && notInArray(outbox.kind, except)),
		)
		.orderBy(outbox.availableAt)
		.limit(1)

/** The statement that puts work into the outbox: it belongs into the `write` of its cause. */
export function enqueueWork(kind: string, payload: unknown) {
	const now = new Date()
	const row = { id: newId(), kind, payload: JSON.stringify(payload), createdAt: now, availableAt: now }
	return db().insert(outbox).values(row)
}

/**
 * The statement that puts work for many into the outbox: `rows` is a `select` of `id` and `payload`. A known id is not
 * written again.
 * @param afterMs how long it is left alone, in milliseconds.
 */
export function enqueueWorkForEach(kind: string, rows: SQL, afterMs = 0) {
	const now = Date.now()
	return db().run(sql`
		insert into outbox (id, kind, payload, created_at, available_at)
		select work.id, ${kind}, work.payload, ${now}, ${now + afterMs} from (${rows}) as work where true
		on conflict (id) do nothing`)
}

/** The statement that takes back what waits of a kind and has not been given up, where the condition holds. */
export const dropWork = (kind: string, when: SQL) =>
	db()
		.update(outbox)
		.set({ state: 'done', payload: '{}' })
		.where(and(eq(outbox.state, 'waiting'), eq(outbox.kind, kind), when))

/**
 * Whether nobody has a row in hand, as a condition: it waits, and was not taken within the time that whoever takes one
 * has for it.
 */
export function isAtRest(now = Date.now()): SQL {
	const inHand = sql`attempts > 0 and available_at > ${now} and available_at <= ${now + CLAIM_MS}`
	return sql`(state = 'waiting' and not (${inHand}))`
}

/** A full stop comes right behind a hyphen: what lies between has this beginning. */
const isNamed = (start: string) => and(gt(outbox.id, `${start}-`), lt(outbox.id, `${start}.`))

/** Whether a row waits whose id begins with `start` and a hyphen, as a condition. */
export const isWaitingNamed = (start: string): SQL =>
	exists(
		db()
			.select({ one: sql`1` })
			.from(outbox)
			.where(and(isNamed(start), eq(outbox.state, 'waiting'))),
	)

/** The ids of rows of a kind that nobody has in hand, and that begin with `start` and a hyphen. */
export async function namedAtRest(kind: string, start: string, limit: number): Promise<string[]> {
	const rows = await db()
		.select({ id: outbox.id })
		.from(outbox)
		.where(and(isNamed(start), eq(outbox.kind, kind), isAtRest()))
		.limit(limit)
	return rows.map(({ id }) => id)
}

/** The rows of a kind that were given up, first the one that was first: for a screen. Its query plan is tested. */
export const givenUpStatement = (kind: string, when: SQL, limit: number) =>
	db()
		.select({ id: outbox.id, payload: outbox.payload, lastError: outbox.lastError, attempts: outbox.attempts })
		.from(outbox)
		.where(and(eq(outbox.state, 'dead'), eq(outbox.kind, kind), when))
		.orderBy(outbox.availableAt)
		.limit(limit)

/** Whether a row with this id was ever put into the outbox, as a condition of a statement. */
export const isEnqueued = (id: string) => exists(db().select({ one: sql`1` }).from(outbox).where(eq(outbox.id, id)))

/** How many rows of a kind wait or were given up, and when the first of them was or is due. */
export interface OutboxCount {
	kind: string
	state: 'waiting' | 'dead'
	rows: number
	firstDueAt: Date
}

/**
 * Counts the rows that are not done, by kind and state. Dead mails to unproven addresses are left out: otherwise any
 * visitor could raise an alert.
 */
export async function countOutbox(): Promise<OutboxCount[]> {
	const { kind, state, availableAt, payload } = outbox
	const rows = await db()
		.select({ kind, state, rows: count(), firstDueAt: min(availableAt) })
		.from(outbox)
		.where(and(inArray(state, ['waiting', 'dead']), sql`(${state} <> 'dead' or ${payload} ->> '$.isUnproven' is null)`))
		.groupBy(kind, state)
	return rows as OutboxCount[]
}

/** Longest pause before another try, in milliseconds. */
const LONGEST_PAUSE_MS = 3.3 * 60 * 60_000

/** Pause before the next try, in milliseconds: doubling from 5 s to 3 h, spread by a fifth so that tries do not bunch. */
export function pauseAfter(attempts: number, random = Math.random()): number {
	return Math.min(5_000 * 2 ** (attempts - 1), LONGEST_PAUSE_MS / 1.1) * (0.9 + 0.2 * random)
}

/** Takes the next due row for this process alone: the condition and the change are one statement. */
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

/** Notes that a try has failed: the row waits for the next one, or is given up. */
async function noteFailure(row: typeof outbox.$inferSelect, error: unknown, lane: OutboxLane): Promise<void> {
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
 * Repairs times that a clock running ahead has written: rows created in the future are moved back with the pauses between
 * them, and retries that wait longer than the longest pause become due. A job calls it.
 */
export async function bringBackPutOff(now = Date.now()): Promise<void> {
	const isWaiting = eq(outbox.state, 'waiting')
	await write(
		db().run(sql`update outbox set available_at = available_at - (created_at - ${now}), created_at = ${now}
			where state = 'waiting' and created_at > ${now + CLOCKS_MS}`),
		db()
			.update(outbox)
			.set({ availableAt: new Date(now) })
			.where(
				and(isWaiting, gt(outbox.attempts, 0), gt(outbox.availableAt, new Date(now + LONGEST_PAUSE_MS + CLOCKS_MS))),
			),
	)
	wake('outbox')
}

/**
 * Does all work that is due.
 * @returns how many rows were worked on.
 */
export async function runOutbox(workers: Record<string, OutboxWorker>, lane: OutboxLane = {}): Promise<number> {
	let count = 0
	while (!lane.signal?.aborted && count < (lane.limit ?? Number.POSITIVE_INFINITY)) {
		const row = await claim(lane)
		if (!row) break
		count++
		try {
			const worker = workers[row.kind]
			if (!worker) throw new Error(`nobody works on outbox rows of kind ${row.kind}`)
			// Statements on a file answer before anybody else has a turn: without these, a row is done in one of them.
			await setImmediate()
			await worker(row.payload, row.id)
			await setImmediate()
			// A row that was asked for again meanwhile has fewer attempts, and stays. What a done row carried is
			// forgotten: a mail may hold a link or a first password.
			const done = db()
				.update(outbox)
				.set({ state: 'done', lastError: null, payload: '{}' })
				.where(and(eq(outbox.id, row.id), eq(outbox.attempts, row.attempts)))
			const with_ = lane.withDone?.() ?? []
			if (with_.length === 0) await done
			else await write(done, ...with_)
		} catch (error) {
			await noteFailure(row, error, lane)
		}
	}
	return count
}
