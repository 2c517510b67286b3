import { expect, test } from 'vitest'
import { formatDuration, formatEpisodeDate } from './episode-format.ts'

test.each([
	[2_050, '34:10'],
	[6_384, '1:46:24'],
	[45, '0:45'],
	[0, '0:00'],
	[3_600, '1:00:00'],
	[59.6, '1:00'],
	[null, ''],
	[undefined, ''],
	[Number.NaN, ''],
	[-1, ''],
])('formats a duration of %s seconds as "%s"', (seconds, text) => {
	expect(formatDuration(seconds)).toBe(text)
})

test.each([
	['2026-11-18T10:00:00.000Z', 'Nov 18, 2026'],
	['2026-11-18T23:30:00-05:00', 'Nov 19, 2026'],
	['2026-01-01T00:00:00.000Z', 'Jan 1, 2026'],
	[null, 'N/A'],
	['', 'N/A'],
	['soon', 'Invalid date'],
])('formats the date %s as "%s"', (iso, text) => {
	expect(formatEpisodeDate(iso)).toBe(text)
})
