import { describe, expect, test } from 'vitest'
import { feedFile } from '#tests/support/servers/feed-server.ts'
import { decodeXml } from './decode-xml.ts'
import { parseFeed } from './parse-feed.ts'

const parse = (xml: string) =>
	parseFeed(xml, { baseUrl: 'https://feeds.example/show/feed.xml', ownOrigin: 'http://localhost:4321' })
const parseFile = (name: string) => parse(decodeXml(feedFile(name)))

describe('real feeds', () => {
	test('parses 489 oral arguments', async () => {
		const feed = await parseFile('scotus-oral-arguments.rss.gz')
		expect(feed).toMatchObject({
			title: 'Supreme Court Oral Arguments',
			description: expect.stringMatching(/^A podcast feed of the audio .* Court\.\n\* Podcast adds new arguments/),
			imageUrl: 'https://scotusstats.com/podcast/podcast.jpg',
			author: 'scotusstats.com',
			link: 'https://scotusstats.com/podcast',
		})
		expect(feed.episodes).toHaveLength(489)
		expect(new Set(feed.episodes.map(({ id }) => id)).size).toBe(489)
		expect(feed.episodes.slice(0, 4).map((e) => [e.title, new Date(e.pubDate ?? 0).toISOString(), e.duration])).toEqual(
			[
				['[25-1083] Mullin, Sec. of Homeland Security v. Doe', '2026-04-29T14:00:00.000Z', 6_384],
				['[24-889] Hikma Pharmaceuticals USA Inc. v. Amarin Pharma, Inc.', '2026-04-29T14:00:00.000Z', 3_620],
				['[24-856] Cisco Systems v. Doe I', '2026-04-28T14:00:00.000Z', 7_036],
				['[25-112] Chatrie v. United States', '2026-04-27T14:00:00.000Z', 7_227],
			],
		)
		expect(feed.episodes[0]?.description).toMatch(
			/^Mullin v\. Doe\n\nJustia · Docket · oyez\.org\n\nPetitioner: .*Security\.\nRespondent: Dahlia Doe\.\n\nFacts/,
		)
		expect(feed.episodes[0]?.audioUrl).toBe('https://podcast.scotusstats.com/2025/25-1083.mp3')
		for (const { description, duration, pubDate } of feed.episodes) {
			expect(description).not.toMatch(/<\/?[a-z]|&[a-z]+;/i)
			expect(duration).toBeGreaterThan(0)
			expect(pubDate).not.toBeNull()
		}
	})

	test("uses the channel's image if there is no itunes:image", async () => {
		const feed = await parseFile('taverncast-no-image.rss')
		expect(feed.imageUrl).toBe('https://www.taverncast.com/itunes-logo.png')
		// 131 items; two share a guid, and eight are recognized as audio only by their file names.
		expect(feed.episodes).toHaveLength(130)
		expect(feed.episodes[0]).toMatchObject({
			title: 'Taverncast 62 - Temporal Anomaly',
			pubDate: Date.UTC(2015, 10, 7, 17),
			duration: 4_190,
			audioUrl: 'https://www.podtrac.com/pts/redirect.mp3?http://www.taverncast.com/shows/taverncast-62.mp3',
			imageUrl: null,
		})
		expect(feed.episodes.every(({ audioUrl }) => audioUrl.startsWith('https://'))).toBe(true)
	})

	test('parses a trailer', async () => {
		const feed = await parseFile('baywatch-berlin-episode-types.rss')
		expect(feed.description).toContain('Spaß Kontakt zur echten Welt')
		expect(feed.episodes).toMatchObject([
			{
				title: 'Trailer',
				duration: 114,
				audioUrl:
					'https://cdn.podigee.com/media/podcast_16544_baywatch_berlin_episode_1_trailer.mp3?v=1574079359&source=feed',
				imageUrl: expect.stringContaining('6fd157b2-442d-4685-b78b-3bac68f0517f.jpg'),
			},
		])
	})

	test('ignores unknown elements', async () => {
		const feed = await parseFile('podcasting-2.0-namespace.xml')
		expect(feed.episodes.map(({ title, duration }) => [title, duration])).toEqual([
			['Episode 3 - The Future', null],
			['Episode 2 - The Present', null],
			['Episode 1 - The Past', null],
		])
	})

	test('decodes ISO-8859-1 accents', async () => {
		const xml = decodeXml(feedFile('iso-8859-1.rss'))
		const withAudio = xml.replaceAll('<item>', '<item><enclosure url="https://a.example/1.mp3" type="audio/mpeg"/>')
		const feed = await parse(withAudio)
		expect([feed.title, feed.description]).toEqual(['Jornal de Notícias - Últimas Notícias', 'JN. Rede de Informação.'])
		expect(feed.episodes[0]?.title).toBe('Mãe de utente é a nova presidente da Raríssimas')
	})

	test.each([
		['iso-8859-1.rss', 'no-episodes'],
		['blog-without-audio.rss', 'no-episodes'],
		['not-a-feed.rss', 'not-a-feed'],
	])('rejects %s: %s', async (name, failure) => {
		await expect(parseFile(name)).rejects.toMatchObject({ name: 'FeedError', failure })
	})
})
