import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { mapConcurrently } from './concurrency.ts'

const turns = async (count: number) => {
	for (let at = 0; at < count; at++) await turn()
}

test('returns results in the order of the items', async () => {
	const items = [50, 1, 20, 3, 0]
	const results = await mapConcurrently(items, 3, async (count) => {
		await turns(count)
		return count
	})
	expect(results).toEqual(items)
})

test('runs exactly as many items at a time as the width', async () => {
	let running = 0
	let peak = 0
	await mapConcurrently(Array.from({ length: 20 }), 4, async () => {
		peak = Math.max(peak, ++running)
		await turns(5)
		running--
	})
	expect(peak).toBe(4)
})

test('continues while one item takes long', async () => {
	const done: number[] = []
	const slow = Promise.withResolvers<void>()
	const all = mapConcurrently([0, 1, 2, 3, 4, 5], 2, async (item) => {
		if (item === 0) await slow.promise
		done.push(item)
	})
	await turns(50)
	expect(done).toEqual([1, 2, 3, 4, 5])
	slow.resolve()
	await all
	expect(done.at(-1)).toBe(0)
})

test('rejects with the error of an item', async () => {
	const work = mapConcurrently([1, 2], 2, (item) =>
		item === 2 ? Promise.reject(new Error('two')) : Promise.resolve(item),
	)
	await expect(work).rejects.toThrow('two')
})

test('yields to the event loop between items, even if the work is synchronous', async () => {
	let ticks = 0
	let isOver = false
	const tick = () => {
		ticks++
		if (!isOver) setImmediate(tick)
	}
	setImmediate(tick)
	await mapConcurrently(Array.from({ length: 50 }), 8, async () => undefined)
	isOver = true
	expect(ticks).toBeGreaterThanOrEqual(49)
})
