import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Variant } from './static-store.ts'

/**
 * Longest answer that is kept whole, its head included, in bytes: Node copies such a string and hands it to the
 * system at once; a longer one takes an object and a turn of the event loop.
 */
const WHOLE_TO = 16 * 1024

/** Where Node keeps the finished head of an answer; in no public type, and the same since its first versions. */
interface WithHead {
	_header?: unknown
}

/** All of an answer as one string of a character for each byte, its head as Node wrote it. */
function wholeAnswer(res: ServerResponse, body: Buffer): string | undefined {
	const head = (res as WithHead)._header
	if (typeof head !== 'string' || !head.endsWith('\r\n\r\n') || head.length + body.length > WHOLE_TO) return undefined
	return head + body.toString('latin1')
}

/** Whether the head would be the same for everybody who asks so within a second. */
const isUsual = (req: IncomingMessage, res: ServerResponse) =>
	req.method === 'GET' && req.httpVersionMinor === 1 && res.shouldKeepAlive

let waiting: ServerResponse[] = []

/** Sends now what waits for the end of the turn. */
export function sendWaiting(): void {
	const all = waiting
	waiting = []
	for (const res of all) res.end()
}

/**
 * Sends an answer behind the requests that arrived together with its own. Each answer wakes who waits for it: one by one
 * between the requests that is as many wakings, and a tenth fewer answers in a second. One behind another of its
 * connection has none to wake; Node counts it, and stops reading from a client that asks on and on.
 */
function sendWithOthers(res: ServerResponse): void {
	if (res.socket === null) res.end()
	else if (waiting.push(res) === 1) setImmediate(sendWaiting)
}

/**
 * Sends a variant of a file. What is asked for again within a second is sent as it was: Node checks and joins
 * fourteen header lines for each answer, which takes as long as all the rest of it but the sending. The date is why
 * this holds for a second and no longer. A Node that keeps its heads elsewhere makes each of them, as for rare files.
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
