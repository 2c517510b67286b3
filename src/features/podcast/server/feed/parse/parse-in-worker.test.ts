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

/** Keeps even a warm worker busy for a hundred milliseconds. */
const long = job(feedFile('scotus-oral-arguments.rss.gz').toString())

test('a feed is parsed as on this thread, errors included', async () => {
	expect(await parseInWorker(job(feedXml(['One'])))).toMatchObject({
		title: 'Small podcast',
		episodes: [{ title: 'One' }],
	})
	await expect(parseInWorker(job('garbage'))).rejects.toMatchObject({ name: 'FeedError', failure: 'not-a-feed' })
})

test('a feed that takes longer than it may is given up', async () => {
	await expect(parseInWorker(long, { timeLimitMs: 1 })).rejects.toMatchObject({
		failure: 'too-complex',
	})
})

test('a feed that breaks the parser is given up', async () => {
	const deep = `<item><description>${'<b>'.repeat(200_000)}${'</b>'.repeat(200_000)}</description><enclosure url="1.mp3"/></item>`
	await expect(parseInWorker(job(feedXml([], deep)))).rejects.toMatchObject({ failure: 'too-complex' })
})

test('two feeds at once do not mix, and one that was given up leaves no trace', async () => {
	const feeds = await Promise.all([parseInWorker(job(feedXml(['One']))), parseInWorker(job(feedXml(['Two'])))])
	expect(feeds.map(({ episodes }) => episodes[0]?.title)).toEqual(['One', 'Two'])
	await expect(parseInWorker(long, { timeLimitMs: 1 })).rejects.toThrow('given up')
	expect(await parseInWorker(job(feedXml(['Three'])))).toMatchObject({ episodes: [{ title: 'Three' }] })
})

test('who asked can end it, with their own reason', async () => {
	const stopping = new AbortController()
	const parsing = parseInWorker(long, { signal: stopping.signal })
	stopping.abort(new Error('stopping'))
	await expect(parsing).rejects.toThrow('stopping')
	await expect(parseInWorker(long, { signal: stopping.signal })).rejects.toThrow('stopping')
})

test('a worker that was just let go is asked nothing more', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
	await parseInWorker(job(feedXml(['One'])))
	// As long as one is kept.
	vi.advanceTimersByTime(60_000)
	vi.useRealTimers()
	expect(await parseInWorker(job(feedXml(['Two'])))).toMatchObject({ episodes: [{ title: 'Two' }] })
})

test('the worker of a large feed ends with it, and that of a small one waits for the next', async () => {
	const workers: Worker[] = []
	const note = (message: unknown) => workers.push((message as { worker: Worker }).worker)
	subscribe('worker_threads', note)
	const notes = `<item><title>One</title><enclosure url="1.mp3"/><description>${'words '.repeat(200_000)}</description></item>`
	// The first may get a worker that an earlier feed left.
	const started: number[] = []
	for (const feed of [feedXml([], notes), feedXml([], notes), feedXml(['Two']), feedXml(['Three'])]) {
		await parseInWorker(job(feed))
		started.push(workers.length)
	}
	unsubscribe('worker_threads', note)
	const [first = 0] = started
	expect(started).toEqual([first, first + 1, first + 2, first + 2])
})
