import type { RequestListener } from 'node:http'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { type FeedServer, feedAnswer, startFeedServer } from '#tests/support/servers/feed-server.ts'
import { takeRefusedCalls } from '#tests/support/servers/network.ts'
import { type FetchOptions, fetchFeed, MAX_FEED_BYTES } from './fetch-feed.ts'

const servers: FeedServer[] = []
afterEach(async () => {
	await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function serve(answer: RequestListener, host?: string, port?: number): Promise<FeedServer> {
	const server = await startFeedServer(answer, host, port)
	servers.push(server)
	return server
}

const local: FetchOptions = { allowPrivate: true }
const text = async (url: string, options: FetchOptions = local) => {
	const fetched = await fetchFeed(url, options)
	return fetched.modified ? Buffer.from(fetched.bytes).toString() : undefined
}
/** Returns only the failure: vitest would take minutes to print the bytes. */
const failureOf = (url: string) =>
	fetchFeed(url, local).then(
		() => 'no failure',
		(error: { failure?: string }) => error.failure,
	)
const redirectTo =
	(location: string, status = 302): RequestListener =>
	(_, response) =>
		response.writeHead(status, { Location: location }).end()
const encoded =
	(encoding: string, body: Buffer): RequestListener =>
	(_, response) =>
		response.writeHead(200, { 'Content-Encoding': encoding }).end(body)

describe('fetched feeds', () => {
	test('return validators, and are not fetched again with them', async () => {
		const server = await serve(feedAnswer('<rss/>', { 'Last-Modified': 'Wed, 21 Oct 2015 07:28:00 GMT' }))
		const first = await fetchFeed(server.url, local)
		expect(first).toMatchObject({
			modified: true,
			contentType: 'application/rss+xml',
			url: server.url,
			lastModified: 'Wed, 21 Oct 2015 07:28:00 GMT',
		})
		if (!first.modified) throw new Error('nothing was fetched')
		expect(await fetchFeed(server.url, { ...local, validators: first })).toEqual({ modified: false })
		const [one, two] = server.requests.map(({ headers }) => headers)
		expect([one?.['if-none-match'], one?.['if-modified-since']]).toEqual([undefined, undefined])
		expect([two?.['if-none-match'], two?.['if-modified-since']]).toEqual([first.etag, first.lastModified])
		expect(one).toMatchObject({ host: `127.0.0.1:${server.port}`, 'accept-encoding': 'br, gzip' })
	})

	test.each([
		['gzip', gzipSync('<rss/>')],
		['br', brotliCompressSync('<rss/>')],
		['deflate', deflateSync('<rss/>')],
		['identity', Buffer.from('<rss/>')],
	])('may be compressed: %s', async (encoding, body) => {
		expect(await text((await serve(encoded(encoding, body))).url)).toBe('<rss/>')
	})

	test('may redirect ten times, and resolve links against the final URL', async () => {
		const server = await serve((request, response) => {
			const steps = Number(new URL(request.url ?? '', 'http://x').searchParams.get('steps'))
			if (steps === 0) response.end('<rss/>')
			else redirectTo(`/elsewhere/feed.xml?steps=${steps - 1}`, [301, 307, 308][steps % 3])(request, response)
		})
		expect(await fetchFeed(`${server.url}?steps=10`, local)).toMatchObject({
			url: `http://127.0.0.1:${server.port}/elsewhere/feed.xml?steps=0`,
		})
		await expect(fetchFeed(`${server.url}?steps=11`, local)).rejects.toMatchObject({ failure: 'redirects' })
	})

	test('may redirect to a URL with non-ASCII letters', async () => {
		const location = Buffer.from('/größe.xml').toString('latin1')
		const server = await serve((request, response) => {
			if (request.url === '/gr%C3%B6%C3%9Fe.xml') response.end('<rss/>')
			else redirectTo(location)(request, response)
		})
		expect(await text(server.url)).toBe('<rss/>')
	})
})

test("allows only the feed's own port on an allowed private host", async () => {
	const other = await serve((_, response) => void response.end('secret'))
	const server = await serve((request, response) =>
		request.url === '/away' ? redirectTo(other.url)(request, response) : response.end('<rss/>'),
	)
	const own = { allowPrivate: server.url }
	expect(await text(server.url, own)).toBe('<rss/>')
	for (const url of [other.url, `http://127.0.0.1:${server.port}/away`])
		await expect(fetchFeed(url, own)).rejects.toMatchObject({
			failure: 'private-address',
			message: expect.stringContaining("the feed's own, at its port"),
		})
})

describe('rejections', () => {
	test.each([
		['status 500', 'status', (_, response) => response.writeHead(500).end('oops')],
		['status 404', 'status', (_, response) => response.writeHead(404).end('gone')],
		['an unrequested 304', 'status', (_, response) => response.writeHead(304).end()],
		['a 302 to nowhere', 'status', (_, response) => response.writeHead(302).end()],
		['a connection that breaks off', 'network', (_, response) => void response.socket?.destroy()],
		['an answer that is not HTTP', 'network', (_, response) => void response.socket?.end('SSH-2.0-OpenSSH\r\n')],
		[
			'a body that breaks off',
			'network',
			(_, response) =>
				response.writeHead(200, { 'Content-Length': 100 }).write('half', () => response.socket?.destroy()),
		],
		['invalid gzip', 'compression', encoded('gzip', Buffer.from('not gzip'))],
		['truncated gzip', 'compression', encoded('gzip', gzipSync('x'.repeat(10_000)).subarray(0, 20))],
		['invalid brotli', 'compression', encoded('br', Buffer.from('not brotli'))],
		['an unknown compression', 'compression', encoded('zstd', Buffer.from('x'))],
		['two compressions', 'compression', encoded('gzip, br', Buffer.from('x'))],
		['a redirect to a file', 'address', redirectTo('file:///etc/passwd')],
		['a redirect with a password', 'address', redirectTo('http://me:secret@127.0.0.1/')],
		['a redirect to itself', 'redirects', redirectTo('/feed.xml')],
	] as [string, string, RequestListener][])('%s', async (_, failure, answer) => {
		const { url } = await serve(answer)
		await expect(fetchFeed(url, local)).rejects.toMatchObject({ name: 'FeedError', failure })
	})

	test('an unreachable server', async () => {
		const server = await serve(feedAnswer(''))
		await servers.pop()?.close()
		await expect(fetchFeed(server.url, local)).rejects.toMatchObject({
			failure: 'network',
			message: expect.stringContaining('ECONNREFUSED'),
		})
	})

	test('an unknown name', async () => {
		await expect(fetchFeed('http://feeds.invalid/', local)).rejects.toMatchObject({ failure: 'network' })
		expect(takeRefusedCalls()).toEqual(['lookup feeds.invalid'])
	})

	test('50 MB with a Content-Length: the body is not read', async () => {
		const server = await serve((_, response) => void response.writeHead(200, { 'Content-Length': 50e6 }).flushHeaders())
		expect(await failureOf(server.url)).toBe('too-large')
	})

	test('50 MB without a Content-Length: the connection closes soon after 10 MB', async () => {
		let sent = 0
		const server = await serve((_, response) => {
			const part = Buffer.alloc(256 * 1024, 'x')
			const writeMore = () => {
				while (!response.destroyed && sent < 50e6) {
					sent += part.length
					if (!response.write(part)) return void response.once('drain', writeMore)
				}
				response.end()
			}
			writeMore()
		})
		expect(await failureOf(server.url)).toBe('too-large')
		expect(sent).toBeGreaterThan(MAX_FEED_BYTES)
		expect(sent).toBeLessThan(30e6)
	})

	test.each([
		['gzip', gzipSync(Buffer.alloc(50e6, ' '), { level: 1 })],
		['br', brotliCompressSync(Buffer.alloc(50e6, ' '), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
	])('50 MB compressed with %s to a fraction', async (encoding, body) => {
		expect(body.length).toBeLessThan(500_000)
		const { url } = await serve(encoded(encoding, body))
		expect(await failureOf(url)).toBe('too-large')
	})

	test('data after the end of a gzip stream is ignored or rejected without waiting', async () => {
		for (const rest of ['x', 'x'.repeat(5e6)]) {
			const { url } = await serve(encoded('gzip', Buffer.concat([gzipSync('<rss/>'), Buffer.from(rest)])))
			const outcome = await text(url, { ...local, timeLimitMs: 5_000 }).catch(({ failure }) => failure)
			expect(['<rss/>', 'network', 'compression']).toContain(outcome)
		}
	})

	test('exactly 10 MB is accepted', async () => {
		const { url } = await serve(encoded('gzip', gzipSync(Buffer.alloc(MAX_FEED_BYTES, ' '))))
		expect(await failureOf(url)).toBe('no failure')
	})
})

describe('timeouts', () => {
	const shortLimit = { ...local, timeLimitMs: 100 }

	test.each([
		['a server that never answers', () => {}],
		['headers without a body', (_, response) => void response.writeHead(200).flushHeaders()],
		[
			'a slow drip',
			(_, response) => {
				const drip = setInterval(() => response.write(' '), 10)
				response.once('close', () => clearInterval(drip))
			},
		],
	] as [string, RequestListener][])('%s times out', async (_, answer) => {
		const { url } = await serve(answer)
		await expect(fetchFeed(url, shortLimit)).rejects.toMatchObject({
			failure: 'timeout',
			message: 'The feed took longer than 0.1 seconds to read.',
		})
	})

	test('a resolver that never answers times out', async () => {
		const resolve = () => new Promise<never>(() => {})
		await expect(fetchFeed('http://feeds.localhost/', { ...shortLimit, resolve })).rejects.toMatchObject({
			failure: 'timeout',
		})
	})

	test('the caller can abort with its own reason', async () => {
		const stopping = new AbortController()
		const { url } = await serve(() => stopping.abort(new Error('stopping')))
		await expect(fetchFeed(url, { ...local, signal: stopping.signal })).rejects.toThrow('stopping')
	})
})

describe('private addresses', () => {
	test('are rejected without a connection', async () => {
		const server = await serve(feedAnswer('<rss/>'))
		for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433']) {
			await expect(fetchFeed(`http://${host}:${server.port}/`)).rejects.toMatchObject({ failure: 'private-address' })
		}
		expect(server.requests).toEqual([])
	})

	test('are rejected behind a redirect too', async () => {
		const inner = await serve(feedAnswer('<rss/>'), '127.0.0.2')
		const outer = await serve(redirectTo(inner.url))
		const isAllowedAddress = (address: string) => address === '127.0.0.1'
		await expect(fetchFeed(outer.url, { isAllowedAddress })).rejects.toMatchObject({
			failure: 'private-address',
			message: expect.stringContaining('127.0.0.2'),
		})
		expect([outer.requests.length, inner.requests.length]).toEqual([1, 0])
	})

	test('cannot be reached through DNS rebinding', async () => {
		const good = await serve(feedAnswer('good'), '127.0.0.1')
		const evil = await serve(feedAnswer('evil'), '127.0.0.2', good.port)
		let resolved = 0
		const options: FetchOptions = {
			isAllowedAddress: (address) => address === '127.0.0.1',
			resolve: async () => [{ address: ++resolved === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }],
		}
		expect(await text(`http://feeds.localhost:${good.port}/`, options)).toBe('good')
		expect([resolved, evil.requests.length]).toEqual([1, 0])
		// The server still receives the name, which virtual hosts and certificates need.
		expect(good.requests[0]?.headers.host).toBe(`feeds.localhost:${good.port}`)
		await expect(text(`http://feeds.localhost:${good.port}/`, options)).rejects.toMatchObject({
			failure: 'private-address',
		})
		expect(evil.requests).toEqual([])
	})
})
