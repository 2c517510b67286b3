import { describe, expect, it } from 'vitest'
import { COVER_GROUNDS, coverOf, coverSvg, coverVersion } from './cover.ts'

const titles = Array.from({ length: 200 }, (_, number) => `Module ${number}: the retainer`)

describe('coverOf', () => {
	it('draws the same cover for the same title in any Unicode normalization', () => {
		expect(coverOf('Saying no to the wrong client')).toEqual(coverOf('Saying no to the wrong client'))
		expect(coverOf('Résumé'.normalize('NFD'))).toEqual(coverOf('Résumé'.normalize('NFC')))
	})

	it('uses all five grounds and many drawings', () => {
		const drawings = titles.map((title) => coverOf(title))
		expect(new Set(drawings.map((drawing) => drawing.ground))).toEqual(new Set(COVER_GROUNDS))
		expect(new Set(drawings.map((drawing) => JSON.stringify(drawing))).size).toBeGreaterThan(100)
	})

	it.each(['', ' ', '<script>', '🙂', 'x'.repeat(5000)])('draws any title (%j) with only path data', (title) => {
		const { shapes } = coverOf(title)
		expect(shapes.length).toBeGreaterThan(1)
		for (const shape of shapes) expect(shape.d).toMatch(/^[MLHVAQTZahvqt\d\s.-]+$/)
	})

	it('renders an SVG document of the given size, without the text of the title', () => {
		const svg = coverSvg('"><script>', { width: 1200, height: 630 })
		expect(svg).toContain('width="1200" height="630"')
		expect(svg).not.toContain('script')
		expect(coverVersion('One')).not.toBe(coverVersion('Two'))
		expect(coverVersion('One')).toMatch(/^[a-z\d]+$/)
	})
})
