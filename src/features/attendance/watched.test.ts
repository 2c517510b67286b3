import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '#src/features/cle/engine/vectors.json' with { type: 'json' }
import { addSpan, requiredMs, type Span, totalMs } from './watched.ts'

const union = (spans: readonly Span[], lengthMs: number) =>
	spans.reduce<Span[]>((watched, span) => addSpan(watched, span, lengthMs), [])

describe('the union of watched spans', () => {
	test.each(vectors.watched)('$id: $seconds of $length seconds', ({ intervals, length, seconds }) => {
		expect(totalMs(union(intervals as [number, number][], length))).toBe(seconds)
	})

	test('joins spans that touch, and keeps the others in order', () => {
		expect(
			union(
				[
					[50, 60],
					[10, 20],
					[30, 40],
					[20, 30],
				],
				100,
			),
		).toEqual([
			[10, 40],
			[50, 60],
		])
	})

	const length = 1_000
	const spans = fc.array(fc.tuple(fc.integer({ min: -50, max: 1_100 }), fc.integer({ min: -50, max: 1_100 })))

	test('contains exactly the milliseconds of its spans', () => {
		fc.assert(
			fc.property(spans, (given) => {
				const seen = new Set<number>()
				for (const [from, to] of given) for (let at = Math.max(0, from); at < Math.min(to, length); at++) seen.add(at)
				const watched = union(given, length)
				expect(totalMs(watched)).toBe(seen.size)
				for (const [from, to] of watched) expect(seen.has(from) && seen.has(to - 1)).toBe(true)
			}),
		)
	})

	test('is sorted, disjoint, and never longer than the recording', () => {
		fc.assert(
			fc.property(spans, (given) => {
				const watched = union(given, length)
				for (const [at, [from, to]] of watched.entries()) {
					expect(from).toBeLessThan(to)
					expect(from).toBeGreaterThan(watched[at - 1]?.[1] ?? -1)
				}
				expect(totalMs(watched)).toBeLessThanOrEqual(length)
			}),
		)
	})
})

test('98 percent must be watched', () => {
	expect([requiredMs(3_000_000), requiredMs(101)]).toEqual([2_940_000, 99])
})
