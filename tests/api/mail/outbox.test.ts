import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { MAX_ATTEMPTS, pauseAfter, runOutbox } from '#src/platform/jobs/outbox.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

let database: TestDatabase
beforeEach(async () => {
	database = await freshDatabase()
})
afterEach(() => database.discard())

const now = () => new Date()
const enqueue = (id: string, values: Partial<typeof outbox.$inferInsert> = {}) =>
	db()
		.insert(outbox)
		.values({ id, kind: 'test', payload: id, createdAt: now(), availableAt: now(), ...values })
const rowOf = async (id: string) => (await db().select().from(outbox).where(eq(outbox.id, id)))[0]

/** Enqueues two due rows, with the earlier due row last. */
async function enqueueTwo(): Promise<void> {
	await enqueue('b', { availableAt: new Date(Date.now() - 1000) })
	await enqueue('a', { availableAt: new Date(Date.now() - 2000) })
}

test('the row that has been due the longest is processed first', async () => {
	await enqueueTwo()
	const seen: string[] = []
	await runOutbox({ test: async (payload) => void seen.push(payload) })
	expect(seen).toEqual(['a', 'b'])
})

test('each due row is processed once, even by two nodes, and a row that is not due waits', async () => {
	await enqueueTwo()
	await enqueue('later', { availableAt: new Date(Date.now() + 60_000) })
	const seen: string[] = []
	const work = async (payload: string) => void seen.push(payload)
	const counts = await Promise.all([runOutbox({ test: work }), runOutbox({ test: work })])
	// Either may be processed first.
	expect(seen.toSorted()).toEqual(['a', 'b'])
	expect(counts[0] + counts[1]).toBe(2)
	expect(await rowOf('a')).toMatchObject({ state: 'done', attempts: 1 })
	expect(await rowOf('later')).toMatchObject({ state: 'waiting', attempts: 0 })
})

test('a failure is stored with its reason and retried later', async () => {
	await enqueue('fails')
	await runOutbox({
		test: async () => {
			throw new Error('the other side is down')
		},
	})
	const row = await rowOf('fails')
	expect(row).toMatchObject({ state: 'waiting', attempts: 1, lastError: 'the other side is down' })
	expect(row?.availableAt.getTime()).toBeGreaterThan(Date.now() + 3_000)
})

test('after the last attempt, or for an unknown kind, a row is left for an admin', async () => {
	await enqueue('last', { attempts: MAX_ATTEMPTS - 1, kind: 'unknown' })
	await runOutbox({})
	expect(await rowOf('last')).toMatchObject({
		state: 'dead',
		attempts: MAX_ATTEMPTS,
		lastError: expect.stringContaining('unknown'),
	})
})

test('a row enqueued again during processing is kept', async () => {
	await enqueue('again')
	await runOutbox({
		test: async () => {
			await db()
				.update(outbox)
				.set({ attempts: 0, availableAt: new Date(Date.now() + 60_000) })
				.where(eq(outbox.id, 'again'))
		},
	})
	expect(await rowOf('again')).toMatchObject({ state: 'waiting', attempts: 0 })
})

test('the backoff doubles from five seconds to three hours, with a jitter of a tenth', () => {
	expect(pauseAfter(1, 0.5)).toBe(5_000)
	expect(pauseAfter(2, 0)).toBe(9_000)
	expect(pauseAfter(2, 1)).toBeCloseTo(11_000)
	expect(pauseAfter(40, 0.5)).toBe(3 * 60 * 60_000)
})
