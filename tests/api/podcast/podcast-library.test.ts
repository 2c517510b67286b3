import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { db } from '#db/client.ts'
import {
	episodeChapters,
	episodeFiles,
	episodePeople,
	episodes,
	episodeTranscripts,
	podcastFeed,
} from '#db/schema/podcast.ts'
import { episodePages, episodeFiles as files, findListPage, podcastList } from '#src/app/public-pages/podcast.ts'
import { getPodcast } from '#src/features/podcast/contract.ts'
import * as admins from '#src/features/podcast/library-admin-contract.ts'
import * as library from '#src/features/podcast/library-contract.ts'
import { fileSettings } from '#src/features/podcast/server/feed/refresh.ts'
import { readPages } from '#src/features/podcast/server/library/episode-pages.ts'
import { addMissingSlugs } from '#src/features/podcast/server/library/old-episodes.ts'
import { type FileOptions, readDueFiles } from '#src/features/podcast/server/library/read-files.ts'
import { getHomePodcast, getPodcastStatus, getWholePodcast } from '#src/features/podcast/server/service.ts'
import { setSite, site } from '#src/lib/site/site.ts'
import { env } from '#src/platform/env/env.ts'
import { callApi, insertAccount, type Principal, signedIn, visitor } from '#tests/support/api/api.ts'
import { published, refresh, serveAndRefresh, server, setUpPodcast, takeWarnings } from '#tests/support/podcast.ts'
import { feedAnswer, feedFile } from '#tests/support/servers/feed-server.ts'

setUpPodcast()

let admin: Principal
let member: Principal
beforeEach(async () => {
	admin = await signedIn(await insertAccount({ role: 'admin' }))
	member = await signedIn(await insertAccount())
})

type Served = Record<string, { body: string | Buffer; headers?: Record<string, string>; status?: number }>
let served: Served = {}

/** Returns a feed item. `more` adds elements. */
const item = (title: string, day: number, more = '') =>
	`<item><title>${title}</title><guid>${title}</guid><pubDate>${new Date(Date.UTC(2026, 0, day)).toUTCString()}</pubDate>
	<itunes:duration>600</itunes:duration><enclosure url="https://audio.example/${day}.mp3" type="audio/mpeg" length="21000000"/>${more}</item>`
const NEW = 'xmlns:podcast="https://podcastindex.org/namespace/1.0"'
const OLD = 'xmlns:podcast="https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md"'
const feedOf = (items: string[], namespaces = NEW, more = '') =>
	`<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" ${namespaces}><channel>
	<title>The show</title><language>en-us</language>${more}${items.join('')}</channel></rss>`

/** Polls this feed and its files once. */
async function round(feed: string, options: Partial<FileOptions> = {}) {
	await serveAndRefresh((request, response) => {
		const file = served[request.url ?? '']
		if (!file) return feedAnswer(feed)(request, response)
		const etag = `"${Buffer.byteLength(file.body)}-${String(file.body).slice(-8).replaceAll(/\W/g, '')}"`
		if (request.headers['if-none-match'] === etag) return response.writeHead(304).end()
		response.writeHead(file.status ?? 200, { ETag: etag, ...file.headers }).end(file.body)
	})
	return readDueFiles({ feedUrl: server.url, allowPrivate: true, hostPauseMs: 0, ...options })
}

const at = (path: string) => `http://127.0.0.1:${server.port}${path}`
const tag = (path: string, type: string, more = '') => `<podcast:transcript url="${at(path)}" type="${type}" ${more}/>`
const page = async (slug: string) => (await readPages([slug])).get(slug)
const said = async (slug: string) =>
	(await page(slug))?.transcript?.paragraphs.map(({ start, speaker, text }) => [start, speaker, text])
const stateOf = async (kind: 'transcript' | 'chapters' = 'transcript') =>
	(await db().select().from(episodeFiles).where(eq(episodeFiles.kind, kind)))[0]

const VTT = `\ufeffWEBVTT

NOTE nothing

1
00:00:01.000 --> 00:00:04.000 align:start
<v Ruth>Good morning &amp; welcome.

00:00:12.000 --> 00:00:15.000
<v Sam>Thank you.
`

beforeEach(() => {
	served = {}
})

