import { describe, expect, it } from 'vitest'
import { palette } from '../../tailwind.config.mjs'

type Color = keyof typeof palette.light

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(hex: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5]
		.map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
		.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
	const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
	return (lighter + 0.05) / (darker + 0.05)
}

const page: Color[] = ['paper', 'surface', 'sunk']
const navy: Color[] = ['navy', 'navy-surface']

/** Minimum contrast: 4.5:1 for text, 3:1 for icons and borders that carry meaning. */
const pairs: [Color, Color[], number][] = [
	['ink', page, 4.5],
	['muted', page, 4.5],
	['brass-text', page, 4.5],
	['green', page, 4.5],
	['red-text', page, 4.5],
	['on-navy', navy, 4.5],
	['on-navy-muted', navy, 4.5],
	['brass-on-navy', navy, 4.5],
	['on-primary', ['primary', 'primary-hover'], 4.5],
	['on-danger', ['danger', 'danger-hover'], 4.5],
	['navy', ['brass-on-navy'], 4.5],
	['edge', ['paper', 'surface'], 3],
	['red', ['paper', 'surface'], 3],
	['brass', ['paper', 'surface'], 3],
	['focus', page, 3],
]

describe.each(['light', 'dark'] as const)('the %s colors', (scheme) => {
	const cases = pairs.flatMap(([front, grounds, least]) => grounds.map((ground) => ({ front, ground, least })))
	it.each(cases)('give $front at least $least:1 on $ground', ({ front, ground, least }) => {
		expect(contrast(palette[scheme][front], palette[scheme][ground])).toBeGreaterThanOrEqual(least)
	})
	it('have the same names as in the other scheme', () => {
		expect(Object.keys(palette[scheme])).toEqual(Object.keys(palette.light))
	})
})
