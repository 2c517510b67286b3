import { describe, expect, it } from 'vitest'
import { formatDay, formatDayTime, formatSession } from './dates.ts'

const at = '2026-11-18T21:05:00.000Z'

describe('dates', () => {
	it('use the formats in product.md', () => {
		const local = new Date(2026, 10, 18, 21, 5)
		expect(formatDay(local)).toBe('Nov 18, 2026')
		expect(formatDayTime(local)).toBe('Nov 18, 2026 at 9:05 PM')
		expect(formatSession(local)).toBe('November 18th, 2026 at 9:05 PM')
	})

	it('are in UTC on static pages', () => {
		expect(formatDayTime(at, { zone: 'utc' })).toBe('Nov 18, 2026 at 9:05 PM')
		expect(formatDay('2026-12-31T23:59:59Z', { zone: 'utc' })).toBe('Dec 31, 2026')
		expect(formatDay('2027-01-01T00:00:00Z', { zone: 'utc' })).toBe('Jan 1, 2027')
	})

	it.each([null, undefined, ''])('are N/A when missing (%s)', (missing) => {
		expect(formatDay(missing)).toBe('N/A')
	})

	it('are labeled invalid if they cannot be parsed', () => {
		expect(formatDay('yesterday or so')).toBe('Invalid date')
		expect(formatDayTime('yesterday', { invalid: 'date unknown' })).toBe('date unknown')
	})
})
