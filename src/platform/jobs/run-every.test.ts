import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runEvery } from './run-every.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = () => {
	throw new Error('Nothing should have failed')
}

test('runs immediately, then after the wait that each run returns', async () => {
	const waits = [100, 300, 50]
	const work = vi.fn(async () => waits.shift() ?? 1_000)
	const stop = runEvery({ work, failed: never })
	expect(work).toHaveBeenCalledTimes(1)
	for (const [round, wait] of [100, 300, 50].entries()) {
		await vi.advanceTimersByTimeAsync(wait - 1)
		expect(work).toHaveBeenCalledTimes(round + 1)
		await vi.advanceTimersByTimeAsync(1)
		expect(work).toHaveBeenCalledTimes(round + 2)
	}
	await stop()
	expect(vi.getTimerCount()).toBe(0)
})

test('starts the wait at the end of a run, so that runs never overlap', async () => {
	const first = Promise.withResolvers<number>()
	const work = vi.fn(() => first.promise)
	const stop = runEvery({ work, failed: never })
	await vi.advanceTimersByTimeAsync(60_000)
	expect(work).toHaveBeenCalledTimes(1)
	first.resolve(10)
	await vi.advanceTimersByTimeAsync(10)
	expect(work).toHaveBeenCalledTimes(2)
	await stop()
})

test('continues after a failure, with the wait that the failure handler returns', async () => {
	const work = vi.fn(async (): Promise<number> => {
		throw new Error('no database')
	})
	const failed = vi.fn(() => 700)
	const stop = runEvery({ work, failed })
	await vi.advanceTimersByTimeAsync(699)
	expect(work).toHaveBeenCalledTimes(1)
	await vi.advanceTimersByTimeAsync(1)
	expect(work).toHaveBeenCalledTimes(2)
	expect(failed.mock.calls).toEqual([[new Error('no database')], [new Error('no database')]])
	await stop()
})

test('aborts the current run on a stop, waits for it, and does not report a failure', async () => {
	const failed = vi.fn(() => 0)
	let isEnded = false
	const stop = runEvery({
		work: (signal) =>
			new Promise((_, reject) => {
				signal.addEventListener('abort', () => {
					isEnded = true
					reject(signal.reason)
				})
			}),
		failed,
	})
	await stop()
	expect(isEnded).toBe(true)
	expect(failed).not.toHaveBeenCalled()
	expect(vi.getTimerCount()).toBe(0)
})

test('does not run again after a stop between two runs', async () => {
	const work = vi.fn(async () => 20)
	const stop = runEvery({ work, failed: never })
	await vi.advanceTimersByTimeAsync(5)
	await stop()
	await vi.advanceTimersByTimeAsync(60_000)
	expect(work).toHaveBeenCalledTimes(1)
})
