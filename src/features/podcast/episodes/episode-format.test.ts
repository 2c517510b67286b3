import { expect, test } from 'vitest'
import { formatDuration } from './episode-format.ts'

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
