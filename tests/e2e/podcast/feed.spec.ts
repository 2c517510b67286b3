import { expect, test } from 'playwright/test'
import { type FeedServer, feedAnswer, feedFile, startFeedServer } from '#tests/support/servers/feed-server.ts'
import { type OwnServer, startServer } from '../support/server.ts'

// From the feed's server to the HTML that a crawler reads, through the built product.

test.describe.configure({ mode: 'serial' })

const scotus = feedFile('scotus-oral-arguments.rss.gz').toString()

let feed: FeedServer
let site: OwnServer

test.beforeAll(async () => {
	feed = await startFeedServer(feedAnswer(scotus))
	site = await startServer({
		PODCAST_FEED_URL: feed.url,
		PODCAST_POLL_SECONDS: '1',
		FEED_ALLOW_PRIVATE: 'true',
		SEED_DEMO: 'false',
	})
})
test.afterAll(async () => {
	await site.stop()
	await feed.close()
})

const home = async () => (await fetch(`${site.url}/`)).text()

interface Series {
	name: string
	episode: Array<{ name: string; datePublished: string; timeRequired: string; associatedMedia: { contentUrl: string } }>
}

function jsonLd(html: string): Series {
	const [, json = ''] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html) ?? []
	return JSON.parse(json) as Series
}

/** Parses the feed's first items without any production code. */
const itemsOf = (xml: string) =>
	[...xml.matchAll(/<item>([\s\S]*?)<\/item>/g)].slice(0, 4).map(([, item = '']) => ({
		title: (/<title>(?:<!\[CDATA\[)?([\s\S]*?)(?:\]\]>)?<\/title>/.exec(item)?.[1] ?? '')
			.replaceAll('&amp;', '&')
			.trim(),
		date: new Date(/<pubDate>([^<]*)/.exec(item)?.[1] ?? ''),
		audio: (/<enclosure[^>]*\surl="([^"]*)"/.exec(item)?.[1] ?? '').replaceAll('&amp;', '&'),
	}))

test('the HTML lists the first four of 489 real episodes, and its JSON-LD matches the feed', async () => {
	const items = itemsOf(scotus)
	await expect.poll(async () => jsonLd(await home()).episode?.[0]?.name).toBe(items[0]?.title)
	const html = await home()
	const series = jsonLd(html)
	expect(series.name).toBe('Supreme Court Oral Arguments')
	expect(series.episode.map(({ name }) => name)).toEqual(items.map(({ title }) => title))
	expect(series.episode.map(({ datePublished }) => new Date(datePublished).getTime())).toEqual(
		items.map(({ date }) => date.getTime()),
	)
	expect(series.episode.map(({ associatedMedia }) => associatedMedia.contentUrl)).toEqual(
		items.map(({ audio }) => audio),
	)
	const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
	for (const { title, date } of items) {
		// The title links to the episode's page.
		const row = html.slice(html.indexOf(`>${title.replaceAll('&', '&amp;').replaceAll("'", '&#x27;')}</a></h4>`))
		expect(row.slice(0, 600), title).toContain(day.format(date))
		expect(row.slice(0, 600), title).toMatch(/\d+:\d\d(:\d\d)?/)
	}
})

test('an unchanged feed returns 304', async () => {
	const requestsBefore = feed.requests.length
	await expect.poll(() => feed.requests.length).toBeGreaterThan(requestsBefore + 1)
	for (const request of feed.requests.slice(1)) expect(request.headers['if-none-match']).toBeTruthy()
})

test('a new item appears in the HTML', async () => {
	const item = `<item><title>A brand new argument</title><guid>new-1</guid><pubDate>${new Date().toUTCString()}</pubDate>
		<itunes:duration>62:10</itunes:duration><enclosure url="https://audio.example/new.mp3" type="audio/mpeg" length="1"/></item>`
	feed.answer = feedAnswer(scotus.replace('<item>', `${item}<item>`))
	// The pages of the first 489 episodes may not be published yet.
	await expect.poll(async () => jsonLd(await home()).episode[0]?.name, { timeout: 90_000 }).toBe('A brand new argument')
	expect(await home()).toContain('1:02:10')
})

const DOCTYPE =
	'<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaa">]><rss version="2.0"><channel><title>&a;</title></channel></rss>'

for (const [name, answer] of [
	['answers 500', (_, response) => void response.writeHead(500).end('no')],
	['sends garbage', (_, response) => void response.end(Buffer.alloc(5_000, 7))],
	['sends no feed', feedAnswer(feedFile('not-a-feed.rss'))],
	['sends a feed without audio', feedAnswer(feedFile('blog-without-audio.rss'))],
	['sends a DOCTYPE', feedAnswer(DOCTYPE)],
	['redirects to a file', (_, response) => void response.writeHead(302, { Location: 'file:///etc/passwd' }).end()],
	[
		'sends 50 MB',
		(_, response) => {
			const part = Buffer.alloc(1024 * 1024, 'x')
			let remaining = 50
			const writeMore = (): void => {
				while (remaining-- > 0) if (!response.write(part)) return void response.once('drain', writeMore)
				response.end()
			}
			response.on('error', () => {})
			writeMore()
		},
	],
] as Array<[string, FeedServer['answer']]>)
	test(`the home page stays and the log has the reason when the feed's server ${name}`, async () => {
		const before = await home()
		feed.answer = answer
		const requestsBefore = feed.requests.length
		await expect.poll(() => feed.requests.length).toBeGreaterThan(requestsBefore)
		// Every failed poll logs an error: wait for this one or the next.
		const linesBefore = site.logged().length
		const reasons = () =>
			site
				.logged()
				.slice(linesBefore)
				.filter(({ level, reason }) => level === 40 && typeof reason === 'string' && reason.length > 10)
		await expect.poll(reasons).not.toEqual([])
		expect(await home()).toBe(before)
	})

test('new items appear again after the server has recovered', async () => {
	feed.answer = feedAnswer(feedFile('podcasting-2.0-namespace.xml'))
	await expect.poll(async () => jsonLd(await home()).name).toBe('Podcasting 2.0 Namespace Example')
})
