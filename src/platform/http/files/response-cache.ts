import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Variant } from './static-store.ts'

/**
 * Maximum size of a response that is cached whole, including its head, in bytes: Node copies a string of this size
 * and writes it immediately; a longer one needs an object and a turn of the event loop.
 */
const WHOLE_TO = 16 * 1024

/**
 * Node's field for the serialized head of a response; not in the public types, but unchanged since early versions.
 */
interface WithHead {
	_header?: unknown
}

/** Returns a whole response as a binary string, with its head as Node wrote it. */
function wholeAnswer(res: ServerResponse, body: Buffer): string | undefined {
	const head = (res as WithHead)._header
	if (typeof head !== 'string' || !head.endsWith('\r\n\r\n') || head.length + body.length > WHOLE_TO) return undefined
	return head + body.toString('latin1')
}

/** Whether the head would be the same for every such request within a second. */
const isUsual = (req: IncomingMessage, res: ServerResponse) =>
	req.method === 'GET' && req.httpVersionMinor === 1 && res.shouldKeepAlive

let waiting: ServerResponse[] = []

/** Sends responses queued for the end of the turn now. */
export function sendWaiting(): void {
	const all = waiting
	waiting = []
	for (const res of all) res.end()
}

/**
 * Sends a response after the requests that arrived in the same turn are processed. Each response wakes its client;
 * waking clients between requests costs a tenth of the throughput. A pipelined response wakes no client: Node counts
 * those, and stops reading from a client that keeps sending.
 */
function sendWithOthers(res: ServerResponse): void {
	if (res.socket === null) res.end()
	else if (waiting.push(res) === 1) setImmediate(sendWaiting)
}

/**
 * Sends a variant of a file. A repeated request within a second gets the cached response: Node validates and joins
 * fourteen header lines per response, which takes as long as everything else except the sending. The `Date` header
 * limits the cache to one second. If a Node version stores its head elsewhere, nothing is cached.
 */
export function sendVariant(req: IncomingMessage, res: ServerResponse, status: number, variant: Variant): void {
	const second = Math.floor(Date.now() / 1000)
	const isAgain = variant.askedIn === second && isUsual(req, res)
	if (isAgain && variant.whole !== undefined) {
		res.statusCode = status
		;(res as WithHead)._header = variant.whole
		sendWithOthers(res)
		return
	}
	res.writeHead(status, variant.headers)
	if (variant.askedIn !== second) variant.whole = undefined
	else if (isAgain) variant.whole = wholeAnswer(res, variant.body)
	variant.askedIn = second
	res.end(variant.body)
}
