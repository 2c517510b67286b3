import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatBytes, formatNumber } from './format-number.ts'

test('groups thousands', () => {
	expect([0, 7, 999, 1_000, 4_120, 1_234_567, -12_345, 3.5, 1_234.25].map(formatNumber)).toEqual([
		...['0', '7', '999', '1,000', '4,120', '1,234,567', '-12,345', '3.5', '1,234.25'],
	])
})

test("matches the browser's English format", () => {
	fc.assert(
		fc.property(fc.integer(), (count) => {
			expect(formatNumber(count)).toBe(count.toLocaleString('en-US'))
		}),
	)
})

test.each([
	[10, '0.1 kB'],
	[243_568, '244 kB'],
	[999_600, '1 MB'],
	[2_430_000, '2.4 MB'],
	[21_000_000, '21 MB'],
	[999_600_000, '1 GB'],
])('formats a size of %s bytes as "%s"', (bytes, text) => {
	expect(formatBytes(bytes)).toBe(text)
})
