import { gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { publishEvents } from '#db/schema/platform/operations.ts'
import { episodeFiles } from '#db/schema/podcast.ts'
import { countOpenWork } from '#src/app/admin-home/waiting.ts'
import * as contracts from '#src/features/podcast/library-admin-contract.ts'
import { readPages } from '#src/features/podcast/server/library/episode-pages.ts'
import { failedTranscriptsStatement } from '#src/features/podcast/server/library/library-episodes.ts'
import { type FileOptions, readDueFiles } from '#src/features/podcast/server/library/read-files.ts'
import { overrideFeatures } from '#src/lib/site/features.ts'
import { env } from '#src/platform/env/env.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { planOf } from '#tests/support/api/plans.ts'
import { published, serveAndRefresh, server, setUpPodcast, takeWarnings } from '#tests/support/podcast/podcast.ts'
import { feedAnswer } from '#tests/support/servers/feed-server.ts'

setUpPodcast()

let admin: Principal
beforeEach(async () => {
	admin = await signedIn(await insertAccount({ role: 'admin' }))
})

type File = { body: string | Buffer; headers?: Record<string, string>; status?: number }

const item = (title: string, day: number, extra = '') =>
	`<item><title>${title}</title><guid>${title}</guid><pubDate>${new Date(Date.UTC(2026, 0, day)).toUTCString()}</pubDate>
	<itunes:duration>600</itunes:duration><enclosure url="https://audio.example/${day}.mp3" type="audio/mpeg" length="1"/>${extra}</item>`
const feedOf = (items: string[]) =>
	`<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
	xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>The show</title>${items.join('')}</channel></rss>`

/** Polls this feed once, with its files served by path. */
async function pollFeed(feed: string, served: Record<string, File>, options: Partial<FileOptions> = {}) {
	await serveAndRefresh((request, response) => {
		const file = served[request.url ?? '']
		if (!file) return feedAnswer(feed)(request, response)
		response.writeHead(file.status ?? 200, file.headers).end(file.body)
	})
	return readDueFiles({ feedUrl: server.url, publicUrl: server.url, allowPrivate: true, hostPauseMs: 0, ...options })
}

const at = (path: string) => `http://127.0.0.1:${server.port}${path}`
const transcriptTag = (path = '/t') => `<podcast:transcript url="${at(path)}" type="text/vtt"/>`
const chaptersTag = (url = at('/c')) => `<podcast:chapters url="${url}" type="application/json+chapters"/>`
const VTT =
	'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n<v Ruth>Good morning.\n\n00:00:12.000 --> 00:00:15.000\n<v Sam>Thank you.\n'
const CHAPTERS = JSON.stringify({ chapters: [{ startTime: 0, title: 'Welcome' }] })

const detail = async (id = 'one') =>
	(await callApi(contracts.getLibraryEpisode, { as: admin, params: { id } })).json as contracts.LibraryEpisodeDetail
const list = async (query: Record<string, string> = {}) =>
	((await callApi(contracts.listLibraryEpisodes, { as: admin, query })).json as contracts.LibraryEpisode[]).map(
		({ title }) => title,
	)
const put = (body: object, id = 'one') => callApi(contracts.saveTranscript, { as: admin, params: { id }, body })
const chapterTitles = async () => (await readPages(['one'])).get('one')?.episode.chapters.map(({ title }) => title)

describe('invalid chapters leave the last valid ones, and admins see the reason', () => {
	const big = JSON.stringify({ chapters: [{ startTime: 0, title: 'a'.repeat(10 * 1024 * 1024) }] })
	test.each<[string, File, RegExp]>([
		['of 10 MB', { body: big }, /larger than 1 MB/],
		[
			'that are a gzip bomb',
			{ body: gzipSync(Buffer.alloc(60 * 1024 * 1024, ' ')), headers: { 'Content-Encoding': 'gzip' } },
			/larger than 1 MB/,
		],
		['that are a web page', { body: '<!doctype html><title>Not here</title>' }, /it is a web page/],
		['of a server that fails', { body: 'no', status: 500 }, /status 500/],
		['that lead to a file', { body: '', status: 302, headers: { Location: 'file:///etc/passwd' } }, /file: address/],
		['that are invalid JSON', { body: '{"chapters": [' }, /it is not valid JSON/],
		['that are JSON of another kind', { body: '{"version": "1.2.0"}' }, /it has no list of chapters/],
		['that are nested too deep', { body: '['.repeat(500_000) }, /The chapters cannot be read/],
	])('%s', async (_, file, reason) => {
		const feed = feedOf([item('One', 1, chaptersTag())])
		await pollFeed(feed, { '/c': { body: CHAPTERS } })
		expect(await pollFeed(feed, { '/c': file })).toBe(0)
		expect(await chapterTitles()).toEqual(['Welcome'])
		const { chapters } = await detail()
		expect(chapters).toMatchObject({ state: 'failed', source: 'file', count: 1, error: expect.stringMatching(reason) })
		expect(takeWarnings()).toHaveLength(1)
	})

	test.each(['http://10.0.0.1/c', 'http://localhost:1/c', 'http://[::1]/c', 'http://169.254.169.254/latest'])(
		'a private address is rejected at %s, even after a redirect from a public one',
		async (url) => {
			await pollFeed(feedOf([item('One', 1, chaptersTag(url))]), {})
			expect((await detail()).chapters).toMatchObject({
				state: 'failed',
				error: expect.stringMatching(/not a public address/),
			})
			const redirect = { body: '', status: 302, headers: { Location: url } }
			await pollFeed(feedOf([item('One', 1, chaptersTag())]), { '/c': redirect })
			expect((await detail()).chapters).toMatchObject({
				state: 'failed',
				error: expect.stringMatching(/not a public address/),
			})
			expect(takeWarnings()).toHaveLength(2)
		},
	)

	test('scripts in chapter and episode titles do not run', async () => {
		const evil = '<script>alert(1)</script><img src=x onerror=alert(2)>Welcome'
		const body = JSON.stringify({ chapters: [{ startTime: 0, title: evil, url: 'javascript:alert(3)' }] })
		const escaped = evil.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
		await pollFeed(feedOf([item(`One ${escaped}`, 1, chaptersTag())]), { '/c': { body } })
		const [one] = await list()
		expect(one).toBe('One Welcome')
		const { shownChapters } = await detail('one-welcome')
		expect(shownChapters).toEqual([{ start: 0, title: 'Welcome', url: null }])
	})

	test('chapters with decreasing times are sorted', async () => {
		const chapters = [500, 20, 300, 20, -5].map((startTime, index) => ({ startTime, title: `Part ${index}` }))
		await pollFeed(feedOf([item('One', 1, chaptersTag())]), { '/c': { body: JSON.stringify({ chapters }) } })
		expect(await chapterTitles()).toEqual(['Part 1', 'Part 2', 'Part 0'])
	})
})

describe('the admin list', () => {
	const feed = () =>
		feedOf([
			item('Failed, and never read', 9, transcriptTag('/broken')),
			item('100% found', 8, transcriptTag()),
			item('Nothing named', 7),
		])
	const served = { '/t': { body: VTT }, '/broken': { body: '<html>' } }
	beforeEach(async () => {
		await pollFeed(feed(), served)
		expect(takeWarnings()).toHaveLength(1)
	})

	test('filters by transcript state and by a part of the title', async () => {
		expect(await list()).toEqual(['Failed, and never read', '100% found', 'Nothing named'])
		expect(await list({ transcript: 'failed' })).toEqual(['Failed, and never read'])
		expect(await list({ transcript: 'found' })).toEqual(['100% found'])
		expect(await list({ transcript: 'none' })).toEqual(['Failed, and never read', 'Nothing named'])
		expect(await list({ search: ' 0% ' })).toEqual(['100% found'])
		expect(await list({ search: '%_%' })).toEqual([])
		expect(await list({ search: 'n', transcript: 'none', limit: '1' })).toEqual(['Failed, and never read'])
		const wrong = await callApi(contracts.listLibraryEpisodes, { as: admin, query: { transcript: 'maybe' } })
		expect(wrong.status).toBe(400)
	})

	test('pages through all of them', async () => {
		await pollFeed(feedOf(Array.from({ length: 120 }, (_, n) => item(`Episode ${n}`, 300 - n))), {})
		const titles: string[] = []
		for (let cursor: string | undefined, pages = 0; pages < 5; pages++) {
			const query = { limit: '50', ...(cursor ? { cursor } : {}) }
			const reply = await callApi(contracts.listLibraryEpisodes, { as: admin, query })
			expect(reply.header('X-Total-Count')).toBe('123')
			titles.push(...(reply.json as contracts.LibraryEpisode[]).map(({ title }) => title))
			cursor = /cursor=([^&>]+)/.exec(String(reply.header('Link') ?? ''))?.[1]
			if (!cursor) break
			cursor = decodeURIComponent(cursor)
		}
		// Episodes older than the feed's oldest are kept.
		expect(titles.slice(0, 120)).toEqual(Array.from({ length: 120 }, (_, n) => `Episode ${n}`))
		expect(titles.slice(120)).toEqual(['Failed, and never read', '100% found', 'Nothing named'])
		expect(takeWarnings().length).toBeLessThan(3)
	})

	test('counts failed transcripts until they are read or an admin adds one', async () => {
		const waiting = async () => (await countOpenWork())['/admin/podcast']
		expect(await waiting()).toBe(1)
		await put({ format: 'text', text: 'Mine.' }, 'failed-and-never-read')
		expect(await waiting()).toBe(0)
		expect(await list({ transcript: 'failed' })).toEqual([])
		await callApi(contracts.deleteTranscript, { as: admin, params: { id: 'failed-and-never-read' } })
		expect(await waiting()).toBe(1)
		overrideFeatures([])
		expect(await waiting()).toBeUndefined()
		overrideFeatures(undefined)
	})

	test('retries immediately, and shows, counts and publishes the result', async () => {
		// Allows the feed's own host, which has a private address in this test.
		const { feedAllowPrivate, podcastFeedUrl } = env()
		Object.assign(env(), { feedAllowPrivate: true, podcastFeedUrl: server.url })
		onTestFinished(() => void Object.assign(env(), { feedAllowPrivate, podcastFeedUrl }))
		server.answer = (_, response) => void response.end(VTT)
		await db().delete(publishEvents)
		const params = { id: 'failed-and-never-read' }
		const reply = await callApi(contracts.refetchEpisode, { as: admin, params })
		expect(reply.status).toBe(200)
		expect((reply.json as contracts.LibraryEpisode).transcript).toMatchObject({
			...{ state: 'ready', source: 'feed', error: null },
		})
		expect((await detail(params.id)).said).toEqual({ cues: 2, isTimed: true, speakers: ['Ruth', 'Sam'] })
		expect(await list({ transcript: 'failed' })).toEqual([])
		expect((await countOpenWork())['/admin/podcast']).toBe(0)
		expect(await published()).toEqual([`/podcast/${params.id}`, '/podcast'])
		const entries = await db().select().from(audit).where(eq(audit.action, 'episode.refetched'))
		expect(entries.map(({ subjectName }) => subjectName)).toEqual(['Failed, and never read'])
	})

	test('retries immediately and shows the reason of another failure', async () => {
		const refetch = async () => {
			const reply = await callApi(contracts.refetchEpisode, { as: admin, params: { id: '100-found' } })
			expect(reply.status).toBe(200)
			return (reply.json as contracts.LibraryEpisode).transcript
		}
		await db().update(episodeFiles).set({ etag: null, lastModified: null })
		server.answer = (_, response) => void response.writeHead(503).end()
		// This test does not allow private addresses.
		expect(await refetch()).toMatchObject({
			state: 'failed',
			source: 'feed',
			error: expect.stringMatching(/^The transcript/),
		})
		expect(takeWarnings()).toHaveLength(1)
		expect((await detail('100-found')).said).toEqual({ cues: 2, isTimed: true, speakers: ['Ruth', 'Sam'] })
	})
})

test('failed transcripts are counted with an index', async () => {
	const plan = await planOf(failedTranscriptsStatement())
	expect(plan.join('\n')).toContain('episode_files_failed')
	expect(plan.filter((line) => line.startsWith('SCAN'))).toEqual([])
})
