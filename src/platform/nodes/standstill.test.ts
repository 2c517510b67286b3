import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '../log.ts'
import { Standstill } from './standstill.ts'

const NOW = 1_800_000_000_000
beforeEach(() => {
	vi.useFakeTimers({ now: NOW })
	vi.spyOn(log, 'warn').mockReturnValue(undefined)
})
afterEach(() => void vi.useRealTimers())

/** As if the process had not run for so long: the clock goes on, and no timer comes. */
const freeze = (ms: number) => vi.setSystemTime(Date.now() + ms)

test('a process that runs has missed nothing', async () => {
	const catchUp = vi.fn(async () => undefined)
	const standstill = new Standstill(catchUp)
	standstill.watch()
	for (let second = 0; second < 20; second++) {
		await vi.advanceTimersByTimeAsync(1_000)
		expect(standstill.missed()).toBeUndefined()
	}
	expect(catchUp).not.toHaveBeenCalled()
})

test('the first request after a standstill finds it, and all wait until what was missed is there', async () => {
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

test('without a request the next beat finds it', async () => {
	const catchUp = vi.fn(async () => undefined)
	new Standstill(catchUp).watch()
	freeze(2_000)
	await vi.advanceTimersByTimeAsync(250)
	expect(catchUp).toHaveBeenCalledOnce()
	expect(log.warn).toHaveBeenCalledOnce()
})

test('a second standstill while one is made up for is looked after by itself', async () => {
	const looks = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
	const catchUp = vi.fn(() => looks[catchUp.mock.calls.length - 1]?.promise ?? Promise.resolve())
	const standstill = new Standstill(catchUp)
	standstill.watch()
	freeze(2_000)
	const first = standstill.missed()
	freeze(2_000)
	const second = standstill.missed()
	expect(catchUp).toHaveBeenCalledTimes(2)
	looks[0]?.resolve()
	await first
	expect(standstill.missed()).toBe(second)
	looks[1]?.resolve()
	await second
	expect(standstill.missed()).toBeUndefined()
})

test('where the database does not answer nobody waits for more than four seconds, and hears that it is not known', async () => {
	const standstill = new Standstill(() => new Promise(() => undefined))
	standstill.watch()
	freeze(2_000)
	const missed = standstill.missed()
	expect(missed).toBeDefined()
	await vi.advanceTimersByTimeAsync(4_000)
	expect(await missed).toBe(false)
	expect(standstill.missed()).toBeUndefined()
})

test('a clock that is put back is no standstill, and one that is put forward is looked after once', async () => {
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

test('nobody watches after the end', () => {
	const catchUp = vi.fn(async () => undefined)
	const standstill = new Standstill(catchUp)
	const stop = standstill.watch()
	stop()
	freeze(60_000)
	expect(standstill.missed()).toBeUndefined()
	expect(vi.getTimerCount()).toBe(0)
})
