import { describe, expect, it } from 'vitest'
import { COVER_GROUNDS, coverOf, coverSvg, coversApart, coverVersion } from './cover.ts'

const titles = Array.from({ length: 200 }, (_, number) => `Module ${number}: the retainer`)

describe('coversApart', () => {
	it.each([1, 2, 3])('gives none the ground or the pattern of one beside or below it, in %i columns', (columns) => {
		const choices = coversApart(titles)
		expect(choices).toHaveLength(titles.length)
		for (const [at, [ground, pattern]] of choices.entries())
			for (const other of [choices[at + 1], choices[at + columns]])
				if (other) expect([ground === other[0], pattern === other[1]]).toEqual([false, false])
	})

	it('leaves every course its cover when a new one comes first, and each its own where nothing is beside it', () => {
		const choices = coversApart(titles)
		expect(coversApart(['One more', ...titles]).slice(1)).toEqual(choices)
		for (const title of titles) expect(coverOf(title, coversApart([title])[0])).toEqual(coverOf(title))
	})
})

describe('coversApart, of a part of a list', () => {
	it('leaves each cover as it is in the whole, unless two that are alike come together', () => {
		const whole = coversApart(titles)
		// Every fourth: in the whole these may be alike.
		const at = titles.map((_, index) => index).filter((index) => index % 4 === 0)
		const wanted = at.map((index) => whole[index])
		const choices = coversApart(
			at.map((index) => titles[index] ?? ''),
			wanted,
		)
		for (const [index, [ground, pattern]] of choices.entries())
			for (const other of choices.slice(index + 1, index + 4))
				expect([ground === other[0], pattern === other[1]]).toEqual([false, false])
		const kept = choices.filter((choice, index) => String(choice) === String(wanted[index]))
		expect(kept.length).toBeGreaterThan(5)
		expect(kept.length).toBeLessThan(choices.length)
		expect(coversApart(titles, whole)).toEqual(whole)
	})
})

describe('coverOf', () => {
	it('draws the same cover for the same title, however its accents are encoded', () => {
		expect(coverOf('Saying no to the wrong client')).toEqual(coverOf('Saying no to the wrong client'))
		expect(coverOf('Résumé'.normalize('NFD'))).toEqual(coverOf('Résumé'.normalize('NFC')))
	})

	it('uses all five grounds and many drawings', () => {
		const drawings = titles.map((title) => coverOf(title))
		expect(new Set(drawings.map((drawing) => drawing.ground))).toEqual(new Set(COVER_GROUNDS))
		expect(new Set(drawings.map((drawing) => JSON.stringify(drawing))).size).toBeGreaterThan(100)
	})

	it.each(['', ' ', '<script>', '🙂', 'x'.repeat(5000)])('draws any title (%j) with path data alone', (title) => {
		const { shapes } = coverOf(title)
		expect(shapes.length).toBeGreaterThan(1)
		for (const shape of shapes) expect(shape.d).toMatch(/^[MLHVAQTZahvqt\d\s.-]+$/)
	})

	it('is a document of its own too, whatever the title holds', () => {
		const svg = coverSvg('"><script>', { width: 1200, height: 630 })
		expect(svg).toContain('width="1200" height="630"')
		expect(svg).not.toContain('script')
		expect(coverVersion('One')).not.toBe(coverVersion('Two'))
		expect(coverVersion('One')).toMatch(/^[a-z\d]+$/)
	})
})
