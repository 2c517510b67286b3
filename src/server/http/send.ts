import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptedEncodings } from './accept-encoding.ts'
import { isTextLike } from './content-types.ts'
import { type HeaderList, type SecurityHeaders, securityFor } from './headers.ts'
import type { RequestFacts } from './request-facts.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Answers shorter than this are sent as they are: compressing them costs more than it saves. In bytes. */
const COMPRESS_FROM = 1024
/** How long a connection is read on after an answer that came before its body ended, in milliseconds. */
const LINGER_MS = 1000

/** Who is being answered. */
export interface Exchange {
	readonly req: IncomingMessage
	readonly res: ServerResponse
	readonly facts: RequestFacts
	readonly requestId: string
	readonly security: SecurityHeaders
}

/** An answer made for this one request. */
export interface DynamicReply {
	status: number
	headers: ReadonlyArray<readonly [name: string, value: string]>
	body: Buffer | string | undefined
	/** In place of the security headers that fit the content type. */
	security?: HeaderList
}

/**
 * Ends an answer. Where the request's body has not all arrived the connection is closed, but read on for a
 * moment: closing with unread bytes resets it, and the client may never see the answer.
 */
export function endReply(exchange: Exchange, status: number, headers: string[], body: Buffer | string | undefined): void {
	const { req, res, facts } = exchange
	if (!facts.hasBody || req.complete) {
		res.writeHead(status, headers)
		res.end(body)
		return
	}
	res.writeHead(status, [...headers, 'Connection', 'close'])
	if (body !== undefined) res.write(body)
	else res.flushHeaders()
	const timer = setTimeout(() => res.end(), LINGER_MS)
	const finish = () => {
		clearTimeout(timer)
		res.end()
	}
	req.once('end', finish).once('close', finish).once('error', finish).resume()
}

async function compressed(body: Buffer, facts: RequestFacts): Promise<{ encoding: string; bytes: Buffer } | undefined> {
	const [best] = acceptedEncodings(facts.acceptEncoding)
	if (best === 'br') {
		const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
		return { encoding: 'br', bytes: await toBrotli(body, { params }) }
	}
	return best === 'gzip' ? { encoding: 'gzip', bytes: await toGzip(body, { level: 6 }) } : undefined
}

/** Sends an answer: private and uncached unless it says otherwise, compressed where that pays, with all security headers. */
export async function sendDynamic(exchange: Exchange, reply: DynamicReply): Promise<void> {
	const { facts, res } = exchange
	const headers: string[] = []
	let contentType = ''
	let cacheControl = ''
	let vary = ''
	let etag = -1
	let isEncoded = false
	for (const [name, value] of reply.headers) {
		switch (name.toLowerCase()) {
			case 'content-type':
				contentType = value
				break
			case 'cache-control':
				cacheControl = value
				break
			case 'vary':
				vary = vary ? `${vary}, ${value}` : value
				continue
			case 'etag':
				etag = headers.length + 1
				break
			case 'content-encoding':
				isEncoded = true
				break
			// Ours to say: the one policy of the site, and the length of what is really sent.
			case 'content-security-policy':
			case 'content-length':
			case 'transfer-encoding':
			case 'connection':
				continue
		}
		headers.push(name, value)
	}
	let body = typeof reply.body === 'string' ? Buffer.from(reply.body) : reply.body
	const isCompressible = !isEncoded && isTextLike(contentType) && !cacheControl.includes('no-transform')
	if (body && isCompressible && body.length >= COMPRESS_FROM) {
		vary = vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding'
		const smaller = await compressed(body, facts)
		if (smaller) {
			body = smaller.bytes
			headers.push('Content-Encoding', smaller.encoding)
			// The compressed bytes are others than those the strong tag was made for.
			const tag = headers[etag]
			if (tag && !tag.startsWith('W/')) headers[etag] = `W/${tag}`
		}
	}
	if (vary) headers.push('Vary', vary)
	if (!cacheControl) headers.push('Cache-Control', 'private, no-store')
	if (reply.status !== 204 && reply.status !== 304) headers.push('Content-Length', String(body?.length ?? 0))
	headers.push(...(reply.security ?? securityFor(exchange.security, contentType)))
	if (res.destroyed) return
	endReply(exchange, reply.status, headers, body)
}

/** One sentence as `text/plain`. */
export function sendText(
	exchange: Exchange,
	status: number,
	text: string,
	headers: ReadonlyArray<readonly [string, string]> = [],
): void {
	const lines = ['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', String(Buffer.byteLength(text))]
	lines.push('Cache-Control', 'private, no-store', ...headers.flat(), ...exchange.security.other)
	endReply(exchange, status, lines, text)
}

