import { describe, expect, it } from 'vitest'
import { minutesClock, spokenPosition } from './spoken-time.ts'

describe('clock', () => {
	it.each([
		[0, '0:00'],
		[9.99, '0:09'],
		[59.99, '0:59'],
		[60, '1:00'],
		[738, '12:18'],
		[6384, '106:24'],
	])('formats %d elapsed seconds as %s', (seconds, expected) =>
		expect(minutesClock(seconds, Math.floor)).toBe(expected),
	)

	it('rounds a length as the list does', () => {
		expect(minutesClock(80.6, Math.round)).toBe('1:21')
		expect(minutesClock(59.7, Math.round)).toBe('1:00')
	})
})

describe('spoken position', () => {
	it.each([
		[72, 240, '1 minute 12 seconds of 4 minutes'],
		[0, 61, '0 seconds of 1 minute 1 second'],
		[1.9, 2050, '1 second of 34 minutes 10 seconds'],
		[120, null, '2 minutes'],
	])('describes %s of %s seconds', (position, duration, expected) =>
		expect(spokenPosition(position, duration)).toBe(expected),
	)
})
