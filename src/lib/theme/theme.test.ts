import { describe, expect, it } from 'vitest'
import { palette } from '../../../tailwind.config.mjs'
import { contrast, hexOf, mix } from './color.ts'
import { colorsIn, ownPalette, themeCss, themePath, toDarkScheme, unreadable } from './theme.ts'

const NONE = { primary: '', primaryDark: '', accent: '', accentDark: '' }
/** Sample colors with various hues and lightness. */
const SAMPLES = ['#1b2b44', '#6e1f2b', '#0b5d3b', '#5b2a86', '#00509d', '#000000', '#704700', '#0000ff', '#c00000']

describe('a color', () => {
	it.each([
		['#6E1F2B', '#6e1f2b'],
		['6e1f2b', '#6e1f2b'],
		[' #abc ', '#aabbcc'],
		['#abcd', undefined],
		['red', undefined],
		['', undefined],
	])('%j is %j', (text, hex) => expect(hexOf(text)).toBe(hex))

	it('has the contrast defined by WCAG', () => {
		expect(contrast('#000000', '#ffffff')).toBe(21)
		expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
		expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
	})

	it('has its contrast in the error message, rounded down', () => {
		expect(unreadable('#767676', 'light')).toBe('Too pale for the light page: contrast 3.8, needs 4.5')
		expect(unreadable('#1b2b44', 'light')).toBeUndefined()
		expect(unreadable('#1b2b44', 'dark')).toMatch(/^Too dark for the dark page: contrast 1\.\d/)
	})
})

describe.each(SAMPLES.filter((color) => !unreadable(color, 'light')))('%s as both colors', (color) => {
	const own = ownPalette({ ...NONE, primary: color, accent: color })
	const shown = { light: { ...palette.light, ...own.light }, dark: { ...palette.dark, ...own.dark } }
	const page = ['paper', 'surface', 'sunk'] as const
	it.each(['light', 'dark'] as const)('is readable wherever it is used, %s', (scheme) => {
		const colors = shown[scheme]
		for (const ground of page) expect(contrast(colors['brass-text'], colors[ground])).toBeGreaterThanOrEqual(4.5)
		for (const ground of ['primary', 'primary-hover'] as const)
			expect(contrast(colors['on-primary'], colors[ground])).toBeGreaterThanOrEqual(4.5)
		for (const ground of ['navy', 'navy-surface'] as const)
			for (const text of ['on-navy', 'on-navy-muted', 'brass-on-navy'] as const)
				expect(contrast(colors[text], colors[ground]), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
		expect(contrast(colors.navy, colors['brass-on-navy'])).toBeGreaterThanOrEqual(4.5)
	})
	it('gives a valid color for the dark scheme', () => {
		expect(unreadable(toDarkScheme(color), 'dark')).toBeUndefined()
	})
})

describe('theme style sheet', () => {
	it('does not exist without chosen colors', () => {
		expect(themePath(NONE)).toBeUndefined()
		expect(ownPalette(NONE)).toEqual({ light: {}, dark: {} })
	})
	it('exists if only a dark color is set, and then does not change the light scheme', () => {
		const colors = { ...NONE, primaryDark: '#9fc5ff', accentDark: '#ffd27f' }
		expect(themePath(colors)).toBe('/theme.css?c=-9fc5ff--ffd27f')
		const { light, dark } = ownPalette(colors)
		expect(light).toEqual({})
		expect(dark).toMatchObject({ primary: '#9fc5ff', brass: '#ffd27f' })
	})
	it('has its colors in its URL, and rejects any other query', () => {
		const colors = { ...NONE, primary: '#6e1f2b', accentDark: '' }
		const path = themePath(colors) ?? ''
		expect(path).toBe('/theme.css?c=6e1f2b---')
		expect(colorsIn(new URL(path, 'https://club.example').searchParams.get('c'))).toEqual(colors)
		for (const other of [null, '', '---x', '6e1f2b', '6e1f2b----', '}body{---', '6E1F2B---'])
			expect(colorsIn(other)).toBeUndefined()
	})
	it('applies the colors in both schemes, and resets the light background in the dark one', () => {
		const css = themeCss({ ...NONE, primary: '#6e1f2b' })
		expect(css).toMatch(/^:root\{--primary:#6e1f2b;.*--navy:#[\da-f]{6}/)
		expect(css).toContain(`--navy:${palette.dark.navy}`)
		expect(css).not.toContain('--brass')
	})
})
