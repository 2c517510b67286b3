import { feedAnswer, feedFile, startFeedServer } from '#tests/support/servers/feed-server.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import {
	EPISODE,
	type LibrarySite,
	libraryItem,
	libraryItems,
	playerOf,
	startLibrarySite,
} from '../support/library-site.ts'
import { startServer } from '../support/server.ts'

// The podcast's library pages. Tests of their player are in podcast-player.spec.ts.

let library: LibrarySite

test.beforeAll(async () => {
	library = await startLibrarySite()
})
test.afterAll(() => library.stop())

test('the home page links to the list and to each episode', async ({ page }) => {
	await library.open(page, '/')
	await expect(page.getByRole('link', { name: 'All episodes' })).toHaveAttribute('href', '/podcast')
	await page.getByRole('link', { name: 'The first call', exact: true }).click()
	await expect(page).toHaveURL(library.url + EPISODE)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('The first call')
	await page.getByRole('link', { name: 'All episodes' }).click()
	await expect(page).toHaveURL(`${library.url}/podcast`)
})

test('the list shows the details of each episode', async ({ page }) => {
	await library.open(page, '/podcast')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Hallway Podcast')
	const rows = page
		.getByRole('main')
		.getByRole('listitem')
		.filter({ has: page.getByRole('heading', { level: 3 }) })
	await expect(rows).toHaveCount(3)
	await expect(rows.nth(0)).toContainText('Nov 18, 2026')
	await expect(rows.nth(0)).toContainText('1:21')
	await expect(rows.nth(0)).toContainText('Season 2, episode 7')
	await expect(rows.nth(0).getByText('Transcript')).toBeVisible()
	await expect(rows.nth(1).getByText('Bonus', { exact: true })).toBeVisible()
	await expect(rows.nth(1).getByText('Transcript')).toHaveCount(0)
	await expect(rows.nth(2).getByText('Trailer', { exact: true })).toBeVisible()
	await expect(page.getByRole('navigation', { name: 'Years' }).getByRole('link')).toHaveText(['2026', '2025'])
	await page.getByRole('navigation', { name: 'Years' }).getByRole('link', { name: '2025' }).click()
	await expect(page.getByRole('heading', { name: '2025' })).toBeInViewport()
})

test("the feed's URL can be copied", async ({ page, context }) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: library.url })
	await library.open(page, '/podcast')
	await page.getByRole('button', { name: 'Copy address' }).click()
	await expect(page.getByText('Address copied', { exact: true }).first()).toBeVisible()
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(library.feed.url)
})

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })

	test('audio, chapters, people, notes and transcript are present', async ({ page }) => {
		await library.open(page, EPISODE)
		const audio = page.locator('audio')
		await expect(audio).toHaveAttribute('controls', '')
		await expect(audio).toHaveAttribute('preload', 'none')
		await expect(audio).toBeVisible()
		await expect(playerOf(page)).toBeHidden()
		const chapters = page.getByRole('region', { name: 'Chapters' })
		await expect(chapters.getByRole('link', { name: /Three questions at intake/ }).first()).toHaveAttribute(
			'href',
			'?t=25#t-25',
		)
		await expect(page.getByRole('region', { name: 'People' })).toContainText('Sam Okafor')
		const notes = page.getByRole('region', { name: 'Show notes' })
		await expect(notes.getByRole('link', { name: '0:25' })).toHaveAttribute('href', '?t=25#t-25')
		await expect(notes.getByRole('link', { name: 'Rules at 0:30' })).toHaveAttribute(
			'href',
			'https://rules.example/0:30',
		)
		expect(await notes.innerHTML()).not.toContain('<script')
		const transcript = page.getByRole('region', { name: 'Transcript' })
		await expect(transcript.getByText('Ruth Adeyemi').first()).toBeVisible()
		await expect(transcript.locator('p[id]')).toHaveCount(12)
		await transcript.getByRole('link', { name: '0:49' }).click()
		await expect(page).toHaveURL(`${library.url}${EPISODE}?t=49#t-49`)
		const target = page.locator('#t-49')
		await expect(target).toBeInViewport()
		const color = (id: string) => page.locator(id).evaluate((element) => getComputedStyle(element).backgroundColor)
		expect(await color('#t-49')).not.toBe(await color('#t-43'))
	})

	test('episodes link to each other and to the list', async ({ page }) => {
		await library.open(page, EPISODE)
		await page.getByRole('link', { name: /^Previous episode/ }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('A bonus from the hallway')
		await expect(page.getByRole('link', { name: /^Next episode/ })).toHaveAttribute('href', EPISODE)
		await expect(page.getByRole('heading', { name: 'Transcript' })).toHaveCount(0)
		await page.getByRole('link', { name: 'All episodes' }).click()
		await expect(page.getByRole('button', { name: /to the queue/ })).toHaveCount(0)
		await expect(page.getByRole('link', { name: 'The first call' })).toBeVisible()
	})
})

