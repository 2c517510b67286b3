import type { RequestListener } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { db, write } from '#db/client.ts'
import { episodes, podcastFeed, podcastFeedStatus, publishEvents } from '#db/schema/index.ts'
import type { RefreshOptions } from '#src/features/podcast/server/refresh.ts'
import { getHomePodcast, getPodcast, podcastStatus, refreshPodcast } from '#src/features/podcast/server/service.ts'
import { log } from '#src/server/log.ts'
import { onPublishNudge } from '#src/server/publish/queue.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type FeedServer, feedAnswer, feedFile, feedXml, startFeedServer } from '#tests/support/feed-server.ts'

let database: TestDatabase
let server: FeedServer
let warnings: Array<Record<string, unknown>>

beforeAll(async () => {
	database = await freshDatabase()
	server = await startFeedServer(feedAnswer(''))
})
afterAll(async () => {
	await server.close()
	await database.discard()
})
beforeEach(async () => {
	await write(
		db().delete(podcastFeed),
		db().delete(podcastFeedStatus),
		db().delete(episodes),
		db().delete(publishEvents),
	)
	server.requests.length = 0
	warnings = []
	vi.spyOn(log, 'warn').mockImplementation((...line: unknown[]) => {
		warnings.push({ ...(line[0] as object), line: line[1] })
	})
})
afterEach(() => expect(warnings, 'a warning that the test does not speak of').toEqual([]))

/** The warnings so far; the test has seen them. */
const takeWarnings = () => warnings.splice(0)

const refresh = (overrides: Partial<RefreshOptions> = {}) =>
	refreshPodcast({ feedUrl: server.url, allowPrivate: true, ...overrides })

/** Rows inserted, changed or deleted on this connection since it was opened. */
async function rowsWritten(): Promise<number> {
	const { rows } = await database.client.execute('select total_changes() as changes')
	return Number(rows[0]?.changes)
}

const published = async () => (await db().select().from(publishEvents)).map(({ path }) => path)
const titles = async () => (await getPodcast()).episodes.map(({ title }) => title)

async function serveAndRefresh(answer: RequestListener, overrides?: Partial<RefreshOptions>) {
	server.answer = answer
	return refresh(overrides)
}

