import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { asUrgent, yieldToEventLoop } from './yield-to-event-loop.ts'

test('slows background work during urgent work and resumes it immediately afterwards', async () => {
	const urgent = Promise.withResolvers<string>()
	const done = asUrgent(() => urgent.promise)
	let slices = 0
	const background = (async () => {
		while (slices < 3) {
			await yieldToEventLoop()
			slices++
		}
	})()
	await pause(50)
	expect(slices).toBe(0)
	await expect.poll(() => slices, { timeout: 5_000 }).toBe(1)
	urgent.resolve('pages')
	expect(await done).toBe('pages')
	await background
	expect(slices).toBe(3)
})

test('stops slowing background work when the urgent work fails', async () => {
	await expect(asUrgent(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
	const startedAt = performance.now()
	await yieldToEventLoop()
	expect(performance.now() - startedAt).toBeLessThan(200)
})