test('the files of a page have the declared types', async () => {
	const [vtt, text, chapters] = await Promise.all(
		['transcript.vtt', 'transcript.txt', 'chapters.json'].map((name) => library.get(`${EPISODE}/${name}`)),
	)
	expect([vtt, text, chapters].map((answer) => answer?.headers.get('content-type'))).toEqual([
		'text/vtt; charset=utf-8',
		'text/plain; charset=utf-8',
		'application/json+chapters',
	])
	expect(await vtt?.text()).toContain('00:00:01.000 --> 00:00:06.000\n<v Ruth Adeyemi>1. You ask')
	expect(await text?.text()).toMatch(/^\[0:01\] Ruth Adeyemi:\n1\. You ask/)
	expect(await chapters?.json()).toMatchObject({
		version: '1.2.0',
		chapters: [{ startTime: 0 }, { startTime: 25 }, {}],
	})
})

test('an unknown path returns the 404 page', async () => {
	for (const path of [
		...['/podcast/nope', '/podcast/page/1', '/podcast/page/2', '/podcast/page/02', '/podcast/page/x', '/podcast/page'],
		...['/podcast/the-first-call/more', '/podcast/THE-FIRST-CALL', '/podcast/page/99999', '/podcast/player/x'],
	]) {
		const answer = await library.get(path)
		expect(answer.status, path).toBe(404)
		expect(await answer.text(), path).toContain('404 Page Not Found')
	}
	for (const path of ['/podcast/nope/transcript.vtt', '/podcast/what-this-show-is/transcript.txt', `${EPISODE}/x.vtt`])
		expect((await library.get(path)).status, path).toBe(404)
})

test('structured data describes the series, the episode, its clips and its transcript', async () => {
	const dataOf = async (path: string) => {
		const html = await (await library.get(path)).text()
		const [, json = '{}'] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html) ?? []
		return { html, data: JSON.parse(json) as Record<string, unknown> }
	}
	expect((await dataOf('/podcast')).data).toMatchObject({ '@type': 'PodcastSeries', url: `${library.url}/podcast` })
	// Chapters in a separate file are fetched after the feed.
	await expect.poll(async () => (await dataOf(EPISODE)).data.hasPart, { timeout: 30_000 }).toBeDefined()
	const { html, data } = await dataOf(`${EPISODE}?t=25`)
	expect(data).toMatchObject({
		...{ '@type': 'PodcastEpisode', url: library.url + EPISODE, timeRequired: 'PT1M21S', episodeNumber: 7 },
		hasPart: [{ startOffset: 0, endOffset: 25 }, { url: `${library.url}${EPISODE}?t=25` }, { endOffset: 81 }],
		associatedMedia: { contentSize: '243568', transcript: expect.stringContaining('1. You ask') },
	})
	expect(html).toContain(`<link rel="canonical" href="${library.url}${EPISODE}">`)
	expect(html).toContain('<meta property="og:type" content="article">')
	expect(html).toMatch(/<meta property="og:audio" content="[^"]+\.mp3">/)
	const [, picture = ''] = /<meta property="og:image" content="([^"]+)">/.exec(html) ?? []
	const cover = await fetch(picture)
	expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/png'])
	expect((await library.get('/podcast/nope/cover.png')).status).toBe(404)
	const sitemap = await (await library.get('/sitemap.xml')).text()
	expect(sitemap).toMatch(new RegExp(`<loc>${library.url}${EPISODE}</loc><lastmod>`))
	expect(sitemap).toContain(`<loc>${library.url}/podcast</loc>`)
	expect(sitemap).not.toContain('transcript')
})

for (const width of [390, 1440])
	test(`list and episode are accessible at ${width} pixels`, async ({ page }) => {
		await page.setViewportSize({ width, height: 900 })
		for (const path of ['/podcast', EPISODE, '/podcast/what-this-show-is']) {
			await library.open(page, path)
			await expectAccessible(page)
			expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
		}
		await library.open(page, `${EPISODE}?t=20`)
		await expect(playerOf(page).getByRole('button', { name: 'Play from 0:20' })).toBeVisible()
		await expectAccessible(page)
	})