describe('a good feed', () => {
	test('of 489 episodes is on the home page and in the API after one round', async () => {
		const outcome = await serveAndRefresh(feedAnswer(feedFile('scotus-oral-arguments.rss.gz')))
		expect(outcome).toEqual({
			outcome: 'changed',
			episodes: 489,
			message: 'The feed has news. The site now has 489 episodes.',
		})
		const podcast = await getPodcast()
		expect(podcast).toMatchObject({
			title: 'Supreme Court Oral Arguments',
			image: 'https://scotusstats.com/podcast/podcast.jpg',
		})
		expect(podcast.episodes).toHaveLength(489)
		const home = await getHomePodcast()
		expect(home.episodes).toEqual(podcast.episodes.slice(0, 4))
		expect(home.episodes.map(({ title, pubDate, duration }) => [title, pubDate, duration])).toEqual([
			['[25-1083] Mullin, Sec. of Homeland Security v. Doe', '2026-04-29T14:00:00.000Z', 6_384],
			['[24-889] Hikma Pharmaceuticals USA Inc. v. Amarin Pharma, Inc.', '2026-04-29T14:00:00.000Z', 3_620],
			['[24-856] Cisco Systems v. Doe I', '2026-04-28T14:00:00.000Z', 7_036],
			['[25-112] Chatrie v. United States', '2026-04-27T14:00:00.000Z', 7_227],
		])
		expect(home).toMatchObject({
			author: 'scotusstats.com',
			link: 'https://scotusstats.com/podcast',
			feedUrl: server.url,
		})
		// No episode has an image of its own: they show the feed's.
		expect(new Set(podcast.episodes.map(({ imageUrl }) => imageUrl))).toEqual(new Set([podcast.image]))
		expect(await published()).toEqual(['/'])
	})

	test.each([
		['taverncast-no-image.rss', 130, 'https://www.taverncast.com/itunes-logo.png'],
		['baywatch-berlin-episode-types.rss', 1, expect.stringContaining('6fd157b2-442d-4685-b78b-3bac68f0517f.jpg')],
		['podcasting-2.0-namespace.xml', 3, 'https://example.com/ep0003/artMd.jpg'],
	])('%s: %i episodes', async (name, count, imageUrl) => {
		expect(await serveAndRefresh(feedAnswer(feedFile(name)))).toMatchObject({ outcome: 'changed', episodes: count })
		expect((await getHomePodcast()).episodes[0]?.imageUrl).toEqual(imageUrl)
	})

	test('in ISO-8859-1, by its XML declaration or by the Content-Type, keeps its accents', async () => {
		const audio = '<item><enclosure url="https://a.example/1.mp3" type="audio/mpeg"/>'
		const text = feedFile('iso-8859-1.rss').toString('latin1').replaceAll('<item>', audio)
		await serveAndRefresh(feedAnswer(Buffer.from(text, 'latin1')))
		expect((await getPodcast()).title).toBe('Jornal de Notícias - Últimas Notícias')
		const undeclared = text.replace(' encoding="ISO-8859-1"', '').replace('Jornal', 'O jornal')
		await serveAndRefresh(
			feedAnswer(Buffer.from(undeclared, 'latin1'), { 'Content-Type': 'text/xml; charset=ISO-8859-1' }),
		)
		expect((await getPodcast()).title).toBe('O jornal de Notícias - Últimas Notícias')
	})

	test('has its relative addresses resolved from where it was found', async () => {
		server.answer = (request, response) =>
			request.url === '/feed.xml'
				? response.writeHead(302, { Location: '/real/feed.xml' }).end()
				: feedAnswer(feedXml(['One'], '<itunes:image href="cover.png"/>'))(request, response)
		await refresh()
		expect(await getPodcast()).toMatchObject({
			image: `http://127.0.0.1:${server.port}/real/cover.png`,
			episodes: [{ audioUrl: `http://127.0.0.1:${server.port}/audio/One.mp3` }],
		})
	})

	test('is the demonstration feed where none is set', async () => {
		const [changed, again] = [await refresh({ feedUrl: undefined }), await refresh({ feedUrl: undefined })]
		expect(changed.episodes).toBeGreaterThanOrEqual(6)
		expect([changed.outcome, again.outcome]).toEqual(['changed', 'unchanged'])
		const home = await getHomePodcast()
		expect(home.feedUrl).toBe('http://localhost:4321/podcast/feed.xml')
		for (const { audioUrl, pubDate, duration } of home.episodes) {
			expect(audioUrl).toMatch(/^http:\/\/localhost:4321\/podcast\/audio\/.+\.mp3$/)
			expect([pubDate, duration]).not.toContain(null)
		}
	})
})

