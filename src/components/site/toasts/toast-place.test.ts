// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { costOf, keepPlaced } from './toast-place.ts'

const box = { left: 20, top: 100, right: 370, bottom: 180 }
/** Creates a target of the smallest size in the product. */
const target = (left: number, top: number) => (x: number, y: number) =>
	x >= left && x < left + 24 && y >= top && y < top + 24 ? 1 : 0

test('detects every covered target, wherever it is', () => {
	for (let left = box.left; left <= box.right - 24; left += 1)
		for (let top = box.top; top <= box.bottom - 24; top += 1)
			if (costOf(box, target(left, top)) === 0) expect.fail(`none at ${left}, ${top}`)
	expect(costOf(box, target(0, 60))).toBe(0)
	expect(costOf(box, () => 1)).toBeGreaterThan(costOf(box, target(20, 100)))
})

/** Top of the toasts for each placement, so a button can be below one and not the other. */
const TOPS: Readonly<Record<string, number>> = {
	...{ 'bottom-left': 600, 'bottom-right': 500, 'top-right': 400 },
	...{ top: 300, bottom: 200, 'top-left': 100 },
}
const toasts = document.createElement('div')
const button = document.createElement('button')
/** Heights at which a point hits the button. */
let covered: number[] = []
let stop = () => {}
const shownAt = () =>
	(TOPS[toasts.dataset.place ?? ''] ?? 0) + Number(/ (-?\d+)px/.exec(toasts.style.translate)?.[1] ?? 0)
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

beforeEach(() => {
	document.body.append(toasts, button)
	covered = []
	vi.stubGlobal('matchMedia', () => ({ matches: true }))
	toasts.getBoundingClientRect = () => new DOMRect(20, TOPS[toasts.dataset.place ?? ''] ?? 0, 50, 50)
	document.elementsFromPoint = (_, y) => (covered.some((top) => y >= top && y <= top + 50) ? [button] : [])
	toasts.style.padding = '0px'
	stop = keepPlaced(toasts)
})
afterEach(() => {
	stop()
	toasts.remove()
	button.remove()
	delete toasts.dataset.place
	toasts.removeAttribute('style')
})

test('moves a toast off a target that appears below it', async () => {
	expect(shownAt()).toBe(600)
	covered = [600]
	document.dispatchEvent(new Event('scrollend'))
	await frame()
	expect(shownAt()).toBe(500)
})

test('does not move between press and release', async () => {
	covered = [600]
	document.dispatchEvent(new Event('scrollend'))
	window.dispatchEvent(new Event('pointerdown'))
	document.dispatchEvent(new Event('scrollend'))
	await frame()
	expect(shownAt()).toBe(600)
	window.dispatchEvent(new Event('pointerup'))
	await frame()
	expect(shownAt()).toBe(500)
})

test('covers submit buttons and the focused element last', async () => {
	covered = Object.values(TOPS).filter((top) => top !== 300)
	document.dispatchEvent(new Event('scrollend'))
	await frame()
	expect(shownAt()).toBe(300)
	document.elementsFromPoint = (_, y) => {
		const link = document.createElement('a')
		link.href = '/'
		return [y >= 200 && y <= 250 ? link : button]
	}
	button.type = 'submit'
	document.dispatchEvent(new Event('scrollend'))
	await frame()
	expect(shownAt()).toBe(200)
})
