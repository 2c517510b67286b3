import { expect, test } from 'vitest'
import { collectAllGarbage, collectNewGarbage, garbageLimiter } from './collect-garbage.ts'

/** Creates garbage: this many objects of some 20 bytes, in the old generation. */
function leaveGarbage(objects: number): void {
	let held: unknown[] = Array.from({ length: objects }, (_, index) => ({ index }))
	for (let round = 0; round < 2; round++) collectNewGarbage()
	held = []
	expect(held).toEqual([])
}

test('a limiter collects garbage every time the heap has grown by 32 MB', () => {
	collectAllGarbage()
	const limitGarbage = garbageLimiter()
	const before = process.memoryUsage().heapUsed
	const grown = () => process.memoryUsage().heapUsed - before
	for (let round = 0; round < 3; round++) {
		leaveGarbage(300_000)
		limitGarbage()
		expect(grown()).toBeGreaterThan(5_000_000)
		leaveGarbage(2_000_000)
		limitGarbage()
		expect(grown()).toBeLessThan(5_000_000)
	}
})
