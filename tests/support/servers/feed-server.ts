import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

const FOLDER = new URL('../../fixtures/feeds/', import.meta.url)

/** Returns the bytes of a real feed from `tests/fixtures/feeds`, decompressed if needed. */
export function feedFile(name: string): Buffer {
	const bytes = readFileSync(new URL(name, FOLDER))
	return name.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

/** Returns a handler with an ETag that responds 304 to a matching request. */
export function feedAnswer(body: string | Buffer, headers: Record<string, string> = {}): RequestListener {
	const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`
	return (request, response) => {
		if (request.headers['if-none-match'] === etag) response.writeHead(304, { ETag: etag }).end()
		else response.writeHead(200, { 'Content-Type': 'application/rss+xml', ETag: etag, ...headers }).end(body)
	}
}

/** Returns a small podcast feed of episodes with these titles, newest first and a day apart. */
export function feedXml(items: string[], more = ''): string {
	const item = (title: string, index: number) =>
		`<item><title>${title}</title><guid>guid of ${title}</guid>
		<pubDate>${new Date(Date.UTC(2026, 0, 31 - index)).toUTCString()}</pubDate>
		<enclosure url="/audio/${encodeURIComponent(title)}.mp3" type="audio/mpeg"/></item>`
	return `<?xml version="1.0"?><rss version="2.0"><channel><title>Small podcast</title>
	<description>About small things</description>${more}${items.map(item).join('')}</channel></rss>`
}

export interface FeedServer {
	readonly port: number
	readonly url: string
	/** Requests so far. */
	readonly requests: IncomingMessage[]
	/** Handler of the next requests. */
	answer: RequestListener
	close(): Promise<void>
}

/** Starts a local web server for a podcast feed. */
export async function startFeedServer(answer: RequestListener, host = '127.0.0.1', port = 0): Promise<FeedServer> {
	const requests: IncomingMessage[] = []
	const server = createServer((request: IncomingMessage, response: ServerResponse) => {
		requests.push(request)
		started.answer(request, response)
	})
	server.listen(port, host)
	await once(server, 'listening')
	const { port: listening } = server.address() as AddressInfo
	const started: FeedServer = {
		port: listening,
		url: `http://${host}:${listening}/feed.xml`,
		requests,
		answer,
		async close() {
			server.closeAllConnections()
			server.close()
			await once(server, 'close')
		},
	}
	return started
}
