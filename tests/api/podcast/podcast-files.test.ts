import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { db } from '#db/client.ts'
import { episodeChapters, episodeFiles, episodes, episodeTranscripts } from '#db/schema/podcast.ts'
import { getTranscript } from '#src/features/podcast/library-contract.ts'
import { readPages } from '#src/features/podcast/server/library/episode-pages.ts'
import { type FileOptions, readDueFiles } from '#src/features/podcast/server/library/read-files.ts'
import { env } from '#src/platform/env/env.ts'
import { callApi, visitor } from '#tests/support/api/api.ts'
import { refresh, serveAndRefresh, server, setUpPodcast, takeWarnings } from '#tests/support/podcast/podcast.ts'
import { feedAnswer } from '#tests/support/servers/feed-server.ts'

// Tests when the feed's files are fetched, and how episodes that are no longer in the feed are handled.

setUpPodcast()

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ruth>Good morning.\n'
const HOUR = 60 * 60_000

const tag = (path: string, extra = '') =>
	`<podcast:transcript url="http://127.0.0.1:${server.port}${path}" type="text/vtt" ${extra}/>`
const item = (title: string, day: number, extra = '') =>
	`<item><title>${title}</title><guid>${title}</guid><pubDate>${new Date(Date.UTC(2026, 0, day)).toUTCString()}</pubDate>
	<enclosure url="https://audio.example/${day}.mp3" type="audio/mpeg" length="1"/>${extra}</item>`
const feedOf = (items: string[]) =>
	`<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
	xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>The show</title><language>en</language>${items.join('')}</channel></rss>`

/** File requests, and the maximum number of concurrent ones. */
let requests: Array<{ path: string; isConditional: boolean }>
let maxConcurrent: number
let status: number
beforeEach(() => {
	requests = []
	maxConcurrent = 0
	status = 200
})

async function serve(feed: string): Promise<void> {
	let openRequests = 0
	await serveAndRefresh((request, response) => {
		const path = request.url ?? ''
		if (!path.startsWith('/t')) return void feedAnswer(feed)(request, response)
		requests.push({ path, isConditional: request.headers['if-none-match'] !== undefined })
		maxConcurrent = Math.max(maxConcurrent, ++openRequests)
		const end = () => {
			openRequests--
			const isUnchanged = status === 200 && request.headers['if-none-match'] === '"one"'
			if (isUnchanged) response.writeHead(304).end()
			else response.writeHead(status, { ETag: '"one"' }).end(VTT)
		}
		setTimeout(end, 20)
	})
}
const readFiles = (options: Partial<FileOptions> = {}) =>
	readDueFiles({ feedUrl: server.url, publicUrl: server.url, allowPrivate: true, hostPauseMs: 0, ...options })
const fileRow = async () => (await db().select().from(episodeFiles))[0]
const makeDue = () => db().update(episodeFiles).set({ dueAt: new Date() })

