import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { episodes } from '#db/schema/podcast.ts'
import * as admins from '#src/features/podcast/library-admin-contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import {
	as,
	at,
	feedOf,
	host,
	item,
	NEW,
	OLD,
	page,
	round,
	type Served,
	said,
	setUpLibrary,
	stateOf,
	tag,
	VTT,
} from '#tests/support/podcast/library.ts'
import { published, takeWarnings } from '#tests/support/podcast/podcast.ts'

setUpLibrary()

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
		host.served = { '/t': { body } }
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
		host.served = { '/t': { body: 'First part.\n\nSecond part.' } }
		const prefixedTag = tag('/t', 'text/plain').replaceAll('podcast:', 'p2:')
		await round(feedOf([item('One', 1, prefixedTag)], NEW.replace('podcast=', 'p2=')))
		expect(await said('one')).toEqual([
			[null, null, 'First part.'],
			[null, null, 'Second part.'],
		])
	})

	test('are chosen by language, then by timing, then by format', async () => {
		host.served = {
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
		host.served = { '/a.vtt': { body: VTT }, '/b.vtt': { body: VTT } }
		const feed = feedOf([item('Two', 2, tag('/b.vtt', 'text/vtt')), item('One', 1, tag('/a.vtt', 'text/vtt'))])
		await round(feed)
		const before = (await published()).length
		expect(await round(feed)).toBe(0)
		expect((await published()).length).toBe(before)
		host.served['/a.vtt'] = { body: VTT.replace('Thank you', 'Thanks, all') }
		expect(await round(feed)).toBe(1)
		expect((await published()).slice(before)).toEqual(['/podcast/one', '/podcast'])
		expect((await said('one'))?.[1]?.[2]).toBe('Thanks, all.')
		expect((await said('two'))?.[1]?.[2]).toBe('Thank you.')
	})

	const LONG = `WEBVTT\n\n${Array.from({ length: 100_000 }, (_, n) => `00:00:${String(n % 60).padStart(2, '0')}.000 --> 00:00:59.999\nWord ${n}\n`).join('\n')}`
	test('with a hundred thousand cues and decreasing times are sorted', async () => {
		host.served = { '/t': { body: LONG } }
		expect(await round(feedOf([item('One', 1, tag('/t', 'text/vtt'))]))).toBe(1)
		const starts = (await said('one'))?.map(([start]) => Number(start)) ?? []
		expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b))
		expect(starts.length).toBeGreaterThan(100)
	})

	test('with markup are plain text', async () => {
		host.served = {
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
		['that is not a transcript', () => ({ body: 'WEBVTT\n\nnothing --> here\n' }), /no valid time/],
	])('%s', async (_, answer, reason) => {
		host.served = { '/t': { body: VTT } }
		await round(feed())
		host.served = { '/t': answer() }
		expect(await round(feed())).toBe(0)
		expect((await said('one'))?.length).toBe(2)
		const state = await stateOf()
		expect([state?.state, state?.error, state?.tries]).toEqual(['failed', expect.stringMatching(reason), 1])
		expect(Number(state?.dueAt) - Number(state?.triedAt)).toBe(60 * 60_000)
		const [listed] = (await callApi(admins.listLibraryEpisodes, { as: as.admin })).json as admins.LibraryEpisode[]
		expect(listed?.transcript).toMatchObject({ state: 'failed', source: 'feed', error: expect.stringMatching(reason) })
		expect(takeWarnings()).toHaveLength(1)
	})

	test.each(['http://10.0.0.1/t', 'http://localhost:1/t', 'http://[::1]/t'])(
		'a private address is rejected at %s',
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
		host.served = { '/c.json': { body: CHAPTERS } }
		await round(feedOf([item('One', 1, `<podcast:chapters url="${at('/c.json')}" type="${type}"/>`)]))
		expect(await shown()).toEqual([
			[0, 'Start', 'https://more.example/'],
			[120, 'Later', null],
		])
		host.served = { '/c.json': { body: '<html>' } }
		await round(feedOf([item('One', 1, `<podcast:chapters url="${at('/c.json')}" type="${type}"/>`)]))
		expect((await shown())?.length).toBe(2)
		expect((await stateOf('chapters'))?.error).toBe('The chapters cannot be read: it is a web page.')
		expect(takeWarnings()).toHaveLength(1)
	})

	test('are read from the feed, or else from times in the show notes', async () => {
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
