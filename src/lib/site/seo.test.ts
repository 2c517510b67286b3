import { describe, expect, it } from 'vitest'
import {
	courseJsonLd,
	cutDescription,
	DESCRIPTION_LIMIT,
	isoDuration,
	pageTitle,
	podcastSeriesJsonLd,
	serializeJsonLd,
} from './seo.ts'
import { site } from './site.ts'

describe('pageTitle', () => {
	it('appends the product name after a separator', () => {
		expect(pageTitle('Courses')).toBe(`Courses | ${site().name}`)
	})
	it('does not repeat the name', () => {
		expect(pageTitle(`Join ${site().name} today`)).toBe(`Join ${site().name} today`)
	})
})

describe('cutDescription', () => {
	it('keeps text of exactly 150 characters', () => {
		const text = 'x'.repeat(DESCRIPTION_LIMIT)
		expect(cutDescription(text)).toBe(text)
	})
	it('cuts longer text to at most 150 characters, including the ellipsis, after a whole word', () => {
		const cut = cutDescription('counsel '.repeat(40))
		expect([...cut].length).toBeLessThanOrEqual(DESCRIPTION_LIMIT)
		expect(cut).toMatch(/counsel…$/)
	})
	it('cuts text without spaces at the limit', () => {
		expect([...cutDescription('x'.repeat(500))]).toHaveLength(DESCRIPTION_LIMIT)
	})
	it('never splits a surrogate pair', () => {
		for (let lead = 140; lead < 152; lead++) {
			const cut = cutDescription('x'.repeat(lead) + '🙂'.repeat(20))
			expect([...cut].length).toBeLessThanOrEqual(DESCRIPTION_LIMIT)
			expect(cut.isWellFormed()).toBe(true)
		}
	})
	it('collapses whitespace and leaves no comma before the ellipsis', () => {
		expect(cutDescription('one\n\n two\tthree ')).toBe('one two three')
		expect(cutDescription(`${'y'.repeat(140)}, ${'z'.repeat(60)}`)).toBe(`${'y'.repeat(140)}…`)
	})
})

describe('structured data', () => {
	it('names a course and its provider, and omits missing values', () => {
		const data = courseJsonLd({
			name: 'Intake',
			description: 'A screening call',
			url: 'https://club.example/courses/1',
			siteUrl: 'https://club.example/',
			dateCreated: '2026-01-02T00:00:00.000Z',
		})
		expect(data).toEqual({
			'@context': 'https://schema.org',
			'@type': 'Course',
			name: 'Intake',
			description: 'A screening call',
			provider: { '@type': 'Organization', name: site().name, sameAs: 'https://club.example/' },
			url: 'https://club.example/courses/1',
			dateCreated: '2026-01-02T00:00:00.000Z',
		})
	})

	it('names a series and its episodes with their audio', () => {
		const data = podcastSeriesJsonLd({
			name: 'The podcast',
			description: 'Weekly',
			author: 'A host',
			url: 'https://club.example/',
			image: 'https://club.example/cover.png',
			datePublished: '2026-11-18T00:00:00.000Z',
			episodes: [
				{
					name: 'One',
					description: '',
					url: 'https://club.example/#podcast',
					audioUrl: 'https://cdn.example/1.mp3',
					seconds: 2050,
				},
			],
		})
		expect(data).toMatchObject({
			'@type': 'PodcastSeries',
			author: { '@type': 'Person', name: 'A host' },
			image: 'https://club.example/cover.png',
			episode: [
				{
					'@type': 'PodcastEpisode',
					name: 'One',
					timeRequired: 'PT34M10S',
					associatedMedia: { '@type': 'AudioObject', contentUrl: 'https://cdn.example/1.mp3' },
				},
			],
		})
		expect(JSON.stringify(data)).not.toContain('"description":""')
	})

	it.each([
		[0, 'PT0S'],
		[59.6, 'PT1M'],
		[6384, 'PT1H46M24S'],
	])('formats %d seconds as %s', (seconds, text) => expect(isoDuration(seconds)).toBe(text))

	it('cannot end its script element', () => {
		const text = serializeJsonLd({ name: '</script><script>alert(1)</script>' })
		expect(text).not.toContain('<')
		expect(JSON.parse(text)).toEqual({ name: '</script><script>alert(1)</script>' })
	})
})