describe('transcripts', () => {
	test.each([
		['text/vtt', VTT],
		[
			'application/x-subrip',
			'1\r\n00:00:01,000 --> 00:00:04,000\r\nRuth: Good morning & welcome.\r\n\r\n2\r\n00:00:12,000 --> 00:00:15,000\r\nSam: Thank you.\r\n',
		],
		[
			'application/json',
			JSON.stringify({
				version: '1.0.0',
				segments: [
					{ speaker: 'Ruth', startTime: 1, endTime: 2, body: 'Good' },
					{ startTime: 2, endTime: 3, body: 'morning' },
					{ startTime: 3, endTime: 4, body: '&' },
					{ startTime: 4, endTime: 5, body: 'welcome.' },
					{ speaker: 'Sam', startTime: 12, endTime: 15, body: 'Thank you.' },
				],
			}),
		],
		[
			'text/html',
			'<cite>Ruth:</cite><time>0:01</time><p>Good morning &amp; welcome.</p><cite>Sam:</cite><time>0:12</time><p>Thank you.</p>',
		],
	])('of the type %s are read with either namespace', async (type, body) => {
		served = { '/t': { body } }
		for (const namespaces of [NEW, OLD]) {
			await round(feedOf([item('One', 1, tag('/t', type))], namespaces))
			expect(await said('one')).toEqual([
				[1, 'Ruth', 'Good morning & welcome.'],
				[12, 'Sam', 'Thank you.'],
			])
		}
		expect(takeWarnings()).toEqual([])
	})

	test('without times are paragraphs, under any prefix', async () => {
		served = { '/t': { body: 'First part.\n\nSecond part.' } }
		const own = tag('/t', 'text/plain').replaceAll('podcast:', 'p2:')
		await round(feedOf([item('One', 1, own)], NEW.replace('podcast=', 'p2=')))
		expect(await said('one')).toEqual([
			[null, null, 'First part.'],
			[null, null, 'Second part.'],
		])
	})

	test('are chosen by language, then by timing, then by format', async () => {
		served = {
			'/en.txt': { body: 'English' },
			'/es.vtt': { body: VTT },
			'/en.srt': { body: '1\n00:00:01,000 --> 00:00:02,000\nTimed' },
			'/en.vtt': { body: VTT },
		}
		const all = [
			tag('/en.txt', 'text/plain'),
			tag('/es.vtt', 'text/vtt', 'language="es"'),
			tag('/en.srt', 'application/srt', 'language="en"'),
		]
		await round(feedOf([item('One', 1, all.join(''))]))
		expect(await said('one')).toEqual([[1, null, 'Timed']])
		await round(feedOf([item('One', 1, [...all, tag('/en.vtt', 'text/vtt', 'language="en-GB"')].join(''))]))
		expect((await said('one'))?.length).toBe(2)
		await round(feedOf([item('One', 1, tag('/es.vtt', 'text/vtt', 'language="es"'))]))
		expect((await page('one'))?.transcript?.language).toBe('es')
	})

	test('that change are read again, and only their pages change', async () => {
		served = { '/a.vtt': { body: VTT }, '/b.vtt': { body: VTT } }
		const feed = feedOf([item('Two', 2, tag('/b.vtt', 'text/vtt')), item('One', 1, tag('/a.vtt', 'text/vtt'))])
		await round(feed)
		const before = (await published()).length
		expect(await round(feed)).toBe(0)
		expect((await published()).length).toBe(before)
		served['/a.vtt'] = { body: VTT.replace('Thank you', 'Thanks, all') }
		expect(await round(feed)).toBe(1)
		expect((await published()).slice(before)).toEqual(['/podcast/one', '/podcast'])
		expect((await said('one'))?.[1]?.[2]).toBe('Thanks, all.')
		expect((await said('two'))?.[1]?.[2]).toBe('Thank you.')
	})

	const LONG = `WEBVTT\n\n${Array.from({ length: 100_000 }, (_, n) => `00:00:${String(n % 60).padStart(2, '0')}.000 --> 00:00:59.999\nWord ${n}\n`).join('\n')}`
	test('of a hundred thousand cues, and with decreasing times, are sorted', async () => {
		served = { '/t': { body: LONG } }
		expect(await round(feedOf([item('One', 1, tag('/t', 'text/vtt'))]))).toBe(1)
		const starts = (await said('one'))?.map(([start]) => Number(start)) ?? []
		expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b))
		expect(starts.length).toBeGreaterThan(100)
	})

	test('with markup are plain text', async () => {
		served = {
			'/t': {
				body: 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v <b>Eve>Hello <script>alert(1)</script><img src=x onerror=alert(2)> there &lt;b&gt;\n',
			},
		}
		const title = '&lt;script&gt;alert(3)&lt;/script&gt;A &amp; B'
		await round(feedOf([item(title, 1, tag('/t', 'text/vtt'))]))
		const [one] = await db().select().from(episodes)
		expect(one?.title).toBe('A & B')
		const [[, , text] = []] = (await said('a-and-b')) ?? []
		expect(text).not.toMatch(/<script|<img|onerror/)
		expect(text).toContain('<b>')
	})
})

