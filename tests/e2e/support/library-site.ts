import { createHash } from 'node:crypto'
import type { Page, Response as PageResponse } from 'playwright/test'
import { type FeedServer, feedAnswer, startFeedServer } from '#tests/support/servers/feed-server.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { startServer } from './server.ts'

/** A separate site whose feed has everything that library pages show. Its audio files are local and last 78 to 81 s. */
export interface LibrarySite {
	readonly url: string
	readonly feed: FeedServer
	/** Contents of the files next to the feed, by path. Tests may change them. */
	readonly files: Map<string, string>
	open(page: Page, path: string): Promise<PageResponse | null>
	/** Fetches a path without following redirects. */
	get(path: string): Promise<Response>
	/** Replaces the feed's items. */
	serve(items: readonly string[]): void
	stop(): Promise<void>
}

/** Page of the first episode, which has everything that a page can show. */
export const EPISODE = '/podcast/the-first-call'

export const playerOf = (page: Page) => page.getByRole('region', { name: 'Podcast player' })

const SENTENCE =
	'You ask what a good result looks like, and then you wait, because the answer tells you whether the matter fits. '

/** Words that occur once, at 0:49. */
export const SAID_ONCE = 'sub rosa'

/** Twelve six-second paragraphs of two speakers. */
const TRANSCRIPT = `WEBVTT\n\n${Array.from({ length: 12 }, (_, at) => {
	const from = at * 6 + 1
	const stamp = (seconds: number) =>
		`00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}.000`
	return `${stamp(from)} --> ${stamp(from + 5)}\n<v ${at % 2 === 0 ? 'Ruth Adeyemi' : 'Sam Okafor'}>${at + 1}. ${SENTENCE}${at === 8 ? `All of it ${SAID_ONCE}.` : ''}\n`
}).join('\n')}`

const CHAPTERS = JSON.stringify({
	version: '1.2.0',
	chapters: [
		{ startTime: 0, title: 'Good morning' },
		{ startTime: 25, title: 'Three questions at intake', url: 'https://rules.example/1' },
		{ startTime: 55, title: 'The letter that declines' },
	],
})

/** Returns a feed item. @param elements additional elements. */
export function libraryItem(site: string, title: string, date: string, audio: string, elements = ''): string {
	return `<item><title>${title}</title><guid>${title}</guid><pubDate>${new Date(date).toUTCString()}</pubDate>
	<description>What ${title.toLowerCase()} is about, in one line.</description>
	<enclosure url="${site}/podcast/audio/${audio}.mp3" length="243568" type="audio/mpeg"/>
	<itunes:duration>81</itunes:duration>${elements}</item>`
}

/** Returns the initial items. */
export function libraryItems(site: string, files: string): string[] {
	return [
		libraryItem(
			site,
			'The first call',
			'2026-11-18T10:00:00Z',
			'saying-no-to-the-wrong-client',
			`<itunes:season>2</itunes:season><itunes:episode>7</itunes:episode>
			<content:encoded><![CDATA[<p>Three questions, from 0:25 on. <a href="https://rules.example/0:30">Rules at 0:30</a></p><script>alert(1)</script><ul><li>A result</li><li>A reason</li></ul>]]></content:encoded>
			<podcast:transcript url="${files}/first.vtt" type="text/vtt"/>
			<podcast:chapters url="${files}/first.json" type="application/json+chapters"/>
			<podcast:person role="host" href="https://ruth.example/">Ruth Adeyemi</podcast:person>
			<podcast:person role="guest">Sam Okafor</podcast:person>`,
		),
		libraryItem(
			site,
			'A bonus from the hallway',
			'2026-10-07T10:00:00Z',
			'the-intake-call',
			'<itunes:episodeType>bonus</itunes:episodeType>',
		),
		libraryItem(
			site,
			'What this show is',
			'2025-01-08T10:00:00Z',
			'flat-fees-and-staged-payments',
			'<itunes:episodeType>trailer</itunes:episodeType>',
		),
	]
}

const feedOf = (items: readonly string[]) => `<?xml version="1.0"?><rss version="2.0"
	xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:content="http://purl.org/rss/1.0/modules/content/"
	xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>The Hallway Podcast</title>
	<description>Talks of lawyers who practice alone.</description><language>en-us</language>${items.join('')}</channel></rss>`

/** Starts the site and waits until the first episode has its transcript and chapters. */
export async function startLibrarySite(settings: Record<string, string> = {}): Promise<LibrarySite> {
	const port = await freePort()
	const siteUrl = `http://localhost:${port}`
	const files = new Map([
		['/first.vtt', TRANSCRIPT],
		['/first.json', CHAPTERS],
	])
	let xml = ''
	const feed = await startFeedServer((request, response) => {
		const body = files.get(request.url ?? '')
		if (request.url === '/feed.xml' || body === undefined) return feedAnswer(xml)(request, response)
		const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`
		if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
		response.writeHead(200, { ETag: etag }).end(body)
	})
	const base = feed.url.replace('/feed.xml', '')
	xml = feedOf(libraryItems(siteUrl, base))
	const site = await startServer({
		PORT: String(port),
		PODCAST_FEED_URL: feed.url,
		PODCAST_POLL_SECONDS: '1',
		FEED_ALLOW_PRIVATE: 'true',
		SEED_DEMO: 'false',
		...settings,
	})
	const get = (path: string) => fetch(site.url + path, { redirect: 'manual' })
	// The transcript and the chapters are fetched separately, and each of them publishes the page again.
	const isPublished = async () =>
		(await get(`${EPISODE}/transcript.vtt`)).ok && (await (await get(EPISODE)).text()).includes('id="chapters"')
	for (let tries = 0; tries < 200 && !(await isPublished()); tries++)
		await new Promise((resolve) => setTimeout(resolve, 100))
	return {
		url: site.url,
		feed,
		files,
		open: (page, path) => page.goto(site.url + path),
		get,
		serve: (items) => {
			xml = feedOf(items)
		},
		async stop() {
			await site.stop()
			await feed.close()
		},
	}
}
