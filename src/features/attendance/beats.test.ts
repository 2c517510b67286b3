import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterBeat, type Beat, type Clock } from './beats.ts'
import { totalMs } from './watched.ts'

const LENGTH = 3_000_000
const START = 1_800_000_000_000
const begun: Clock = { sequence: 0, lastBeatAt: START, spareMs: 0, positionMs: null, watched: [] }

const beat = (sequence: number, from: number, to: number, more: Partial<Beat> = {}): Beat => ({
	...{ sequence, from, to, rate: 1, isSeek: false },
	...more,
})
const at = (seconds: number, maxRate = 1) => ({ now: START + seconds * 1_000, lengthMs: LENGTH, maxRate })

/** Returns the clock after the accepted beats, and the number of rejected beats. */
function play(...beats: [seconds: number, beat: Beat][]) {
	let clock = begun
	let refused = 0
	for (const [seconds, one] of beats) {
		const next = afterBeat(clock, one, at(seconds))
		if (next) clock = next
		else refused++
	}
	return { clock, refused, watchedMs: totalMs(clock.watched) }
}

describe('beats are accepted', () => {
	test('in real time, and up to two seconds ahead', () => {
		expect(play([10, beat(1, 0, 10_000)], [20, beat(2, 10_000, 20_000)]).watchedMs).toBe(20_000)
		expect(play([10, beat(1, 0, 12_000)])).toMatchObject({ watchedMs: 12_000, refused: 0 })
	})

	test('after a reported seek', () => {
		const { clock, refused } = play([10, beat(1, 0, 10_000)], [20, beat(2, 500_000, 510_000, { isSeek: true })])
		expect([refused, clock.watched]).toEqual([
			0,
			[
				[0, 10_000],
				[500_000, 510_000],
			],
		])
	})

	test('up to a minute late, in one beat or several', () => {
		const late = [10, 20, 30, 40, 50, 60].map((end): [number, Beat] => [
			60,
			beat(end, end * 1_000 - 10_000, end * 1_000),
		])
		expect(play(...late)).toMatchObject({ watchedMs: 60_000, refused: 0 })
		expect(play([60, beat(1, 0, 60_000)])).toMatchObject({ watchedMs: 60_000, refused: 0 })
	})

	test('faster than real time if the rules allow it', () => {
		const faster = beat(1, 0, 15_000, { rate: 1.5 })
		expect(afterBeat(begun, faster, at(10, 1.5))?.watched).toEqual([[0, 15_000]])
		expect(afterBeat(begun, faster, at(10))).toBeUndefined()
		expect(afterBeat(begun, beat(1, 0, 15_000), at(10, 1.5))).toBeUndefined()
	})
})

describe('beats are rejected', () => {
	test.each<[string, ...[number, Beat][]]>([
		['too fast', [10, beat(1, 0, 12_001)]],
		['ten times as fast', [10, beat(1, 0, 100_000, { rate: 10 })]],
		['again', [10, beat(1, 0, 10_000)], [20, beat(1, 10_000, 20_000)]],
		['from a second tab', [10, beat(1, 0, 10_000)], [10.1, beat(2, 600_000, 610_000, { isSeek: true })]],
		['with a jump', [10, beat(1, 0, 10_000)], [20, beat(2, 20_000, 30_000)]],
		['backward', [10, beat(1, 10_000, 0)]],
		['after more than a minute', [600, beat(1, 0, 62_001)]],
		['when the clock was set back', [10, beat(1, 0, 10_000)], [-600, beat(2, 10_000, 20_000)]],
		['at no speed', [10, beat(1, 0, 10_000, { rate: 0 })]],
	])('%s', (_, ...beats) => {
		expect(play(...beats).refused).toBe(1)
	})

	test('many short beats do not get two extra seconds each', () => {
		const beats = Array.from({ length: 100 }, (_, i): [number, Beat] => [
			i / 100,
			beat(i + 1, i * 1_500, i * 1_500 + 1_500),
		])
		expect(play(...beats).watchedMs).toBeLessThanOrEqual(3_000)
	})
})

test('the watched time exceeds neither the recording nor the elapsed time', () => {
	const step = fc.record({
		waits: fc.integer({ min: -30_000, max: 120_000 }),
		from: fc.integer({ min: -5_000, max: 200_000 }),
		plays: fc.integer({ min: -1_000, max: 90_000 }),
		skips: fc.integer({ min: 0, max: 2 }),
		isSeek: fc.boolean(),
	})
	fc.assert(
		fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
			let [clock, now, latest] = [begun, START, START]
			for (const { waits, from, plays, skips, isSeek } of steps) {
				now += waits
				latest = Math.max(latest, now)
				const sent = beat(clock.sequence + skips, from, from + plays, { isSeek })
				clock = afterBeat(clock, sent, { now, lengthMs: 150_000, maxRate: 1 }) ?? clock
			}
			expect(totalMs(clock.watched)).toBeLessThanOrEqual(150_000)
			expect(totalMs(clock.watched)).toBeLessThanOrEqual(
				steps.reduce((sum, { waits }) => sum + Math.max(0, waits), 0) + 2_000,
			)
		}),
	)
})
