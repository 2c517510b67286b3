import { expect, test } from 'vitest'
import { feedXml } from '#tests/support/feed-server.ts'
import { parseInWorker } from './parse-in-worker.ts'

const job = (xml: string, contentType?: string) => ({
	bytes: Buffer.from(xml),
	contentType,
	baseUrl: 'https://feeds.example/feed.xml',
	ownOrigin: 'http://localhost:4321',
})

test('a feed is parsed as on this thread, errors included', async () => {
	expect(await parseInWorker(job(feedXml(['One'])))).toMatchObject({
		title: 'Small podcast',
		episodes: [{ title: 'One' }],
	})
	await expect(parseInWorker(job('garbage'))).rejects.toMatchObject({ name: 'FeedError', failure: 'not-a-feed' })
})

test('a feed that takes longer than it may is given up', async () => {
	await expect(parseInWorker(job(feedXml(['One'])), { timeLimitMs: 1 })).rejects.toMatchObject({
		failure: 'too-complex',
	})
})

test('a feed that breaks the parser is given up', async () => {
	const deep = `<item><description>${'<b>'.repeat(200_000)}${'</b>'.repeat(200_000)}</description><enclosure url="1.mp3"/></item>`
	await expect(parseInWorker(job(feedXml([], deep)))).rejects.toMatchObject({ failure: 'too-complex' })
})

test('who asked can end it, with their own reason', async () => {
	const stopping = new AbortController()
	const parsing = parseInWorker(job(feedXml(['One'])), { signal: stopping.signal })
	stopping.abort(new Error('stopping'))
	await expect(parsing).rejects.toThrow('stopping')
	await expect(parseInWorker(job(feedXml(['One'])), { signal: stopping.signal })).rejects.toThrow('stopping')
})