describe('a second round', () => {
	test('of an unchanged feed is a 304 and writes nothing', async () => {
		await serveAndRefresh(feedAnswer(feedFile('scotus-oral-arguments.rss.gz')))
		const before = await rowsWritten()
		let status = 0
		const answer = server.answer
		server.answer = (request, response) => {
			response.once('finish', () => {
				status = response.statusCode
			})
			answer(request, response)
		}
		expect(await refresh()).toEqual({
			outcome: 'unchanged',
			episodes: 489,
			message: 'The feed has not changed. The site has 489 episodes.',
		})
		expect([status, (await rowsWritten()) - before]).toEqual([304, 0])
		expect(await published()).toEqual(['/'])
	})

	test('writes nothing either where the server knows no ETag, or makes up a new one each time', async () => {
		let number = 0
		const answer: RequestListener = (_, response) =>
			response.writeHead(200, number++ ? { ETag: `"${number}"` } : {}).end(feedXml(['One']))
		await serveAndRefresh(answer)
		const before = await rowsWritten()
		expect(await refresh()).toMatchObject({ outcome: 'unchanged' })
		expect(await refresh()).toMatchObject({ outcome: 'unchanged' })
		expect((await rowsWritten()) - before).toBe(0)
		expect(server.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined, '"2"'])
	})

	test('takes new, changed and withdrawn episodes, in one write, and asks for the pages', async () => {
		await serveAndRefresh(feedAnswer(feedXml(['Three', 'Two', 'One'])))
		const ids = new Map((await getPodcast()).episodes.map(({ id, title }) => [title, id]))
		const nudged = vi.fn()
		const unsubscribe = onPublishNudge(nudged)
		await serveAndRefresh(feedAnswer(feedXml(['Four', 'Three', 'One'])))
		unsubscribe()
		const podcast = await getPodcast()
		expect(podcast.episodes.map(({ title }) => title)).toEqual(['Four', 'Three', 'One'])
		expect(podcast.episodes.slice(1).map(({ id }) => id)).toEqual([ids.get('Three'), ids.get('One')])
		expect(await published()).toEqual(['/', '/'])
		expect(nudged).toHaveBeenCalledOnce()
	})

	test('does not touch the rows of episodes that are as they were', async () => {
		const items = Array.from({ length: 300 }, (_, n) => `Episode ${n}`)
		await serveAndRefresh(feedAnswer(feedXml(items)))
		const before = await rowsWritten()
		await serveAndRefresh(feedAnswer(feedXml([...items.slice(0, -1), 'Another end'])))
		// One episode out, one in; the feed, its status, the queue.
		expect((await rowsWritten()) - before).toBe(5)
	})

	test('of another address does not send the ETag of the first', async () => {
		await serveAndRefresh(feedAnswer(feedXml(['One'])))
		expect(await refresh({ feedUrl: `${server.url}?other` })).toMatchObject({ outcome: 'changed' })
		expect(server.requests[1]?.headers['if-none-match']).toBeUndefined()
	})

	test('asks for everything again where the stored feed was made by older rules', async () => {
		await serveAndRefresh(feedAnswer(feedXml(['One'])))
		await db().update(podcastFeed).set({ contentHash: 'v0-abc' })
		expect(await refresh()).toMatchObject({ outcome: 'changed' })
		expect(server.requests[1]?.headers['if-none-match']).toBeUndefined()
	})

	test('joins the one that runs', async () => {
		server.answer = feedAnswer(feedXml(['One']))
		const [one, two] = await Promise.all([refresh(), refresh()])
		expect(one).toBe(two)
		expect(server.requests).toHaveLength(1)
	})
})

const redirectTo =
	(location: string): RequestListener =>
	(_, response) =>
		response.writeHead(302, { Location: location }).end()
const packed =
	(encoding: string, body: Buffer): RequestListener =>
	(_, response) =>
		response.writeHead(200, { 'Content-Encoding': encoding }).end(body)
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const never: RequestListener = () => {}
const fiftyMegabytes: RequestListener = (_, response) => {
	const part = Buffer.alloc(1024 * 1024, 'x')
	let left = 50
	const more = () => {
		while (left-- > 0) if (!response.write(part)) return void response.once('drain', more)
		response.end()
	}
	more()
}

