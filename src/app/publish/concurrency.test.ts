import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { mapConcurrently } from './concurrency.ts'

const turns = async (count: number) => {
	for (let at = 0; at < count; at++) await turn()
}

test('the results stand in the order of the items, whichever ended first', async () => {
	const given = [50, 1, 20, 3, 0]
	const results = await mapConcurrently(given, 3, async (count) => {
		await turns(count)
		return count
	})
	expect(results).toEqual(given)
})

test('as many as the width are under way, and never more', async () => {
	let open = 0
	let most = 0
	await mapConcurrently(Array.from({ length: 20 }), 4, async () => {
		most = Math.max(most, ++open)
		await turns(5)
		open--
	})
	expect(most).toBe(4)
})

test('one that takes long holds up no other', async () => {
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

test('what one throws reaches the caller', async () => {
	const work = mapConcurrently([1, 2], 2, (item) =>
		item === 2 ? Promise.reject(new Error('two')) : Promise.resolve(item),
	)
	await expect(work).rejects.toThrow('two')
})

test('somebody else has a turn between any two, also where the work waits for nothing', async () => {
	let others = 0
	let isOver = false
	const other = () => {
		others++
		if (!isOver) setImmediate(other)
	}
	setImmediate(other)
	await mapConcurrently(Array.from({ length: 50 }), 8, async () => undefined)
	isOver = true
	expect(others).toBeGreaterThanOrEqual(49)
})
