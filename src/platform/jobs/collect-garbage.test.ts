import { expect, test } from 'vitest'
import { collectAllGarbage, collectNewGarbage, garbageLimiter } from './collect-garbage.ts'

/** Creates garbage: this many objects of some 20 bytes, in the old generation. */
function leaveGarbage(objects: number): void {
	let retained: unknown[] = Array.from({ length: objects }, (_, index) => ({ index }))
	for (let round = 0; round < 2; round++) collectNewGarbage()
	retained = []
	expect(retained).toEqual([])
}

test('a limiter collects garbage every time the heap has grown by 64 MB', () => {
	collectAllGarbage()
	const limitGarbage = garbageLimiter()
	const before = process.memoryUsage().heapUsed
	const growth = () => process.memoryUsage().heapUsed - before
	for (let round = 0; round < 3; round++) {
		leaveGarbage(300_000)
		limitGarbage()
		expect(growth()).toBeGreaterThan(5_000_000)
		leaveGarbage(4_000_000)
		limitGarbage()
		expect(growth()).toBeLessThan(5_000_000)
	}
})
