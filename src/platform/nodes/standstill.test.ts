import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '../log.ts'
import { Standstill } from './standstill.ts'

const NOW = 1_800_000_000_000
beforeEach(() => {
	vi.useFakeTimers({ now: NOW })
	vi.spyOn(log, 'warn').mockReturnValue(undefined)
})
afterEach(() => void vi.useRealTimers())

/** Simulates a suspended process: the clock advances without timers. */
const freeze = (ms: number) => vi.setSystemTime(Date.now() + ms)

test('detects no suspension while the process runs', async () => {
	const catchUp = vi.fn(async () => undefined)
	const standstill = new Standstill(catchUp)
	standstill.watch()
	for (let second = 0; second < 20; second++) {
		await vi.advanceTimersByTimeAsync(1_000)
		expect(standstill.missed()).toBeUndefined()
	}
	expect(catchUp).not.toHaveBeenCalled()
})

test('detects a suspension on the first request and makes all requests wait for the catch-up', async () => {
	const caughtUp = Promise.withResolvers<void>()
	const catchUp = vi.fn(() => caughtUp.promise)
	const standstill = new Standstill(catchUp)
	standstill.watch()
	await vi.advanceTimersByTimeAsync(500)
	freeze(2_000)
	const first = standstill.missed()
	expect(first).toBeInstanceOf(Promise)
	expect(standstill.missed()).toBe(first)
	expect(catchUp).toHaveBeenCalledOnce()
	caughtUp.resolve()
	expect(await first).toBe(true)
	expect(standstill.missed()).toBeUndefined()
})

test('detects a suspension on the next heartbeat without a request', async () => {
	const catchUp = vi.fn(async () => undefined)
	new Standstill(catchUp).watch()
	freeze(2_000)
	await vi.advanceTimersByTimeAsync(250)
	expect(catchUp).toHaveBeenCalledOnce()
	expect(log.warn).toHaveBeenCalledOnce()
})

test('starts another catch-up after a second suspension during the first catch-up', async () => {
	const catchUps = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
	const catchUp = vi.fn(() => catchUps[catchUp.mock.calls.length - 1]?.promise ?? Promise.resolve())
	const standstill = new Standstill(catchUp)
	standstill.watch()
	freeze(2_000)
	const first = standstill.missed()
	freeze(2_000)
	const second = standstill.missed()
	expect(catchUp).toHaveBeenCalledTimes(2)
	catchUps[0]?.resolve()
	await first
	expect(standstill.missed()).toBe(second)
	catchUps[1]?.resolve()
	await second
	expect(standstill.missed()).toBeUndefined()
})

test('waits at most four seconds for the database, then reports a failed catch-up', async () => {
	const standstill = new Standstill(() => new Promise(() => undefined))
	standstill.watch()
	freeze(2_000)
	const missed = standstill.missed()
	expect(missed).toBeDefined()
	await vi.advanceTimersByTimeAsync(4_000)
	expect(await missed).toBe(false)
	expect(standstill.missed()).toBeUndefined()
})

test('ignores a clock that is set back, and catches up once after the clock is set forward', async () => {
	const catchUp = vi.fn(async () => undefined)
	const standstill = new Standstill(catchUp)
	standstill.watch()
	freeze(-3_600_000)
	expect(standstill.missed()).toBeUndefined()
	await vi.advanceTimersByTimeAsync(2_000)
	expect(catchUp).not.toHaveBeenCalled()
	freeze(3_600_000)
	await standstill.missed()
	await vi.advanceTimersByTimeAsync(2_000)
	expect(catchUp).toHaveBeenCalledOnce()
})

test('detects nothing after watching has stopped', () => {
	const catchUp = vi.fn(async () => undefined)
	const standstill = new Standstill(catchUp)
	const stop = standstill.watch()
	stop()
	freeze(60_000)
	expect(standstill.missed()).toBeUndefined()
	expect(vi.getTimerCount()).toBe(0)
})
