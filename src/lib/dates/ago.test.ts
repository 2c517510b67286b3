import { expect, test } from 'vitest'
import { ago } from './ago.ts'

const NOW = Date.UTC(2026, 5, 1, 12)
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

test.each([
	[0, 'now', 'just now'],
	[59_999, 'now', 'just now'],
	[MINUTE, '1 min', '1 minute ago'],
	[59 * MINUTE, '59 min', '59 minutes ago'],
	[60 * MINUTE, '1 h', '1 hour ago'],
	[DAY - 1, '23 h', '23 hours ago'],
	[DAY, '1 d', '1 day ago'],
	[30 * DAY - 1, '29 d', '29 days ago'],
	// A time in the future, from a clock that is ahead.
	[-5 * MINUTE, 'now', 'just now'],
])('%i ms ago is %s', (passed, short, spoken) => {
	expect(ago(NOW - passed, NOW)).toEqual({ short, spoken })
})

test('returns nothing after 30 days, so that the date is shown', () => {
	expect(ago(NOW - 30 * DAY, NOW)).toBeUndefined()
})
