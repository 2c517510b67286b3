import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '#src/platform/log.ts'
import { connectWithRetry } from './connect-with-retry.ts'

const SENTENCE = 'The database server does not answer.'

let answer: () => Promise<string>
const away = () => Promise.reject(new Error('away'))
const refused = () => Promise.reject(new Error('refused'))
const onAway = vi.fn(async () => undefined)

beforeEach(() => {
	vi.useFakeTimers()
	onAway.mockClear()
})
afterEach(() => {
	vi.useRealTimers()
})

const start = () =>
	connectWithRetry({
		open: () => answer(),
		awaySentence: (error) => ((error as Error).message === 'away' ? SENTENCE : undefined),
		onAway,
	})

test('opens an available database immediately and silently', async () => {
	answer = async () => 'open'
	const warn = vi.spyOn(log, 'warn')
	const opening = await start()
	expect(opening.isWaiting()).toBe(false)
	expect(await opening.opened).toBe('open')
	expect(onAway).not.toHaveBeenCalled()
	expect(warn).not.toHaveBeenCalled()
})

test('reports an unavailable database immediately, then every ten minutes, and once when it is back', async () => {
	answer = away
	const warn = vi.spyOn(log, 'warn')
	const said = () => warn.mock.calls.map((call) => call.at(-1) as unknown as string)
	const opening = await start()
	expect(onAway).toHaveBeenCalledTimes(1)
	expect(said()).toEqual([SENTENCE])
	await vi.advanceTimersByTimeAsync(9 * 60_000)
	expect(said()).toEqual([SENTENCE])
	await vi.advanceTimersByTimeAsync(16 * 60_000)
	expect(said()).toEqual([SENTENCE, `Still waiting. ${SENTENCE}`, `Still waiting. ${SENTENCE}`])
	expect(opening.isWaiting()).toBe(true)
	answer = async () => 'open'
	await vi.advanceTimersByTimeAsync(2_000)
	expect(await opening.opened).toBe('open')
	expect(opening.isWaiting()).toBe(false)
	expect(said().slice(3)).toEqual(['the database answers again'])
})

test('fails on errors that a retry cannot fix, including later ones', async () => {
	answer = refused
	await expect(start()).rejects.toThrow('refused')
	answer = away
	const opening = await start()
	answer = refused
	await vi.advanceTimersByTimeAsync(2_000)
	await expect(opening.opened).rejects.toThrow('refused')
	expect(opening.isWaiting()).toBe(true)
})

test('stops without waiting for the current attempt, and never opens after that', async () => {
	answer = away
	const opening = await start()
	let finish: (value: string) => void = () => undefined
	answer = () =>
		new Promise((resolve) => {
			finish = resolve
		})
	await vi.advanceTimersByTimeAsync(2_000)
	opening.stop()
	finish('too late')
	expect(await opening.opened).toBeUndefined()
	expect(opening.isWaiting()).toBe(true)
})