describe('a bad feed leaves the last good one, and the log says why', () => {
	const bad: Array<[string, string, RegExp, RequestListener]> = [
		['500', 'status', /answered with status 500/, (_, response) => response.writeHead(500).end()],
		[
			'garbage',
			'not-a-feed',
			/not lead to an XML document/,
			feedAnswer(Buffer.from('0123456789abcdef'.repeat(99), 'hex')),
		],
		['a hang', 'timeout', /longer than 0\.3 seconds/, never],
		['50 MB', 'too-large', /larger than 10 MB/, fiftyMegabytes],
		['a gzip bomb', 'too-large', /larger than 10 MB/, packed('gzip', gzipSync(Buffer.alloc(50e6, '<'), { level: 1 }))],
		[
			'a brotli bomb',
			'too-large',
			/larger than 10 MB/,
			packed('br', brotliCompressSync(Buffer.alloc(50e6, '<'), quickly)),
		],
		['a DOCTYPE', 'doctype', /DOCTYPE/, feedAnswer(`<!DOCTYPE rss>${feedXml(['Evil'])}`)],
		[
			'entities',
			'doctype',
			/DOCTYPE/,
			feedAnswer(`<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss>&x;</rss>`),
		],
		['a redirect to a private address', 'private-address', /10\.0\.0\.1, which is not/, redirectTo('http://10.0.0.1/')],
		['a redirect to a file', 'address', /file: address/, redirectTo('file:///etc/passwd')],
		['a redirect loop', 'redirects', /more than 3 times/, redirectTo('/feed.xml')],
		['not-a-feed.rss', 'not-a-feed', /not a podcast feed/, feedAnswer(feedFile('not-a-feed.rss'))],
		['blog-without-audio.rss', 'no-episodes', /no episodes with audio/, feedAnswer(feedFile('blog-without-audio.rss'))],
		['iso-8859-1.rss', 'no-episodes', /no episodes with audio/, feedAnswer(feedFile('iso-8859-1.rss'))],
		['an empty answer', 'not-a-feed', /not lead to an XML document/, feedAnswer('')],
	]

	test.each(bad)('%s', async (_, failure, reason, answer) => {
		await serveAndRefresh(feedAnswer(feedXml(['Good'])))
		const [home, publishedBefore] = [await getHomePodcast(), await published()]
		const isAllowedAddress = (address: string) => address === '127.0.0.1'
		const limits = { allowPrivate: false, isAllowedAddress, timeLimitMs: failure === 'timeout' ? 300 : 15_000 }

		const outcome = await serveAndRefresh(answer, limits)
		expect(outcome).toMatchObject({ outcome: 'failed', episodes: 1, message: expect.stringMatching(reason) })
		expect(outcome.message).toMatch(/ The last good feed stays, with 1 episode\.$/)
		expect(await getHomePodcast()).toEqual(home)
		expect(await published()).toEqual(publishedBefore)
		expect(takeWarnings()).toEqual([
			{
				feed: server.url,
				failure,
				reason: expect.stringMatching(reason),
				ageSeconds: expect.any(Number),
				episodes: 1,
				line: 'podcast feed not read; the last good one stays',
			},
		])
		expect(await podcastStatus()).toMatchObject({
			episodes: 1,
			failingSince: expect.any(Date),
			lastError: expect.stringMatching(reason),
		})
	})

	test('is written down once, not each round, and forgotten when the feed is good again', async () => {
		await serveAndRefresh(feedAnswer(feedXml(['Good'])))
		await serveAndRefresh(redirectTo('file:///etc/passwd'))
		const { failingSince } = await podcastStatus()
		const before = await rowsWritten()
		await refresh()
		expect((await rowsWritten()) - before).toBe(0)
		await serveAndRefresh((_, response) => response.writeHead(500).end())
		expect(await podcastStatus()).toMatchObject({ failingSince, lastError: expect.stringContaining('500') })
		expect(takeWarnings()).toHaveLength(3)

		expect(await serveAndRefresh(feedAnswer(feedXml(['Good'])))).toMatchObject({ outcome: 'unchanged' })
		expect(await podcastStatus()).toMatchObject({
			failingSince: null,
			lastError: null,
			lastSuccessAt: expect.any(Date),
		})
		expect(await titles()).toEqual(['Good'])
	})

	test('and where there was none before, there are no episodes', async () => {
		const outcome = await serveAndRefresh((_, response) => response.writeHead(500).end())
		expect(outcome).toMatchObject({ outcome: 'failed', episodes: 0, message: expect.stringMatching(/no earlier feed/) })
		expect(takeWarnings()).toMatchObject([{ line: 'podcast feed not read; there is none yet', ageSeconds: null }])
		expect(await getHomePodcast()).toEqual({
			title: 'Second Chair',
			description: '',
			image: null,
			episodes: [],
			author: null,
			link: null,
			feedUrl: null,
		})
	})

	test('the log does not repeat a key in the address of the feed', async () => {
		server.answer = (_, response) => response.writeHead(403).end()
		await refresh({ feedUrl: `${server.url}?key=secret` })
		expect(JSON.stringify(takeWarnings())).not.toContain('secret')
	})

	test('a round that was stopped is no failure', async () => {
		const stopping = new AbortController()
		server.answer = () => stopping.abort(new Error('stopping'))
		await expect(refresh({ signal: stopping.signal })).rejects.toThrow('stopping')
		expect((await podcastStatus()).failingSince).toBeNull()
	})
})
