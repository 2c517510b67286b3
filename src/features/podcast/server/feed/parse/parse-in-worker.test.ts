import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Worker } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { feedFile, feedXml } from '#tests/support/servers/feed-server.ts'
import { parseInWorker } from './parse-in-worker.ts'

const job = (xml: string, contentType?: string) => ({
	bytes: Buffer.from(xml),
	contentType,
	baseUrl: 'https://feeds.example/feed.xml',
	ownOrigin: 'http://localhost:4321',
})

/** Keeps even a warm worker busy for 100 ms. */
const slowJob = job(feedFile('scotus-oral-arguments.rss.gz').toString())

test('parses a feed like the main thread, including errors', async () => {
	expect(await parseInWorker(job(feedXml(['One'])))).toMatchObject({
		title: 'Small podcast',
		episodes: [{ title: 'One' }],
	})
	await expect(parseInWorker(job('garbage'))).rejects.toMatchObject({ name: 'FeedError', failure: 'not-a-feed' })
})

test('aborts a feed that exceeds the time limit', async () => {
	await expect(parseInWorker(slowJob, { timeLimitMs: 1 })).rejects.toMatchObject({
		failure: 'too-complex',
	})
})

test('aborts a feed that crashes the parser', async () => {
	const deep = `<item><description>${'<b>'.repeat(200_000)}${'</b>'.repeat(200_000)}</description><enclosure url="1.mp3"/></item>`
	await expect(parseInWorker(job(feedXml([], deep)))).rejects.toMatchObject({ failure: 'too-complex' })
})

test('keeps two concurrent feeds apart, and parses another after a timeout', async () => {
	const feeds = await Promise.all([parseInWorker(job(feedXml(['One']))), parseInWorker(job(feedXml(['Two'])))])
	expect(feeds.map(({ episodes }) => episodes[0]?.title)).toEqual(['One', 'Two'])
	await expect(parseInWorker(slowJob, { timeLimitMs: 1 })).rejects.toThrow('given up')
	expect(await parseInWorker(job(feedXml(['Three'])))).toMatchObject({ episodes: [{ title: 'Three' }] })
})

test('lets the caller abort with its own reason', async () => {
	const stopping = new AbortController()
	const parsing = parseInWorker(slowJob, { signal: stopping.signal })
	stopping.abort(new Error('stopping'))
	await expect(parsing).rejects.toThrow('stopping')
	await expect(parseInWorker(slowJob, { signal: stopping.signal })).rejects.toThrow('stopping')
})

test('gives no job to a worker that is terminating', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
	await parseInWorker(job(feedXml(['One'])))
	// How long an idle worker is kept.
	vi.advanceTimersByTime(60_000)
	vi.useRealTimers()
	expect(await parseInWorker(job(feedXml(['Two'])))).toMatchObject({ episodes: [{ title: 'Two' }] })
})

test('terminates the worker of a large feed, and keeps that of a small one', async () => {
	const workers: Worker[] = []
	const onWorker = (message: unknown) => workers.push((message as { worker: Worker }).worker)
	subscribe('worker_threads', onWorker)
	const notes = `<item><title>One</title><enclosure url="1.mp3"/><description>${'words '.repeat(200_000)}</description></item>`
	// The first may reuse a worker from an earlier feed.
	const started: number[] = []
	for (const feed of [feedXml([], notes), feedXml([], notes), feedXml(['Two']), feedXml(['Three'])]) {
		await parseInWorker(job(feed))
		started.push(workers.length)
	}
	unsubscribe('worker_threads', onWorker)
	const [first = 0] = started
	expect(started).toEqual([first, first + 1, first + 2, first + 2])
})