describe('an invalid transcript leaves the last valid one, and admins see the reason', () => {
	const feed = () => feedOf([item('One', 1, tag('/t', 'text/vtt'))])
	const big = Buffer.alloc(10 * 1024 * 1024, 'a')
	test.each<[string, () => Served[string], RegExp]>([
		['of 10 MB', () => ({ body: big }), /larger than 5 MB/],
		[
			'that is a gzip bomb',
			() => ({ body: gzipSync(Buffer.alloc(60 * 1024 * 1024)), headers: { 'Content-Encoding': 'gzip' } }),
			/larger than 5 MB/,
		],
		['that is a web page', () => ({ body: '<!doctype html><title>Not here</title><p>Sorry</p>' }), /it is a web page/],
		['of a server that fails', () => ({ body: 'no', status: 500 }), /status 500/],
		[
			'that leads to a file',
			() => ({ body: '', status: 302, headers: { Location: 'file:///etc/passwd' } }),
			/file: address/,
		],
		['that is no transcript', () => ({ body: 'WEBVTT\n\nnothing --> here\n' }), /no valid time/],
	])('%s', async (_, answer, reason) => {
		served = { '/t': { body: VTT } }
		await round(feed())
		served = { '/t': answer() }
		expect(await round(feed())).toBe(0)
		expect((await said('one'))?.length).toBe(2)
		const state = await stateOf()
		expect([state?.state, state?.error, state?.tries]).toEqual(['failed', expect.stringMatching(reason), 1])
		expect(Number(state?.dueAt) - Number(state?.triedAt)).toBe(60 * 60_000)
		const [listed] = (await callApi(admins.listLibraryEpisodes, { as: admin })).json as admins.LibraryEpisode[]
		expect(listed?.transcript).toMatchObject({ state: 'failed', source: 'feed', error: expect.stringMatching(reason) })
		expect(takeWarnings()).toHaveLength(1)
	})

	test.each(['http://10.0.0.1/t', 'http://localhost:1/t', 'http://[::1]/t'])(
		'a private address is refused at %s',
		async (url) => {
			// Only the feed's own private host is allowed.
			await round(feedOf([item('One', 1, `<podcast:transcript url="${url}" type="text/vtt"/>`)]))
			expect((await stateOf())?.error).toMatch(/not a public address/)
			expect(takeWarnings()).toHaveLength(1)
		},
	)
})

