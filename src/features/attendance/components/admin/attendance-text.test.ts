import { expect, test } from 'vitest'
import { clockText, progressText } from './attendance-text.ts'

test.each([
	[0, '0:00'],
	[65_999, '1:05'],
	[3_725_000, '1:02:05'],
])('shows %d milliseconds as %s', (ms, text) => {
	expect(clockText(ms)).toBe(text)
})

test('counts whole confirmed minutes', () => {
	expect(progressText({ confirmedMs: 179_999, lengthMs: 3_240_000 })).toBe('2 of 54 minutes')
	expect(progressText({ confirmedMs: 60_000, lengthMs: 60_000 })).toBe('1 of 1 minute')
})
