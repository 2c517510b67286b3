import type { RequestListener } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { getHomePodcast, getPodcastStatus } from '#src/features/podcast/server/service.ts'
import {
	published,
	refresh,
	rowsWritten,
	serveAndRefresh,
	server,
	setUpPodcast,
	takeWarnings,
	titles,
} from '#tests/support/podcast/podcast.ts'
import { feedAnswer, feedFile, feedXml } from '#tests/support/servers/feed-server.ts'

setUpPodcast()

const redirectTo =
	(location: string): RequestListener =>
	(_, response) =>
		response.writeHead(302, { Location: location }).end()

const compressed =
	(encoding: string, body: Buffer): RequestListener =>
	(_, response) =>
		response.writeHead(200, { 'Content-Encoding': encoding }).end(body)

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

const neverAnswers: RequestListener = () => {}

const fiftyMegabytes: RequestListener = (_, response) => {
	const part = Buffer.alloc(1024 * 1024, 'x')
	let remaining = 50
	const writeMore = () => {
		while (remaining-- > 0) if (!response.write(part)) return void response.once('drain', writeMore)
		response.end()
	}
	writeMore()
}

describe('a bad feed leaves the last good one, and the log has the reason', () => {
	const bad: Array<[string, string, RegExp, RequestListener]> = [
		['500', 'status', /answered with status 500/, (_, response) => response.writeHead(500).end()],
		[
			'garbage',
			'not-a-feed',
			/not lead to an XML document/,
			feedAnswer(Buffer.from('0123456789abcdef'.repeat(99), 'hex')),
		],
		['a hang', 'timeout', /longer than 0\.3 seconds/, neverAnswers],
		['50 MB', 'too-large', /larger than 10 MB/, fiftyMegabytes],
		[
			'a gzip bomb',
			'too-large',
			/larger than 10 MB/,
			compressed('gzip', gzipSync(Buffer.alloc(50e6, '<'), { level: 1 })),
		],
		[
			'a brotli bomb',
			'too-large',
			/larger than 10 MB/,
			compressed('br', brotliCompressSync(Buffer.alloc(50e6, '<'), FAST)),
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
		['a redirect loop', 'redirects', /more than 10 times/, redirectTo('/feed.xml')],
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
		expect(outcome.message).toMatch(/ We keep the last good feed, with 1 episode\.$/)
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
		expect(await getPodcastStatus()).toMatchObject({
			episodes: 1,
			failingSince: expect.stringMatching(/Z$/),
			lastError: expect.stringMatching(reason),
		})
	})

	test('is recorded once, not on each poll, and cleared by the next good feed', async () => {
		await serveAndRefresh(feedAnswer(feedXml(['Good'])))
		await serveAndRefresh(redirectTo('file:///etc/passwd'))
		const { failingSince } = await getPodcastStatus()
		const before = rowsWritten()
		await refresh()
		expect(rowsWritten() - before).toBe(0)
		await serveAndRefresh((_, response) => response.writeHead(500).end())
		expect(await getPodcastStatus()).toMatchObject({ failingSince, lastError: expect.stringContaining('500') })
		expect(takeWarnings()).toHaveLength(3)

		expect(await serveAndRefresh(feedAnswer(feedXml(['Good'])))).toMatchObject({ outcome: 'unchanged' })
		expect(await getPodcastStatus()).toMatchObject({
			failingSince: null,
			lastError: null,
			lastSuccessAt: expect.stringMatching(/Z$/),
		})
		expect(await titles()).toEqual(['Good'])
	})

	test('and there are no episodes if there is no earlier feed', async () => {
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

	test("the log omits a key in the feed's URL", async () => {
		server.answer = (_, response) => response.writeHead(403).end()
		await refresh({ feedUrl: `${server.url}?key=secret` })
		expect(JSON.stringify(takeWarnings())).not.toContain('secret')
	})

	test('an aborted poll is not a failure', async () => {
		const stopping = new AbortController()
		server.answer = () => stopping.abort(new Error('stopping'))
		await expect(refresh({ signal: stopping.signal })).rejects.toThrow('stopping')
		expect((await getPodcastStatus()).failingSince).toBeNull()
	})
})