describe('chapters', () => {
	const CHAPTERS = JSON.stringify({
		version: '1.2.0',
		chapters: [
			{ startTime: 120, title: 'Later', url: 'http://plain.example/', img: 'https://track.example/1.png' },
			{ startTime: 0, title: '<b>Start</b>', endTime: 60, url: 'https://more.example/' },
			{ startTime: 60, title: 'Silent', toc: false },
		],
	})
	const shown = async () => (await page('one'))?.episode.chapters.map(({ start, title, url }) => [start, title, url])

	test.each(['application/json+chapters', 'application/json'])('are read from a file of the type %s', async (type) => {
		served = { '/c.json': { body: CHAPTERS } }
		await round(feedOf([item('One', 1, `<podcast:chapters url="${at('/c.json')}" type="${type}"/>`)]))
		expect(await shown()).toEqual([
			[0, 'Start', 'https://more.example/'],
			[120, 'Later', null],
		])
		served = { '/c.json': { body: '<html>' } }
		await round(feedOf([item('One', 1, `<podcast:chapters url="${at('/c.json')}" type="${type}"/>`)]))
		expect((await shown())?.length).toBe(2)
		expect((await stateOf('chapters'))?.error).toBe('The chapters cannot be read: it is a web page.')
		expect(takeWarnings()).toHaveLength(1)
	})

	test('are read from the feed, else from times in the show notes', async () => {
		const notes =
			'<description><![CDATA[<p>Hello</p><p>(0:00) Intro<br>(1:02) The middle<br>1:02:03 - End</p>]]></description>'
		await round(feedOf([item('One', 1, notes)]))
		expect(await shown()).toEqual([
			[0, 'Intro', null],
			[62, 'The middle', null],
			[3723, 'End', null],
		])
		const psc =
			'<psc:chapters><psc:chapter start="00:00:10.500" title="Zehn" href="https://ten.example/"/></psc:chapters>'
		await round(feedOf([item('One', 1, notes + psc)], `${NEW} xmlns:psc="http://podlove.org/simple-chapters"`))
		expect(await shown()).toEqual([[10, 'Zehn', 'https://ten.example/']])
	})
})

test('people, seasons, notes and the audio file match the feed', async () => {
	const more = `<podcast:person role="Guest" href="https://dave.example/">Dave</podcast:person><podcast:season>2</podcast:season>
		<itunes:season>9</itunes:season><podcast:episode>3</podcast:episode><itunes:episodeType>Bonus</itunes:episodeType>
		<podcast:soundbite startTime="33.8" duration="60">Listen</podcast:soundbite><link>https://show.example/1</link>
		<content:encoded><![CDATA[<p onclick="x()">See <a href="javascript:1">this</a><img src="https://t.example/1.gif"> and <b>that</b></p><script>1</script>]]></content:encoded>`
	const host = '<podcast:person>Adam</podcast:person>'
	const names = `${NEW} xmlns:content="http://purl.org/rss/1.0/modules/content/"`
	await round(feedOf([item('Two', 2, more), item('One', 1)], names, host))
	const two = (await page('two'))?.episode
	expect(two).toMatchObject({
		...{
			season: 2,
			number: 3,
			type: 'bonus',
			link: 'https://show.example/1',
			audioBytes: 21_000_000,
			audioType: 'audio/mpeg',
		},
		people: [{ name: 'Dave', role: 'guest', href: 'https://dave.example/' }],
		highlights: [{ start: 33, duration: 60, title: 'Listen' }],
		...{ previous: { slug: 'one', title: 'One' }, next: null },
	})
	expect(two?.notesHtml).toMatch(/^<p>See <a>this<\/a> and <strong>that<\/strong><\/p>$/)
	expect((await page('one'))?.episode.people).toEqual([{ name: 'Adam', role: 'host', href: null }])
})

test('notes are HTML, also for a feed with plain text', async () => {
	const lines = '<content:encoded>Hello &amp; welcome\n\n0:00 Intro\n1:00 Fees\n2:00 End</content:encoded>'
	const names = `${NEW} xmlns:content="http://purl.org/rss/1.0/modules/content/"`
	await round(feedOf([item('One', 1, `<description>Short</description>${lines}`)], names))
	const one = (await page('one'))?.episode
	expect(one?.description).toBe('Short')
	expect(one?.notesHtml).toBe('<p>Hello &amp; welcome</p><p>0:00 Intro<br />1:00 Fees<br />2:00 End</p>')
	expect(one?.chapters.map(({ start, title }) => [start, title])).toEqual([
		[0, 'Intro'],
		[60, 'Fees'],
		[120, 'End'],
	])
})

test("links in notes are resolved against the feed's address, and use https", async () => {
	const notes = `<content:encoded><![CDATA[<p><a class="x" href="http://plain.example/?a=1&amp;b=2">a</a> <a href='/about'>b</a>
		<a href="mailto:me@show.example">c</a> <a href="data:text/html,x">d</a> https://bare.example/x</p>]]></content:encoded>`
	await round(feedOf([item('One', 1, notes)], `${NEW} xmlns:content="http://purl.org/rss/1.0/modules/content/"`))
	const html = (await page('one'))?.episode.notesHtml ?? ''
	expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
		'https://plain.example/?a=1&amp;b=2',
		at('/about'),
		'mailto:me@show.example',
	])
})

