import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { leases } from '#db/schema/platform/operations.ts'
import { releaseLease, takeLease } from '#src/platform/jobs/lease.ts'
import { log } from '#src/platform/log.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { type PollerOptions, startPodcastPoller } from './poller.ts'

let database: TestDatabase
beforeAll(async () => {
	database = await freshDatabase()
})
afterAll(() => database.discard())

const stops: Array<() => Promise<void>> = []
afterEach(async () => {
	await Promise.all(stops.splice(0).map((stop) => stop()))
	await db().delete(leases)
})

function start(options: PollerOptions): () => Promise<void> {
	const stop = startPodcastPoller({ intervalMs: 10, ...options })
	stops.push(stop)
	return stop
}

const leaseHolder = async () => (await db().select().from(leases).where(eq(leases.name, 'podcast-poller')))[0]?.holder

test('polls immediately, then at the interval, and never after it is stopped', async () => {
	const refresh = vi.fn(async () => {})
	const stop = start({ refresh, intervalMs: 20 })
	await vi.waitFor(() => expect(refresh.mock.calls.length).toBeGreaterThan(2))
	await stop()
	const { length } = refresh.mock.calls
	// Three runs of another poller show that enough time has passed.
	const other = vi.fn(async () => {})
	start({ refresh: other, intervalMs: 20 })
	await vi.waitFor(() => expect(other.mock.calls.length).toBeGreaterThan(3))
	expect(refresh).toHaveBeenCalledTimes(length)
})

test('never overlaps polls', async () => {
	const working = Promise.withResolvers<void>()
	const slow = vi.fn(() => working.promise)
	const quick = vi.fn(async () => {})
	start({ refresh: slow, intervalMs: 1 })
	start({ refresh: quick, intervalMs: 1 })
	await vi.waitFor(() => expect(quick.mock.calls.length).toBeGreaterThan(5))
	expect(slow).toHaveBeenCalledOnce()
	working.resolve()
	await vi.waitFor(() => expect(slow.mock.calls.length).toBeGreaterThan(1))
})

test('logs a poll that throws, and continues', async () => {
	const error = vi.spyOn(log, 'error').mockImplementation(() => {})
	const refresh = vi.fn(async () => {
		throw new Error('no database')
	})
	start({ refresh })
	await vi.waitFor(() => expect(refresh.mock.calls.length).toBeGreaterThan(1))
	expect(error).toHaveBeenCalledWith({ err: new Error('no database') }, 'podcast feed could not be refreshed')
})

test('aborts a running poll when stopped, waits for it, and reports no error', async () => {
	const error = vi.spyOn(log, 'error')
	let ended = false
	const started = Promise.withResolvers<void>()
	const stop = start({
		refresh: ({ signal }) =>
			new Promise((_, reject) => {
				started.resolve()
				signal.addEventListener('abort', () => {
					ended = true
					reject(signal.reason)
				})
			}),
	})
	await started.promise
	await stop()
	expect(ended).toBe(true)
	expect(error).not.toHaveBeenCalled()
})

test('polls on one of two nodes, and the other takes over when it stops', async () => {
	const [first, second] = [vi.fn(async () => {}), vi.fn(async () => {})]
	const stop = start({ isShared: true, holder: 'first', refresh: first, intervalMs: 1_000 })
	await vi.waitFor(() => expect(first).toHaveBeenCalledOnce())
	start({ isShared: true, holder: 'second', refresh: second, intervalMs: 15 })
	expect(await leaseHolder()).toBe('first')
	expect(second).not.toHaveBeenCalled()
	await stop()
	await vi.waitFor(() => expect(second).toHaveBeenCalled())
	expect([await leaseHolder(), first.mock.calls.length]).toEqual(['second', 1])
})

test('takes no lease and writes nothing for a database file, since it has only one process', async () => {
	const refresh = vi.fn(async () => {})
	start({ refresh })
	await vi.waitFor(() => expect(refresh.mock.calls.length).toBeGreaterThan(2))
	expect(await leaseHolder()).toBeUndefined()
})

test('grants a lease once, renews it for its holder, and frees it after expiry', async () => {
	const now = Date.now()
	const take = (holder: string, at: number) => takeLease('podcast-poller', holder, 1_000, at)
	expect(await Promise.all(['a', 'b', 'c'].map((holder) => take(holder, now)))).toEqual([true, false, false])
	expect([await take('a', now + 900), await take('b', now + 1_500)]).toEqual([true, false])
	expect([await take('b', now + 1_900), await take('a', now + 1_900)]).toEqual([true, false])
	await releaseLease('podcast-poller', 'a')
	expect(await leaseHolder()).toBe('b')
	await releaseLease('podcast-poller', 'b')
	expect(await take('a', now + 1_900)).toBe(true)
})
