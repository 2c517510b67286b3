import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SlowFront {
	readonly url: string
	/** Sends the rest of the page. */
	release(): void
	stop(): void
}

/**
 * Starts a proxy for `origin` that simulates a slow connection: it sends a page up to and including `end`, and the
 * rest after `release`.
 */
export async function holdAfter(origin: string, end: string): Promise<SlowFront> {
	const { promise: released, resolve: release } = Promise.withResolvers<void>()
	const proxy = createServer(async (request, response) => {
		const { cookie = '' } = request.headers
		const answer = await fetch(new URL(request.url ?? '/', origin), { headers: { cookie }, redirect: 'manual' })
		// `fetch` has decompressed the body, so its length and encoding differ.
		const { 'content-encoding': _, 'content-length': __, ...headers } = Object.fromEntries(answer.headers)
		response.writeHead(answer.status, headers)
		const body = Buffer.from(await answer.arrayBuffer())
		const at = headers['content-type']?.startsWith('text/html') ? body.indexOf(end) : -1
		if (at >= 0) {
			response.write(body.subarray(0, at + end.length))
			await released
		}
		response.end(at >= 0 ? body.subarray(at + end.length) : body)
	}).listen(0, '127.0.0.1')
	await once(proxy, 'listening')
	return {
		url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
		release,
		stop() {
			proxy.closeAllConnections()
			proxy.close()
		},
	}
}