describe('addresses', () => {
	test('are assigned once, unique, and never a reserved word', async () => {
		await round(
			feedOf(
				[item('Same', 4), item('Page', 3), item('😀', 2)].concat(item('Same', 1).replace('<guid>Same', '<guid>other')),
			),
		)
		const slugs = async () => (await db().select().from(episodes)).map(({ slug }) => slug).sort()
		const before = await slugs()
		expect(before).toEqual([
			expect.stringMatching(/^episode-[0-9a-z]{12}$/),
			'episode-page',
			'same',
			expect.stringMatching(/^same-[0-9a-z]{4}$/),
		])
		await round(feedOf([item('Same', 4).replace('<title>Same', '<title>Renamed')]))
		expect(await slugs()).toContain('same')
		expect((await page('same'))?.episode.title).toBe('Renamed')
	})

	test('stay if a host changes the guids: two of title, audio file and date identify an episode', async () => {
		const all = [item('Three', 3), item('Two', 2), item('One', 1)]
		await round(feedOf(all))
		const before = await db().select().from(episodes)
		await callApi(library.saveListening, { as: member, params: { id: 'two' }, body: { position: 30 } })
		const moved = (xml: string) => xml.replace('<guid>', '<guid>urn:new:')
		await round(
			feedOf([
				moved(item('Three', 3)),
				moved(item('Two, mended', 2)).replace('urn:new:Two, mended', 'urn:new:2'),
				moved(item('One', 1)).replace('https://audio.example/1.mp3', 'https://new.example/one.mp3'),
			]),
		)
		const after = await db().select().from(episodes)
		const named = (rows: typeof before) => rows.map(({ id, slug }) => `${id} ${slug}`).sort()
		expect(named(after)).toEqual(named(before))
		expect((await page('two'))?.episode.title).toBe('Two, mended')
		expect((await callApi(library.listListening, { as: member })).json).toMatchObject([{ slug: 'two', position: 30 }])
		// With only one trait in common it is another episode.
		await round(
			feedOf([item('Four', 3).replace('https://audio.example/3', 'https://audio.example/4'), ...all.slice(1)]),
		)
		expect(await page('three')).toBeUndefined()
		expect(await page('four')).toBeDefined()
	})

	test("stay if the podcast's feed moves, and are removed with another podcast", async () => {
		await round(feedOf([item('Three', 3), item('Two', 2), item('One', 1)]))
		const cut = feedOf([item('Three', 3)])
		await serveAndRefresh(feedAnswer(cut), { feedUrl: `${server.url}?moved` })
		expect((await db().select().from(episodes)).map(({ slug }) => slug).sort()).toEqual(['one', 'three', 'two'])
		await serveAndRefresh(feedAnswer(feedOf([item('Other', 9)])), { feedUrl: `${server.url}?other` })
		expect((await db().select().from(episodes)).map(({ slug }) => slug)).toEqual(['other'])
	})

	const real = feedFile('scotus-oral-arguments.rss.gz').toString()
	const parts = real.split(/(?=<item>)/)
	test('survive a feed truncated to its newest ten, but not a removed newest episode', async () => {
		await serveAndRefresh(feedAnswer(real))
		const all = (await db().select().from(episodes)).length
		expect(all).toBe(489)
		await serveAndRefresh(feedAnswer(`${parts.slice(0, 11).join('')}</channel></rss>`))
		const rows = await db().select().from(episodes)
		expect([rows.length, rows.filter(({ keptSince }) => keptSince).length]).toEqual([489, 479])
		const api = (await callApi(getPodcast, { as: visitor() })).json as { episodes: unknown[] }
		expect(api.episodes).toHaveLength(10)
		expect((await findListPage('/podcast/page/10'))?.episodes).toHaveLength(39)
		const newest = rows.find(({ position }) => position === 0)?.slug ?? ''
		await serveAndRefresh(feedAnswer(`${parts[0]}${parts.slice(2, 11).join('')}</channel></rss>`))
		expect(await page(newest)).toBeUndefined()
		expect((await db().select().from(episodes)).length).toBe(488)
		// The whole feed again: nothing is retained anymore, and no address differs.
		await serveAndRefresh(feedAnswer(real))
		const again = await db().select().from(episodes)
		expect(again.filter(({ keptSince }) => keptSince)).toEqual([])
		expect(again.map(({ slug }) => slug).sort()).toEqual(rows.map(({ slug }) => slug).sort())
	})

	test('are assigned to rows of an older release at the start', async () => {
		await round(feedOf([item('Two', 2), item('One', 1), item('One', 3)]))
		await db().update(episodes).set({ slug: null })
		expect([...(await podcastList.paths()), ...(await episodePages.paths())]).toEqual([{ path: '/podcast' }])
		await addMissingSlugs()
		const slugs = (await episodePages.paths()).map(({ path }) => path)
		expect(slugs).toHaveLength(2)
		expect(slugs).toEqual(expect.arrayContaining(['/podcast/one', '/podcast/two']))
		await addMissingSlugs()
		expect((await episodePages.paths()).map(({ path }) => path)).toEqual(slugs)
	})

	test('of files exist only with the file', async () => {
		served = { '/t': { body: VTT } }
		await round(feedOf([item('Two', 2), item('One', 1, tag('/t', 'text/vtt'))]))
		const paths = (await files.paths()).map(({ path }) => path)
		expect(paths).toEqual(['/podcast/one/transcript.vtt', '/podcast/one/transcript.txt'])
		const asked = ['/podcast/one/chapters.json', '/podcast/two/transcript.txt', '/podcast/none/transcript.vtt']
		const contents = await files.contentsOf(asked)
		expect(asked.map((path) => contents.get(path))).toEqual([null, null, null])
		for (const path of asked) expect((await files.make(path, contents.get(path))).status).toBe(404)
		const made = await files.make('/podcast/one/transcript.vtt', undefined)
		expect([made.status, made.headers.get('Content-Type')]).toEqual([200, 'text/vtt; charset=utf-8'])
	})

	test('cover the list, the episodes and their files', async () => {
		served = { '/t': { body: VTT } }
		await round(feedOf([item('One', 1, tag('/t', 'text/vtt'))]))
		expect((await podcastList.paths()).map(({ path }) => path)).toEqual(['/podcast'])
		expect((await episodePages.paths()).map(({ path }) => path)).toEqual(['/podcast/one'])
		const contents = await files.contentsOf((await files.paths()).map(({ path }) => path))
		expect([...contents.keys()]).toEqual(['/podcast/one/transcript.vtt', '/podcast/one/transcript.txt'])
		const vtt = await files.make('/podcast/one/transcript.vtt', undefined)
		expect(Buffer.from(await vtt.bytes()).toString()).toBe(
			'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n<v Ruth>Good morning &amp; welcome.\n\n00:00:12.000 --> 00:00:15.000\n<v Sam>Thank you.\n',
		)
		expect((await files.make('/podcast/one/chapters.json', undefined)).status).toBe(404)
	})
})

