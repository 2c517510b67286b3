import { describe, expect, test } from 'vitest'
import { contentHash } from '../content-hash.ts'
import { parseFeed } from './parse-feed.ts'

const parse = (xml: string, baseUrl = 'https://feeds.example/show/feed.xml') =>
	parseFeed(xml, { baseUrl, ownOrigin: 'http://localhost:4321' })

const rss = (channel: string, attributes = 'version="2.0"') =>
	`<rss ${attributes}><channel><title>T</title>${channel}</channel></rss>`
const item = (content: string, url = 'https://a.example/1.mp3') =>
	`<item><title>E</title>${content}<enclosure url="${url}" type="audio/mpeg"/></item>`

/** Parses a feed with one item and returns its episode. */
async function episodeOf(content: string) {
	const [episode] = (await parse(rss(item(content)))).episodes
	if (!episode) throw new Error('no episode')
	return episode
}

describe('items', () => {
	test('without playable audio are skipped', async () => {
		const feed = await parse(
			rss(`
				<item><title>no enclosure</title></item>
				<item><title>empty</title><enclosure/></item>
				<item><title>no address</title><enclosure type="audio/mpeg"/></item>
				<item><title>video</title><enclosure url="https://a.example/1.mp4" type="video/mp4"/></item>
				<item><title>script</title><enclosure url="javascript:alert(1)" type="audio/mpeg"/></item>
				<item><title>second enclosure</title><enclosure url="https://a.example/1.pdf" type="application/pdf"/>
					<enclosure url="2.mp3"/></item>`),
		)
		expect(feed.episodes.map(({ title, audioUrl }) => [title, audioUrl])).toEqual([
			['second enclosure', 'https://feeds.example/show/2.mp3'],
		])
	})

	test('are sorted newest first; items without a date come last, in feed order', async () => {
		const dated = (title: string, date: string, n: number) =>
			`<item><title>${title}</title><pubDate>${date}</pubDate><enclosure url="${n}.mp3"/></item>`
		const feed = await parse(
			rss(
				[
					dated('none', '', 1),
					dated('old', 'Wed, 01 Jan 2020 00:00:00 GMT', 2),
					dated('bad', 'not a date', 3),
					dated('new', 'Wed, 01 Jan 2025 00:00:00 GMT', 4),
					dated('same day', 'Wed, 01 Jan 2020 00:00:00 GMT', 5),
				].join(''),
			),
		)
		expect(feed.episodes.map(({ title }) => title)).toEqual(['new', 'old', 'same day', 'none', 'bad'])
		expect(feed.episodes[4]?.pubDate).toBeNull()
	})

	test('with the same guid are reduced to the first one', async () => {
		const feed = await parse(rss(item('<guid>a</guid>', '1.mp3') + item('<guid> a </guid>', '2.mp3')))
		expect(feed.episodes.map(({ audioUrl }) => audioUrl)).toEqual(['https://feeds.example/show/1.mp3'])
	})

	test('keep their id while their guid stays the same, or their audio if they have no guid', async () => {
		const one = await episodeOf('<guid isPermaLink="false">a</guid>')
		const renamed = await episodeOf('<guid>a</guid><description>New words</description>')
		const bare = await episodeOf('')
		expect(one.id).toMatch(/^[0-9a-hjkmnp-tv-z]{12}$/)
		expect(renamed.id).toBe(one.id)
		expect(bare.id).toBe((await episodeOf('<description>New words</description>')).id)
		expect(bare.id).not.toBe(one.id)
	})

	test('are limited to the newest five thousand', async () => {
		const items = Array.from(
			{ length: 5_100 },
			(_, n) =>
				`<item><title>${n}</title><pubDate>${new Date(n * 86_400_000).toUTCString()}</pubDate><enclosure url="${n}.mp3"/></item>`,
		)
		const { episodes } = await parse(rss(items.join('')))
		expect(episodes).toHaveLength(5_000)
		expect(episodes[0]?.title).toBe('5099')
	}, 60_000)

	test.each([
		['<description>&lt;p&gt;Plain &amp;amp; simple&lt;/p&gt;</description>', 'Plain & simple'],
		['<description></description><content:encoded><![CDATA[<p>Long</p>]]></content:encoded>', 'Long'],
		['<description><![CDATA[<img src="x">]]></description><itunes:summary>Words</itunes:summary>', 'Words'],
		['<itunes:subtitle>Only this</itunes:subtitle>', 'Only this'],
		['<description>&amp;lt;p&amp;gt;Twice &amp;amp;amp; over&amp;lt;/p&amp;gt;</description>', 'Twice & over'],
		['<description><![CDATA[Write &lt;p&gt; for a paragraph]]></description>', 'Write <p> for a paragraph'],
		['<description><p>Not</p><p>escaped</p></description>', 'Not escaped'],
		['', ''],
		[`<description>${'word '.repeat(5_000)}</description>`, `${'word '.repeat(2_000).slice(0, 9_999)}…`],
	])('have a plain-text description: %.60j', async (content, text) => {
		expect((await episodeOf(content)).description).toBe(text)
	})

	test('have a title on one line, whatever the feed contains', async () => {
		const titleOf = async (xml: string) =>
			(await parse(rss(`<item>${xml}<enclosure url="1.mp3"/></item>`))).episodes[0]?.title
		expect(await titleOf('<title>Bob&amp;#8217;s &lt;i&gt;AT&T&lt;/i&gt;\n part&nbsp;2</title>')).toBe(
			'Bob’s AT&T part 2',
		)
		expect(await titleOf('<title>&amp;amp;quot;Q&amp;amp;amp;A&amp;amp;quot; &amp;amp;#8211; one</title>')).toBe(
			'"Q&A" – one',
		)
		expect(await titleOf('<itunes:title>From iTunes</itunes:title>')).toBe('From iTunes')
		expect(await titleOf('<title/>')).toBe('Untitled episode')
		expect(await titleOf(`<title>${'x'.repeat(400)}</title>`)).toHaveLength(300)
	})
})