describe('files of a feed', () => {
	test('are fetched twenty per run, two at a time, with a pause between requests to a host', async () => {
		await serve(feedOf(Array.from({ length: 25 }, (_, at) => item(`Number ${at}`, 200 - at, tag(`/t${at}`)))))
		expect(await readFiles()).toBe(20)
		expect([requests.length, maxConcurrent]).toEqual([20, 2])
		expect(await readFiles()).toBe(5)
		await makeDue()
		const startedAt = performance.now()
		await readFiles({ hostPauseMs: 15 })
		// There are nineteen pauses between twenty requests. A timer may fire up to a millisecond early.
		expect(performance.now() - startedAt).toBeGreaterThan(19 * 14)
	})

	test('that are missing are retried after an hour, a day, a week and a month', async () => {
		status = 404
		await serve(feedOf([item('One', 1, tag('/t'))]))
		const pauses: number[] = []
		for (let tries = 0; tries < 5; tries++) {
			await makeDue()
			expect(await readFiles()).toBe(0)
			const row = await fileRow()
			pauses.push((Number(row?.dueAt) - Number(row?.triedAt)) / HOUR)
			expect(await readFiles()).toBe(0)
		}
		expect(pauses).toEqual([1, 24, 168, 720, 720])
		expect(requests).toHaveLength(5)
		expect((await fileRow())?.error).toMatch(/^The transcript.*404/)
		expect(takeWarnings()).toHaveLength(5)
		// A host may publish a transcript long after the audio.
		status = 200
		await makeDue()
		expect(await readFiles()).toBe(1)
		expect(await fileRow()).toMatchObject({ state: 'ready', error: null, tries: 0 })
	})

	test('are fetched conditionally, and in full if the item has another URL', async () => {
		await serve(feedOf([item('One', 1, tag('/t1'))]))
		await readFiles()
		expect(await readFiles()).toBe(0)
		expect(requests.map(({ isConditional }) => isConditional)).toEqual([false, true])
		status = 500
		await makeDue()
		await readFiles()
		expect(takeWarnings()).toHaveLength(1)
		status = 200
		// Another URL resets the backoff.
		await serve(feedOf([item('One', 1, tag('/t2'))]))
		expect(await readFiles()).toBe(1)
		expect(requests.at(-1)).toMatchObject({ path: '/t2', isConditional: false })
	})

	test("of a feed moved to another host cannot reach the server's network", async () => {
		await serve(feedOf([item('One', 1, tag('/t'))]))
		expect(await readFiles({ feedUrl: 'https://feeds.example/x.xml' })).toBe(0)
		expect((await fileRow())?.error).toMatch(/not a public address/)
		expect(requests).toEqual([])
		expect(takeWarnings()).toHaveLength(1)
	})
})

test('a transcript has an ETag and its own language', async () => {
	await serve(feedOf([item('One', 1, tag('/t', 'language="es-MX"'))]))
	await readFiles()
	const read = (headers: Record<string, string> = {}) =>
		callApi(getTranscript, { as: visitor(), params: { id: 'one' }, headers })
	const reply = await read()
	expect(reply.json).toMatchObject({ language: 'es-MX', speakers: ['Ruth'] })
	expect((await read({ 'If-None-Match': String(reply.header('ETag')) })).status).toBe(304)
	expect((await readPages(['one'])).get('one')?.transcript?.language).toBe('es-MX')
})

test('an episode of twelve hours or of unknown length is accepted', async () => {
	const long = item('Long', 2, `${tag('/t')}<itunes:duration>12:00:10</itunes:duration>`)
	await serve(feedOf([long, item('Short', 1)]))
	const pages = await readPages(['long', 'short'])
	expect([...pages.values()].map(({ episode }) => [episode.slug, episode.duration]).sort()).toEqual([
		['long', 43_210],
		['short', null],
	])
})

test('with PODCAST_KEEP_OLD=false an episode is removed with the feed', async () => {
	const two = [item('New', 9), item('Old', 1)]
	await serve(feedOf(two))
	await serve(feedOf(two.slice(0, 1)))
	expect(await db().$count(episodes)).toBe(2)
	const { podcastKeepOld } = env()
	Object.assign(env(), { podcastKeepOld: false })
	onTestFinished(() => void Object.assign(env(), { podcastKeepOld }))
	await serve(feedOf([item('Newer', 10), ...two]))
	await serve(feedOf([item('Newer', 10), ...two.slice(0, 1)]))
	expect((await db().select().from(episodes)).map(({ title }) => title).sort()).toEqual(['New', 'Newer'])
})

test('the demonstration has a transcript and chapters for every episode, read from its own files', async () => {
	await refresh({ feedUrl: undefined })
	expect(await readFiles({ feedUrl: undefined, publicUrl: env().publicUrl })).toBe(7)
	expect((await db().select().from(episodeTranscripts)).every(({ isTimed }) => isTimed)).toBe(true)
	const chapters = await db().select().from(episodeChapters)
	expect(new Set(chapters.map(({ episodeId }) => episodeId)).size).toBe(7)
	expect((await db().select().from(episodeFiles)).map(({ state }) => state)).toEqual(Array(7).fill('ready'))
})
