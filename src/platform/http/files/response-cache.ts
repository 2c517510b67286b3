import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Variant } from './static-store.ts'

/**
 * Maximum size of a cached response, including its head, in bytes. Node copies a string of this size and writes it
 * immediately. A longer string needs an object and a turn of the event loop.
 */
const MAX_WHOLE_BYTES = 16 * 1024

/** Node's field for the serialized head of a response. Not in the public types, but unchanged since early versions. */
interface WithHead {
	_header?: unknown
}

/** Returns a whole response as a binary string, with the head that Node wrote. */
function wholeResponse(res: ServerResponse, body: Buffer): string | undefined {
	const head = (res as WithHead)._header
	if (typeof head !== 'string' || !head.endsWith('\r\n\r\n')) return undefined
	if (head.length + body.length > MAX_WHOLE_BYTES) return undefined
	return head + body.toString('latin1')
}

/** Returns whether the head would be the same for all such requests within a second. */
const isCacheable = (req: IncomingMessage, res: ServerResponse) =>
	req.method === 'GET' && req.httpVersionMinor === 1 && res.shouldKeepAlive

let queued: ServerResponse[] = []

/** Immediately sends the responses that are queued for the end of the event loop's turn. */
export function flushResponses(): void {
	const all = queued
	queued = []
	for (const res of all) res.end()
}

/**
 * Sends a response after all requests of the same turn of the event loop are processed. Each response wakes its client,
 * and waking clients between requests costs a tenth of the throughput. A pipelined response is ended at once, since it
 * wakes no client: Node counts these, and stops reading from a client that keeps sending.
 */
function sendWithOthers(res: ServerResponse): void {
	if (res.socket === null) res.end()
	else if (queued.push(res) === 1) setImmediate(flushResponses)
}

/**
 * Sends a variant of a file. Repeated requests within a second get a cached response: Node validates and joins fourteen
 * header lines per response, which takes as long as everything else except sending. The `Date` header limits the cache
 * to one second. If a Node version stores the head elsewhere, nothing is cached.
 */
export function sendVariant(req: IncomingMessage, res: ServerResponse, status: number, variant: Variant): void {
	const second = Math.floor(Date.now() / 1000)
	const isRepeat = variant.lastRequestSecond === second && isCacheable(req, res)
	if (isRepeat && variant.whole !== undefined) {
		res.statusCode = status
		;(res as WithHead)._header = variant.whole
		sendWithOthers(res)
		return
	}
	res.writeHead(status, variant.headers)
	if (variant.lastRequestSecond !== second) variant.whole = undefined
	else if (isRepeat) variant.whole = wholeResponse(res, variant.body)
	variant.lastRequestSecond = second
	res.end(variant.body)
}