describe('feeds', () => {
	test('may lack everything but audio', async () => {
		expect(await parse('<rss><channel><item><enclosure url="1.mp3"/></item></channel></rss>')).toEqual({
			title: 'feeds.example',
			description: '',
			imageUrl: null,
			author: null,
			link: null,
			language: null,
			movedTo: null,
			notes: ['1 episode has no date and is listed last: “Untitled episode”.'],
			episodes: [
				{
					...{ link: null, season: null, number: null, type: 'full', notesHtml: null, people: [] },
					...{ audioBytes: null, audioType: null, chapters: { feed: [], notes: [] } },
					tags: { transcript: null, chapters: null, highlights: [] },
					id: expect.any(String),
					title: 'Untitled episode',
					description: '',
					pubDate: null,
					duration: null,
					audioUrl: 'https://feeds.example/show/1.mp3',
					imageUrl: null,
				},
			],
		})
	})

	test('resolve relative images, and drop invalid ones', async () => {
		const imageOf = async (xml: string) => (await parse(rss(xml + item('')))).imageUrl
		expect(await imageOf('<itunes:image href="/cover.png"/>')).toBe('https://feeds.example/cover.png')
		expect(await imageOf('<image><url>cover.png</url></image>')).toBe('https://feeds.example/show/cover.png')
		expect(await imageOf('<itunes:image>http://old.example/c.png</itunes:image>')).toBe('https://old.example/c.png')
		expect(await imageOf('<itunes:image href="javascript:1">c.png</itunes:image>')).toBeNull()
	})

	test('may be Atom', async () => {
		const feed = await parse(`<feed xmlns="http://www.w3.org/2005/Atom"><title>Atom</title><subtitle>Sub</subtitle>
			<link rel="self" href="/self"/><link rel="alternate" href="/home"/><logo>/logo.png</logo>
			<entry><id>urn:1</id><title type="html">One &lt;b&gt;two&lt;/b&gt;</title><published>2026-01-02T03:04:05Z</published>
				<summary>Words</summary><link rel="alternate" href="/1"/><link rel="enclosure" type="audio/mpeg" href="/1.mp3"/></entry>
			<entry><id>urn:2</id><title>Bad date</title><published>whenever</published><updated>also not</updated>
				<link rel="enclosure" type="audio/mpeg" href="/2.mp3"/></entry>
			<entry><id>urn:3</id><title>No audio</title><link rel="alternate" href="/3"/></entry></feed>`)
		expect(feed).toMatchObject({
			title: 'Atom',
			description: 'Sub',
			imageUrl: 'https://feeds.example/logo.png',
			link: 'https://feeds.example/home',
			episodes: [
				{
					title: 'One two',
					description: 'Words',
					pubDate: Date.UTC(2026, 0, 2, 3, 4, 5),
					audioUrl: 'https://feeds.example/1.mp3',
				},
				{ title: 'Bad date', pubDate: null, audioUrl: 'https://feeds.example/2.mp3' },
			],
		})
	})

	test('may be RSS 1.0', async () => {
		const feed =
			await parse(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><channel><title>RDF</title></channel>
			<item rdf:about="x"><title>One</title><dc:date>2020-05-06</dc:date><enclosure url="1.mp3" type="audio/mpeg"/></item></rdf:RDF>`)
		expect(feed.episodes).toMatchObject([{ title: 'One', pubDate: Date.UTC(2020, 4, 6) }])
	})

	test.each([
		['<rss version="2.0"></rss>', 'not-a-feed'],
		['<rss version="2.0"><channel><item></rss>', 'not-a-feed'],
		['<opml/>', 'not-a-feed'],
		['garbage', 'not-a-feed'],
		[
			'<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><rss><channel><title>&b;</title></channel></rss>',
			'doctype',
		],
		[rss(''), 'no-episodes'],
	])('rejects %j: %s', async (xml, failure) => {
		await expect(parse(xml)).rejects.toMatchObject({ name: 'FeedError', failure })
	})

	test.each([
		['tags that never end', '<h'.repeat(500_000), 1],
		['elements in elements', '<b>'.repeat(100_000), 'not-a-feed'],
		['CDATA that never ends', '<![CDATA['.repeat(200_000), 'not-a-feed'],
		['parentheses', `</description><pubDate>1 Jan 2026 ${'('.repeat(1_000_000)}</pubDate><description>`, 1],
		['line breaks', '\n '.repeat(500_000), 1],
		['ampersands', '&'.repeat(1_000_000), 1],
	])('finish parsing with a megabyte of %s', { timeout: 30_000 }, async (_, text, outcome) => {
		const description = text.startsWith('<h') ? `<![CDATA[${text}]]>` : text
		const parsing = parse(rss(item(`<description>${description}</description>`)))
		expect(
			await parsing.then(
				({ episodes }) => episodes.length,
				({ failure }) => failure,
			),
		).toBe(outcome)
	})

	test('have the same hash if nothing visible changed', async () => {
		const first = contentHash(await parse(rss(`<lastBuildDate>now</lastBuildDate>${item('')}`)))
		expect(contentHash(await parse(rss(`<lastBuildDate>later</lastBuildDate>\n${item('')}`)))).toBe(first)
		expect(contentHash(await parse(rss(item('<description>more</description>'))))).not.toBe(first)
	})
})

test('accepts an enclosure of unknown type as audio, and lists the skipped items', async () => {
	const one = (title: string, enclosure: string, more = '<pubDate>Tue, 02 Jun 2026 06:00:00 GMT</pubDate>') =>
		`<item><title>${title}</title><guid>${title}</guid>${more}${enclosure}</item>`
	const feed = await parse(
		rss(
			[
				one('A', '<enclosure url="https://a.example/e?id=1" type="mp3"/>'),
				one('B', '<enclosure url="https://a.example/e/2" type="application/octet-stream"/>'),
				one('C', '<m:content url="https://a.example/c" medium="audio"/>'),
				one('D', '<m:group><m:content url="https://a.example/d.mp3" type="audio/mpeg"/></m:group>'),
				one('E', '<enclosure url="https://a.example/e.jpg" type="image/jpeg"/>'),
				one('F', '<m:content url="https://a.example/f" medium="image"/>'),
				one('G', ''),
				one('H', '<enclosure url="ftp://a.example/h.mp3" type="audio/mpeg"/>'),
				one('A', '<enclosure url="https://a.example/again.mp3" type="audio/mpeg"/>'),
				one('I', '<enclosure url="https://a.example/i.mp3"/>', '<pubDate>some day</pubDate>'),
				one('J', '<enclosure url="https://a.example/j.mp3"/>', ''),
			].join(''),
			'version="2.0" xmlns:m="http://search.yahoo.com/mrss/"',
		),
	)
	expect(feed.episodes.map(({ title }) => title)).toEqual(['A', 'B', 'C', 'D', 'I', 'J'])
	expect(feed.notes).toEqual([
		'2 items were left out with a file that is not audio, such as a video or a picture: “E”, “F”.',
		'1 item was left out with no audio file: “G”.',
		'1 item was left out with an audio file at an address that is not a web address: “H”.',
		'1 item was left out with the identifier (guid) of another one: “A”.',
		'1 episode has an unreadable date and is listed last: “I”.',
		'1 episode has no date and is listed last: “J”.',
	])
})

test("parses dates in the feed's language", async () => {
	const feed = await parse(rss(`<language>pl</language>${item('<pubDate>śr., 06 lis 2024 06:00:00 +0000</pubDate>')}`))
	expect(new Date(feed.episodes[0]?.pubDate ?? 0).toISOString()).toBe('2024-11-06T06:00:00.000Z')
	expect(feed.notes).toEqual([])
})

test('notes an unreadable length, but not a zero', async () => {
	const lengths = ['about an hour', '27 min', '00:00:00', '1666000000', "27'46"]
	const feed = await parse(
		rss(lengths.map((text, at) => item(`<guid>${at}</guid><itunes:duration>${text}</itunes:duration>`)).join('')),
	)
	expect(feed.notes.filter((note) => note.includes('length'))).toEqual([
		'2 episodes have lengths that cannot be read: “E”, “E”.',
	])
})
