import { and, eq, lte, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { outbox } from '#db/schema/index.ts'
import { log } from './log.ts'

/** Does one row's work. Throwing means: try again later. It must bear being called twice for the same row. */
export type OutboxWorker = (payload: string, id: string) => Promise<void>

/** After so many failed tries a row is left for a person to look at. With the pauses below: about three days. */
export const MOST_ATTEMPTS = 36
/** A row that was taken and not finished (the process died) is taken again after this, in milliseconds. */
const CLAIM_MS = 60_000

/** Pause before the next try, in milliseconds: doubling from 5 s to 3 h, spread by a fifth so that tries do not bunch. */
export function pauseAfter(attempts: number, random = Math.random()): number {
	return Math.min(5_000 * 2 ** (attempts - 1), 3 * 60 * 60_000) * (0.9 + 0.2 * random)
}

/** Takes the next due row for this process alone: the condition and the change are one statement. */
async function claim() {
	const now = Date.now()
	const due = and(eq(outbox.state, 'waiting'), lte(outbox.availableAt, new Date(now)))
	const next = db().select({ id: outbox.id }).from(outbox).where(due).orderBy(outbox.availableAt).limit(1)
	const [row] = await db()
		.update(outbox)
		.set({ attempts: sql`${outbox.attempts} + 1`, availableAt: new Date(now + CLAIM_MS) })
		.where(and(eq(outbox.id, sql`(${next})`), due))
		.returning()
	return row
}

/**
 * Does all work that is due.
 * @returns how many rows were worked on.
 */
export async function runOutbox(workers: Record<string, OutboxWorker>, signal?: AbortSignal): Promise<number> {
	let count = 0
	// A stop is heeded between two rows: a backlog must not hold up the end of the process.
	while (!signal?.aborted) {
		const row = await claim()
		if (!row) break
		count++
		try {
			const worker = workers[row.kind]
			if (!worker) throw new Error(`nobody works on outbox rows of kind ${row.kind}`)
			await worker(row.payload, row.id)
			// A row that was asked for again meanwhile has fewer attempts, and stays.
			await db()
				.update(outbox)
				.set({ state: 'done', lastError: null })
				.where(and(eq(outbox.id, row.id), eq(outbox.attempts, row.attempts)))
		} catch (error) {
			const lastError = error instanceof Error ? error.message : String(error)
			const isDead = row.attempts >= MOST_ATTEMPTS
			log.warn({ outboxId: row.id, kind: row.kind, attempts: row.attempts, reason: lastError }, 'outbox row failed')
			await db()
				.update(outbox)
				.set({
					lastError,
					state: isDead ? 'dead' : 'waiting',
					availableAt: new Date(Date.now() + pauseAfter(row.attempts)),
				})
				.where(and(eq(outbox.id, row.id), eq(outbox.attempts, row.attempts)))
		}
	}
	return count
}
