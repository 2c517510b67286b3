import { expect, test } from 'vitest'
import { daysText, monthText, percentText, shareText } from './statistics-text.ts'

test.each([
	[0, 0, ''],
	[0, 5, '0%'],
	[1, 3, '33%'],
	[3, 3, '100%'],
	[1, 1_000, 'below 1%'],
	[999, 1_000, 'above 99%'],
])('formats %i of %i as %j', (part, whole, expected) => {
	expect(percentText(part, whole)).toBe(expected)
})

test('formats shares, days and months', () => {
	expect([shareText(0, 0), shareText(1_200, 4_000)]).toEqual(['0', '1,200 (30%)'])
	expect([daysText(null), daysText(1), daysText(3.5)]).toEqual(['None yet', '1 day', '3.5 days'])
	expect(monthText('2026-02')).toEqual({ name: 'Feb', year: '2026' })
})
