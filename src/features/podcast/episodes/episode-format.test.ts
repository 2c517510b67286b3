import { expect, test } from 'vitest'
import { formatDuration, timeLeftLabel } from './episode-format.ts'

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
	[{ position: 600, duration: 1_800, finished: false }, '20 min left'],
	[{ position: 1_735, duration: 1_800, finished: false }, '2 min left'],
	[{ position: 1_771, duration: 1_800, finished: false }, 'Heard'],
	[{ position: 0, duration: 1_800, finished: true }, 'Heard'],
	[{ position: 600, duration: null, finished: false }, ''],
])('labels %o as "%s"', (place, text) => {
	expect(timeLeftLabel(place)).toBe(text)
})
