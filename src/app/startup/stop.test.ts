import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '#src/platform/log.ts'
import { type StopOptions, stopper } from './stop.ts'

const LIMIT = 12_000
const never = () => new Promise<void>(() => undefined)
const immediately = async () => undefined

const exit = vi.fn<NonNullable<StopOptions['exit']>>()
const stopWith = (parts: { drain?: () => Promise<void>; close?: () => Promise<void> }) =>
	stopper({ drain: parts.drain ?? immediately }, { close: parts.close ?? immediately }, { exit })

beforeEach(() => {
	vi.useFakeTimers()
	exit.mockReset()
})
afterEach(() => {
	vi.useRealTimers()
})

test('drains requests, closes, exits with status 0 and leaves no timers', async () => {
	const steps: string[] = []
	const stop = stopWith({
		drain: async () => void steps.push('drained'),
		close: async () => void steps.push('closed'),
	})
	await stop('SIGTERM')
	expect(steps).toEqual(['drained', 'closed'])
	expect(exit.mock.calls).toEqual([[0]])
	expect(vi.getTimerCount()).toBe(0)
})

test.each([
	['requests that never end', { drain: never }, 'did not stop in time: requests are still running'],
	['a database that never closes', { close: never }, 'did not stop in time: a job or the database did not end'],
])('%s cannot keep the process alive: it exits at the limit and reports what hung', async (_, parts, sentence) => {
	const fatal = vi.spyOn(log, 'fatal')
	void stopWith(parts)('SIGTERM')
	await vi.advanceTimersByTimeAsync(LIMIT - 1)
	expect(exit).not.toHaveBeenCalled()
	await vi.advanceTimersByTimeAsync(1)
	expect(exit.mock.calls).toEqual([[1]])
	expect(fatal.mock.calls).toEqual([[sentence]])
})

test('uses a custom limit', async () => {
	void stopper({ drain: never }, { close: immediately }, { exit, limit: 5 })('SIGTERM')
	await vi.advanceTimersByTimeAsync(5)
	expect(exit.mock.calls).toEqual([[1]])
})

test('logs a failing close and exits with status 1', async () => {
	const fatal = vi.spyOn(log, 'fatal')
	const err = new Error('no room on the disk')
	await stopWith({ close: () => Promise.reject(err) })('SIGTERM')
	expect(exit.mock.calls).toEqual([[1]])
	expect(fatal).toHaveBeenCalledExactlyOnceWith({ err }, 'did not stop cleanly')
})

test('exits immediately on a second signal', async () => {
	const stop = stopWith({ drain: never })
	void stop('SIGINT')
	await stop('SIGINT')
	expect(exit.mock.calls).toEqual([[1]])
})
