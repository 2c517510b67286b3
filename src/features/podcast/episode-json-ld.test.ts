import { expect, test } from 'vitest'
import { episodeJsonLd } from './episode-json-ld.ts'

const episode = {
	...{ id: 'a1', slug: 'the-first-call', title: 'The first call', description: 'About it.' },
	...{ pubDate: '2026-11-18T10:00:00.000Z', duration: 754, audioUrl: '/audio/1.mp3', imageUrl: null },
	...{ link: null, season: 2, number: 7, type: 'full' as const, notesHtml: null },
	...{ audioBytes: 21_000_000, audioType: 'audio/mpeg', highlights: [], hasTranscript: true },
	people: [
		{ name: 'Ruth', role: 'host', href: 'https://ruth.example/' },
		{ name: 'Sam', role: 'guest', href: null },
	],
	chapters: [
		{ start: 0, end: null, title: 'Hello', url: null },
		{ start: 60, end: null, title: 'Fees', url: null },
	],
	...{ previous: null, next: null },
}
const base = new URL('https://club.example')
const show = { title: 'The show', author: null }

test('describes an episode with its series, audio, people and a clip per chapter', () => {
	const data = episodeJsonLd({ show, episode, transcript: { paragraphs: [{ text: 'Hello.' }] } }, base)
	expect(data).toMatchObject({
		'@context': 'https://schema.org',
		'@type': 'PodcastEpisode',
		...{ name: 'The first call', url: 'https://club.example/podcast/the-first-call', timeRequired: 'PT12M34S' },
		...{ episodeNumber: 7, partOfSeason: { '@type': 'PodcastSeason', seasonNumber: 2 } },
		partOfSeries: { '@type': 'PodcastSeries', '@id': 'https://club.example/podcast' },
		associatedMedia: {
			...{ '@type': 'AudioObject', contentUrl: 'https://club.example/audio/1.mp3', encodingFormat: 'audio/mpeg' },
			...{ contentSize: '21000000', transcript: 'Hello.' },
		},
		author: [{ '@type': 'Person', name: 'Ruth', url: 'https://ruth.example/' }],
		actor: [{ '@type': 'Person', name: 'Sam' }],
		hasPart: [
			{ '@type': 'Clip', name: 'Hello', startOffset: 0, endOffset: 60 },
			{ startOffset: 60, endOffset: 754, url: 'https://club.example/podcast/the-first-call?t=60' },
		],
	})
})

test('includes at most 5,000 characters of the transcript, in whole words', () => {
	const text = 'word '.repeat(400).trim()
	const data = episodeJsonLd({ show, episode, transcript: { paragraphs: [{ text }, { text }, { text }] } }, base)
	const { transcript } = data.associatedMedia as { transcript: string }
	expect(transcript.length).toBeLessThanOrEqual(5_000)
	expect(transcript.length).toBeGreaterThan(4_900)
	expect(transcript).toMatch(/word$/)
})

test('omits unknown values', () => {
	const bare = { ...episode, season: null, number: null, duration: null, people: [], chapters: [], audioBytes: null }
	const data = episodeJsonLd({ show, episode: bare, transcript: null }, base)
	for (const name of ['partOfSeason', 'episodeNumber', 'timeRequired', 'actor', 'hasPart', 'image'])
		expect(data).not.toHaveProperty(name)
	expect(JSON.stringify(data)).not.toMatch(/null|undefined/)
})
