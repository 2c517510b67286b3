import { expect, test } from 'vitest'
import { PlayedStretches, type Report, type Stretch } from './played.ts'

const at = (position: number, more: Partial<Report> = {}): Report => ({
	...{ position, rate: 1, isPlaying: true, isVisible: true },
	...more,
})
const stretch = (from: number, to: number, more: Partial<Stretch> = {}): Stretch => ({
	...{ from, to, rate: 1, isVisible: true },
	...more,
})

test('joins the reports of a player into one stretch and continues from there', () => {
	const played = new PlayedStretches()
	for (const time of [0, 250, 500, 9_750]) played.report(at(time), 1_000 + time)
	expect(played.take()).toEqual([stretch(0, 9_750)])
	expect(played.take()).toEqual([])
	played.report(at(10_000), 11_000)
	expect(played.take()).toEqual([stretch(9_750, 10_000)])
})

test('starts a new stretch after a jump, forward or back, and counts nothing in between', () => {
	const played = new PlayedStretches()
	played.report(at(0), 0)
	played.report(at(1_000), 1_000)
	played.report(at(60_000), 1_250)
	played.report(at(61_000), 2_250)
	played.report(at(500), 2_500)
	played.report(at(1_500), 3_500)
	expect(played.take()).toEqual([stretch(0, 1_000), stretch(60_000, 61_000), stretch(500, 1_500)])
})

test('starts a new stretch if the speed changes or the page is hidden', () => {
	const played = new PlayedStretches()
	played.report(at(0), 0)
	played.report(at(1_000), 1_000)
	played.report(at(1_000, { rate: 2 }), 1_000)
	played.report(at(3_000, { rate: 2 }), 2_000)
	played.report(at(3_000, { isVisible: false }), 2_000)
	played.report(at(4_000, { isVisible: false }), 3_000)
	expect(played.take()).toEqual([
		stretch(0, 1_000),
		stretch(1_000, 3_000, { rate: 2 }),
		stretch(3_000, 4_000, { isVisible: false }),
	])
})

test('ends a stretch at the position of a pause', () => {
	const played = new PlayedStretches()
	played.report(at(0), 0)
	played.report(at(2_000, { isPlaying: false }), 2_000)
	played.report(at(2_000), 60_000)
	played.report(at(3_000), 61_000)
	expect(played.take()).toEqual([stretch(0, 2_000), stretch(2_000, 3_000)])
})

test('puts unsent stretches back before later ones', () => {
	const played = new PlayedStretches()
	played.report(at(0), 0)
	played.report(at(1_000), 1_000)
	const unsent = played.take()
	played.report(at(2_000), 2_000)
	played.putBack(unsent)
	expect(played.take()).toEqual([stretch(0, 1_000), stretch(1_000, 2_000)])
})