test('a new title appears on its page, the list and adjacent pages; a removed episode is gone', async () => {
	const separateSite = await startLibrarySite()
	try {
		const read = async (path: string) => (await separateSite.get(path)).text()
		const files = separateSite.feed.url.replace('/feed.xml', '')
		const [first = '', ...rest] = libraryItems(separateSite.url, files)
		const added = libraryItem(separateSite.url, 'One that is new', '2026-11-20T10:00:00Z', 'the-intake-call')
		const renamed = first.replace('<title>The first call</title>', '<title>The very first call</title>')
		separateSite.serve([added, renamed, ...rest])
		await expect.poll(() => read('/podcast/one-that-is-new')).toContain('Previous episode')
		// A renamed episode keeps its URL.
		await expect.poll(() => read(EPISODE)).toContain('The very first call')
		await expect.poll(() => read(EPISODE)).toContain('href="/podcast/one-that-is-new"')
		await expect.poll(() => read('/podcast')).toContain('The very first call')
		// A transcript in a language other than the feed's is shown with its language.
		const spanish = `<podcast:transcript url="${files}/first.vtt" type="text/vtt" language="es"/>`
		separateSite.serve([
			libraryItem(separateSite.url, 'Hablar claro', '2026-11-21T10:00:00Z', 'the-intake-call', spanish),
			first,
			...rest,
		])
		await expect.poll(() => read('/podcast/hablar-claro'), { timeout: 15_000 }).toContain('In Spanish.')
		expect(await read('/podcast/hablar-claro')).toMatch(/<div lang="es"><p class="said" id="t-1">/)
		expect(await read(EPISODE)).not.toContain('In English')
		separateSite.serve([first, ...rest])
		await expect.poll(async () => (await separateSite.get('/podcast/one-that-is-new')).status).toBe(404)
		// The list is published after the removed pages.
		await expect.poll(() => read('/podcast')).not.toContain('One that is new')
		// The host truncated the feed: the missing episodes stay.
		separateSite.serve([first])
		await expect.poll(() => read('/')).not.toContain('What this show is')
		expect((await separateSite.get('/podcast/what-this-show-is')).status).toBe(200)
	} finally {
		await separateSite.stop()
	}
})

test('a feed of 489 real episodes is published in full and stays when its host truncates it to ten', async () => {
	test.setTimeout(120_000)
	// Their transcripts are on a third party's host.
	const xml = feedFile('scotus-oral-arguments.rss.gz')
		.toString()
		.replaceAll(/<podcast:transcript[^>]*>/g, '')
	const feed = await startFeedServer(feedAnswer(xml))
	const site = await startServer({
		PODCAST_FEED_URL: feed.url,
		PODCAST_POLL_SECONDS: '1',
		FEED_ALLOW_PRIVATE: 'true',
		SEED_DEMO: 'false',
	})
	const read = (path: string) => fetch(new URL(path, site.url))
	const pages = async () =>
		[...(await (await read('/sitemap.xml')).text()).matchAll(/<loc>([^<]*\/podcast\/[^<]*)<\/loc><lastmod>/g)].map(
			([, url = '']) => new URL(url).pathname,
		)
	try {
		await expect.poll(async () => (await pages()).length, { timeout: 30_000 }).toBe(489)
		const all = await pages()
		for (const path of all) {
			const answer = await read(path)
			expect(answer.status, path).toBe(200)
			expect(await answer.text(), path).toContain('"@type":"PodcastEpisode"')
		}
		const linked = async (page: number) =>
			[
				...(await (await read(page === 1 ? '/podcast' : `/podcast/page/${page}`)).text()).matchAll(
					/episode-row-link" href="([^"]+)"/g,
				),
			].map(([, path = '']) => path)
		const listed = await Promise.all(Array.from({ length: 10 }, (_, at) => linked(at + 1)))
		expect(listed.map(({ length }) => length)).toEqual([50, 50, 50, 50, 50, 50, 50, 50, 50, 39])
		expect(new Set(listed.flat())).toEqual(new Set(all))
		expect((await read('/podcast/page/11')).status).toBe(404)
		const items = xml.match(/<item>[\s\S]*?<\/item>/g) ?? []
		feed.answer = feedAnswer(items.slice(10).reduce((cut, item) => cut.replace(item, () => ''), xml))
		const inFeed = async () => ((await (await read('/api/podcast')).json()) as { episodes: unknown[] }).episodes.length
		await expect.poll(inFeed, { timeout: 30_000 }).toBe(10)
		for (const path of all) expect((await read(path)).status, path).toBe(200)
		expect((await pages()).length).toBe(489)
	} finally {
		await site.stop()
		await feed.close()
	}
})