describe('calls', () => {
	const one = { id: 'one' }
	beforeEach(async () => {
		served = { '/t': { body: VTT } }
		await round(feedOf([item('Two', 2), item('One', 1, tag('/t', 'text/vtt'))]))
	})

	test('return an episode and its transcript by id or slug', async () => {
		const reply = await callApi(library.getEpisode, { as: visitor(), params: one })
		const { id, next } = reply.json as library.EpisodeDetail
		expect(next).toEqual({ slug: 'two', title: 'Two' })
		expect((await callApi(library.getEpisode, { as: visitor(), params: { id } })).json).toEqual(reply.json)
		const etag = String(reply.header('ETag'))
		expect(
			(await callApi(library.getEpisode, { as: visitor(), params: one, headers: { 'If-None-Match': etag } })).status,
		).toBe(304)
		expect((await callApi(library.getTranscript, { as: visitor(), params: one })).json).toEqual({
			language: 'en-us',
			speakers: ['Ruth', 'Sam'],
			paragraphs: [
				{ start: 1, speaker: 'Ruth', text: 'Good morning & welcome.' },
				{ start: 12, speaker: 'Sam', text: 'Thank you.' },
			],
		})
		const none = await callApi(library.getTranscript, { as: visitor(), params: { id: 'two' } })
		expect([none.status, none.text]).toEqual([404, 'This episode has no transcript yet'])
		const nobody = await callApi(library.getEpisode, { as: visitor(), params: { id: 'nope' } })
		expect([nobody.status, nobody.text]).toEqual([404, 'Episode not found'])
	})

	test('return an http audio file as https, as pages do: an https page may not load http', async () => {
		const old = item('Old host', 2).replace('https://audio.example/', 'http://plain.example/')
		await round(feedOf([old, item('One', 1)]))
		const secure = 'https://plain.example/2.mp3'
		const reply = await callApi(library.getEpisode, { as: visitor(), params: { id: 'old-host' } })
		expect(reply.json).toMatchObject({ audioUrl: secure })
		expect((await callApi(getPodcast, {})).text).toContain(secure)
		// Everything on its page: the player, the link to the file, and structured data.
		expect((await page('old-host'))?.episode.audioUrl).toBe(secure)
	})

	test("store a member's position within the episode, and their queue", async () => {
		const save = (body: object) => callApi(library.saveListening, { as: member, params: one, body })
		expect((await save({ position: 754.5, duration: 600 })).text).toBe('Position must be within the episode')
		for (const position of [-1, 601.5, 1e9, null]) expect((await save({ position })).status, String(position)).toBe(400)
		expect((await save({ position: 54.5, duration: 599.9 })).status).toBe(204)
		const list = async (as: Principal) => (await callApi(library.listListening, { as })).json
		expect(await list(member)).toMatchObject([{ slug: 'one', position: 54.5, duration: 599.9, finished: false }])
		expect(await list(admin)).toEqual([])
		const ids = (await db().select().from(episodes)).map(({ id }) => id)
		const queue = await callApi(library.saveQueue, { as: member, body: { ids: [...ids, 'gone', ids[0]] } })
		expect(queue.json).toMatchObject(ids.map((id) => ({ id })))
		expect((await callApi(library.getQueue, { as: member })).json).toEqual(queue.json)
		const many = Array.from({ length: 51 }, (_, n) => String(n))
		expect((await callApi(library.saveQueue, { as: member, body: { ids: many } })).text).toBe(
			'The queue holds at most 50 episodes',
		)
	})

	test("accept an admin's transcript, which overrides the feed’s until it is removed", async () => {
		const put = (body: object) => callApi(admins.saveTranscript, { as: admin, params: one, body })
		const mine = { format: 'vtt', text: 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Eve>Mine.\n' }
		expect((await put({ ...mine, text: 'WEBVTT\n\nx --> y\nz\n' })).text).toBe(
			'This is not a transcript we can read: line 3 has no valid time',
		)
		expect((await put({ ...mine, text: mine.text.replace('00:02', '58:10') })).text).toBe(
			'The transcript runs past the end of the episode (58:10 of 10:00)',
		)
		const refused = await put(mine)
		expect([refused.status, refused.text]).toEqual([409, "The feed's transcript is in use. Replace it or keep yours?"])
		const slow = await put({ ...mine, text: mine.text.replace('00:02.000', '10:05.000'), keep: true })
		expect(slow.json).toEqual({
			cues: 1,
			speakers: ['Eve'],
			warnings: ['The transcript runs past the end of the episode (10:05 of 10:00)'],
		})
		expect(await said('one')).toEqual([[1, 'Eve', 'Mine.']])
		await callApi(admins.renameSpeakers, { as: admin, params: one, body: { names: [{ from: 'Eve', to: 'Eva' }] } })
		expect(await said('one')).toEqual([[1, 'Eva', 'Mine.']])
		served['/t'] = { body: VTT.replace('Thank', 'We thank') }
		await refresh()
		expect((await callApi(admins.deleteTranscript, { as: admin, params: one })).status).toBe(204)
		expect((await said('one'))?.length).toBe(2)
		expect((await callApi(admins.deleteTranscript, { as: admin, params: one })).status).toBe(404)
	})

	test("accept an admin's chapters and can restore those of the feed", async () => {
		const put = (chapters: object[]) => callApi(admins.saveChapters, { as: admin, params: one, body: { chapters } })
		expect((await put([{ start: 700, title: 'Late' }])).text).toBe('A chapter starts after the end of the episode')
		expect((await put([{ start: 1, title: 'A', url: 'javascript:1' }])).text).toBe('Use full https addresses for links')
		expect(
			(
				await put([
					{ start: 1, title: 'A' },
					{ start: 1.5, title: 'B' },
				])
			).text,
		).toBe('Two chapters start at the same second')
		expect(
			(
				await put([
					{ start: 60, title: 'B' },
					{ start: 0, title: 'A' },
				])
			).status,
		).toBe(204)
		expect((await page('one'))?.episode.chapters.map(({ title }) => title)).toEqual(['A', 'B'])
		await put([])
		expect((await page('one'))?.episode.chapters).toEqual([])
	})

	test('fetch the files of an episode again', async () => {
		const none = await callApi(admins.refetchEpisode, { as: admin, params: { id: 'two' } })
		expect([none.status, none.text]).toEqual([409, 'The feed has no transcript and no chapters for this episode'])
	})
})

test('stored transcripts are small and self-contained', async () => {
	served = { '/t': { body: VTT } }
	await round(feedOf([item('One', 1, tag('/t', 'text/vtt'))]))
	const [row] = await db()
		.select()
		.from(episodeTranscripts)
		.where(and(eq(episodeTranscripts.source, 'feed')))
	expect(JSON.parse(brotliDecompressSync(row?.cues ?? Buffer.alloc(0)).toString())).toEqual({
		speakers: ['Ruth', 'Sam'],
		cues: [
			[1000, 4000, 0, 'Good morning & welcome.'],
			[12_000, 15_000, 1, 'Thank you.'],
		],
		namesEach: true,
	})
	await round(feedOf([item('One', 1)]))
	expect(await db().select().from(episodeTranscripts)).toEqual([])
	expect(await db().select().from(episodeChapters)).toEqual([])
})

test('unsafe content in a row is not shown, whatever its source', async () => {
	await round(feedOf([item('One', 1, '<podcast:person href="https://ruth.example/">Ruth</podcast:person>')]))
	const notesHtml =
		'<p onclick="steal()">Notes</p><script>steal()</script><a href="javascript:steal()">more</a><img src="https://spy.example/">'
	const bad = 'javascript:steal()'
	await db().update(episodes).set({ notesHtml, link: bad, imageUrl: bad, audioUrl: bad })
	await db().update(podcastFeed).set({ link: bad, imageUrl: bad })
	await db().update(episodePeople).set({ href: bad })
	await db()
		.insert(episodeChapters)
		.values({
			episodeId: (await db().select().from(episodes))[0]?.id ?? '',
			source: 'admin',
			ordinal: 0,
			startMs: 0,
			title: 'Begin',
			url: bad,
		})
	const shown = await page('one')
	expect(shown?.episode).toMatchObject({
		...{ notesHtml: '<p>Notes</p><a>more</a>', link: null, imageUrl: null, audioUrl: '' },
		...{ people: [{ name: 'Ruth', href: null }], chapters: [{ title: 'Begin', url: null }] },
	})
	expect(
		JSON.stringify([shown, await getWholePodcast(), await getHomePodcast(), await findListPage('/podcast')]),
	).not.toMatch(/javascript:|steal/)
})

test('admins see what was rejected in a feed or file', async () => {
	served = { '/t.json': { body: '[{"start":0,"text":"Hi."},{"text":"Never."}]' } }
	await round(feedOf([item('One', 1, tag('/t.json', 'application/json')), '<item><title>Silent</title></item>']))
	const sentence =
		'Not all of the transcript could be read: 1 of 2 segments has no valid time and was left out: segment 2.'
	const reply = await callApi(admins.listLibraryEpisodes, { as: admin })
	expect((reply.json as admins.LibraryEpisode[])[0]?.transcript).toMatchObject({ state: 'ready', warning: sentence })
	expect((await getPodcastStatus()).notes).toEqual(['1 item was left out with no audio file: “Silent”.'])
})

test('a private feed address works if the host allows it, also when set on the screen', () => {
	const { feedAllowPrivate } = env()
	onTestFinished(() => void Object.assign(env(), { feedAllowPrivate }))
	Object.assign(env(), { feedAllowPrivate: true })
	setSite({ ...site(), feedUrl: 'http://192.168.1.5:8080/feed.xml' })
	onTestFinished(() => setSite({ ...site(), feedUrl: '' }))
	expect(fileSettings()).toMatchObject({ feedUrl: 'http://192.168.1.5:8080/feed.xml', allowPrivate: true })
})
