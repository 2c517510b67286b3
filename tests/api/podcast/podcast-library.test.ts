import { brotliDecompressSync } from 'node:zlib'
import { and, eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { db } from '#db/client.ts'
import { episodeChapters, episodePeople, episodes, episodeTranscripts, podcastFeed } from '#db/schema/podcast.ts'
import { episodePages, episodeFiles as files, findListPage, podcastList } from '#src/app/public-pages/podcast.ts'
import { getPodcast } from '#src/features/podcast/contract.ts'
import * as admins from '#src/features/podcast/library-admin-contract.ts'
import * as library from '#src/features/podcast/library-contract.ts'
import { feedSettings } from '#src/features/podcast/server/feed/refresh.ts'
import { addMissingSlugs } from '#src/features/podcast/server/library/old-episodes.ts'
import { getHomePodcast, getPodcastStatus, getWholePodcast } from '#src/features/podcast/server/service.ts'
import { setSite, site } from '#src/lib/site/site.ts'
import { env } from '#src/platform/env/env.ts'
import { callApi, visitor } from '#tests/support/api/api.ts'
import { as, at, feedOf, host, item, NEW, page, round, setUpLibrary, tag, VTT } from '#tests/support/podcast/library.ts'
import { serveAndRefresh, server } from '#tests/support/podcast/podcast.ts'
import { feedAnswer, feedFile } from '#tests/support/servers/feed-server.ts'

setUpLibrary()

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

test('notes are HTML, even for a feed with plain text', async () => {
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

test("links in notes are resolved against the feed's URL, and use https", async () => {
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

describe('URLs', () => {
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

	test('stay if a host changes the guids, because two of title, audio file and date identify an episode', async () => {
		const all = [item('Three', 3), item('Two', 2), item('One', 1)]
		await round(feedOf(all))
		const before = await db().select().from(episodes)
		await callApi(library.saveListening, { as: as.member, params: { id: 'two' }, body: { position: 30 } })
		const withNewGuid = (xml: string) => xml.replace('<guid>', '<guid>urn:new:')
		await round(
			feedOf([
				withNewGuid(item('Three', 3)),
				withNewGuid(item('Two, mended', 2)).replace('urn:new:Two, mended', 'urn:new:2'),
				withNewGuid(item('One', 1)).replace('https://audio.example/1.mp3', 'https://new.example/one.mp3'),
			]),
		)
		const after = await db().select().from(episodes)
		const idsAndSlugs = (rows: typeof before) => rows.map(({ id, slug }) => `${id} ${slug}`).sort()
		expect(idsAndSlugs(after)).toEqual(idsAndSlugs(before))
		expect((await page('two'))?.episode.title).toBe('Two, mended')
		expect((await callApi(library.listListening, { as: as.member })).json).toMatchObject([
			{ slug: 'two', position: 30 },
		])
		// With only one of the three in common it is another episode.
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
		// Once the feed is complete again, no episode is missing from it, and no URL has changed.
		await serveAndRefresh(feedAnswer(real))
		const again = await db().select().from(episodes)
		expect(again.filter(({ keptSince }) => keptSince)).toEqual([])
		expect(again.map(({ slug }) => slug).sort()).toEqual(rows.map(({ slug }) => slug).sort())
	})

	test('are assigned to rows of an older release at startup', async () => {
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
		host.served = { '/t': { body: VTT } }
		await round(feedOf([item('Two', 2), item('One', 1, tag('/t', 'text/vtt'))]))
		const paths = (await files.paths()).map(({ path }) => path)
		expect(paths).toEqual(['/podcast/one/transcript.vtt', '/podcast/one/transcript.txt'])
		const missingPaths = ['/podcast/one/chapters.json', '/podcast/two/transcript.txt', '/podcast/none/transcript.vtt']
		const contents = await files.contentsOf(missingPaths)
		expect(missingPaths.map((path) => contents.get(path))).toEqual([null, null, null])
		for (const path of missingPaths) expect((await files.make(path, contents.get(path))).status).toBe(404)
		const response = await files.make('/podcast/one/transcript.vtt', undefined)
		expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/vtt; charset=utf-8'])
	})

	test('cover the list, the episodes and their files', async () => {
		host.served = { '/t': { body: VTT } }
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

test('stored transcripts are small and self-contained', async () => {
	host.served = { '/t': { body: VTT } }
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

test('unsafe content in a row is not shown, regardless of its source', async () => {
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

test('admins see which parts of a feed or file were rejected', async () => {
	host.served = { '/t.json': { body: '[{"start":0,"text":"Hi."},{"text":"Never."}]' } }
	await round(feedOf([item('One', 1, tag('/t.json', 'application/json')), '<item><title>Silent</title></item>']))
	const sentence =
		'Not all of the transcript could be read: 1 of 2 segments has no valid time and was left out: segment 2.'
	const reply = await callApi(admins.listLibraryEpisodes, { as: as.admin })
	expect((reply.json as admins.LibraryEpisode[])[0]?.transcript).toMatchObject({ state: 'ready', warning: sentence })
	expect((await getPodcastStatus()).notes).toEqual(['1 item was left out with no audio file: “Silent”.'])
})

test('a private feed URL works if the host allows it, even if it was entered in the settings', () => {
	const { feedAllowPrivate } = env()
	onTestFinished(() => void Object.assign(env(), { feedAllowPrivate }))
	Object.assign(env(), { feedAllowPrivate: true })
	setSite({ ...site(), feedUrl: 'http://192.168.1.5:8080/feed.xml' })
	onTestFinished(() => setSite({ ...site(), feedUrl: '' }))
	expect(feedSettings()).toMatchObject({ feedUrl: 'http://192.168.1.5:8080/feed.xml', allowPrivate: true })
})
