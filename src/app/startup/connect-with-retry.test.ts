import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '#src/platform/log.ts'
import { connectWithRetry } from './connect-with-retry.ts'

const SENTENCE = 'The database server does not answer.'

let open: () => Promise<string>
const unavailable = () => Promise.reject(new Error('away'))
const refused = () => Promise.reject(new Error('refused'))
const onOutage = vi.fn(async () => undefined)

beforeEach(() => {
	vi.useFakeTimers()
	onOutage.mockClear()
})
afterEach(() => {
	vi.useRealTimers()
})

const start = () =>
	connectWithRetry({
		open: () => open(),
		outageMessage: (error) => ((error as Error).message === 'away' ? SENTENCE : undefined),
		onOutage,
	})

test('opens an available database immediately and silently', async () => {
	open = async () => 'open'
	const warn = vi.spyOn(log, 'warn')
	const opening = await start()
	expect(opening.isWaiting()).toBe(false)
	expect(await opening.opened).toBe('open')
	expect(onOutage).not.toHaveBeenCalled()
	expect(warn).not.toHaveBeenCalled()
})

test('reports an unavailable database immediately, then every ten minutes, and once when it is back', async () => {
	open = unavailable
	const warn = vi.spyOn(log, 'warn')
	const messages = () => warn.mock.calls.map((call) => call.at(-1) as unknown as string)
	const opening = await start()
	expect(onOutage).toHaveBeenCalledTimes(1)
	expect(messages()).toEqual([SENTENCE])
	await vi.advanceTimersByTimeAsync(9 * 60_000)
	expect(messages()).toEqual([SENTENCE])
	await vi.advanceTimersByTimeAsync(16 * 60_000)
	expect(messages()).toEqual([SENTENCE, `Still waiting. ${SENTENCE}`, `Still waiting. ${SENTENCE}`])
	expect(opening.isWaiting()).toBe(true)
	open = async () => 'open'
	await vi.advanceTimersByTimeAsync(2_000)
	expect(await opening.opened).toBe('open')
	expect(opening.isWaiting()).toBe(false)
	expect(messages().slice(3)).toEqual(['the database answers again'])
})

test('fails on errors that a retry cannot fix, including later ones', async () => {
	open = refused
	await expect(start()).rejects.toThrow('refused')
	open = unavailable
	const opening = await start()
	open = refused
	await vi.advanceTimersByTimeAsync(2_000)
	await expect(opening.opened).rejects.toThrow('refused')
	expect(opening.isWaiting()).toBe(true)
})

test('stops without waiting for the current attempt, and never opens after that', async () => {
	open = unavailable
	const opening = await start()
	let finish: (value: string) => void = () => undefined
	open = () =>
		new Promise((resolve) => {
			finish = resolve
		})
	await vi.advanceTimersByTimeAsync(2_000)
	opening.stop()
	finish('too late')
	expect(await opening.opened).toBeUndefined()
	expect(opening.isWaiting()).toBe(true)
})
