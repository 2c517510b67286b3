import { expect, test } from 'vitest'
import { pressablePoints } from './toast-place.ts'

const box = { left: 20, top: 100, right: 370, bottom: 180 }
/** A target of the smallest size that the product has. */
const target = (left: number, top: number) => (x: number, y: number) =>
	x >= left && x < left + 24 && y >= top && y < top + 24

test('no target that a toast covers is missed, wherever it lies', () => {
	for (let left = box.left; left <= box.right - 24; left += 1)
		for (let top = box.top; top <= box.bottom - 24; top += 1)
			if (pressablePoints(box, target(left, top)) === 0) expect.fail(`none at ${left}, ${top}`)
	expect(pressablePoints(box, target(0, 60))).toBe(0)
	expect(pressablePoints(box, () => true)).toBeGreaterThan(pressablePoints(box, target(20, 100)))
})
