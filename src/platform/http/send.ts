import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { FileBody } from './api-types.ts'
import { acceptedEncodings } from './files/accept-encoding.ts'
import { isTextLike } from './files/content-types.ts'
import { type OpenFiles, SlowReaderError } from './files/open-files.ts'
import { type HeaderList, type SecurityHeaders, securityFor } from './headers.ts'
import type { RequestFacts } from './request-facts.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Minimum size for compression, in bytes. For smaller responses, it costs more than it saves. */
const COMPRESS_FROM = 1024
/** Maximum size to compress synchronously, in bytes. 2 KB take 30 us; a round trip to another thread takes 100 us. */
const COMPRESS_SYNC_TO = 32 * 1024
/** Time to keep reading the rest of a request body after the response was sent, in milliseconds. */
const LINGER_MS = 1000

export interface Exchange {
	readonly req: IncomingMessage
	readonly res: ServerResponse
	readonly facts: RequestFacts
	readonly requestId: string
	readonly security: SecurityHeaders
	readonly files?: OpenFiles
	/** Matched route pattern for metrics, never the path itself. Undefined if no route matched. */
	route?: string
}

export interface DynamicReply {
	status: number
	headers: ReadonlyArray<readonly [name: string, value: string]>
	body: Buffer | string | AsyncIterable<string | Uint8Array> | FileBody | undefined
	/** Overrides the default security headers for the content type. */
	security?: HeaderList
}

/**
 * Ends a response. If the request's body has not arrived completely, continues reading it for a moment before closing
 * the connection: closing with unread bytes would reset it, and the client might never receive the response.
 */
function endReply(exchange: Exchange, status: number, headers: string[], body: Buffer | string | undefined): void {
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

async function compress(body: Buffer, facts: RequestFacts): Promise<{ encoding: string; bytes: Buffer } | undefined> {
	const [encoding] = acceptedEncodings(facts.acceptEncoding)
	const isShort = body.length <= COMPRESS_SYNC_TO
	if (encoding === 'br') {
		const params = {
			[constants.BROTLI_PARAM_QUALITY]: 4,
			[constants.BROTLI_PARAM_SIZE_HINT]: body.length,
			// Setting up the default window of 4 MB takes longer than compressing such a response.
			[constants.BROTLI_PARAM_LGWIN]: 18,
		}
		return { encoding, bytes: isShort ? brotliCompressSync(body, { params }) : await toBrotli(body, { params }) }
	}
	if (encoding === 'gzip') return { encoding, bytes: isShort ? gzipSync(body) : await toGzip(body) }
	return undefined
}

interface ReplyHead {
	readonly lines: string[]
	contentType: string
	cacheControl: string
	vary: string[]
	/** Index of the `ETag` value in `lines`; -1 if there is none. */
	etagAt: number
	isEncoded: boolean
}

// Headers that only this file sets: the site's policy, and the framing of the bytes that are actually sent.
const RESERVED_HEADERS = new Set(['content-security-policy', 'content-length', 'transfer-encoding', 'connection'])

function readHead(headers: DynamicReply['headers']): ReplyHead {
	const head: ReplyHead = { lines: [], contentType: '', cacheControl: '', vary: [], etagAt: -1, isEncoded: false }
	for (const [name, value] of headers) {
		const key = name.toLowerCase()
		if (key === 'vary') head.vary.push(value)
		if (key === 'vary' || RESERVED_HEADERS.has(key)) continue
		if (key === 'content-type') head.contentType = value
		else if (key === 'cache-control') head.cacheControl = value
		else if (key === 'etag') head.etagAt = head.lines.length + 1
		else if (key === 'content-encoding') head.isEncoded = true
		head.lines.push(name, value)
	}
	return head
}

/** Compressed forms of reused buffers, cached as long as the buffer exists. */
const compressedForms = new WeakMap<Buffer, Map<string, Promise<{ encoding: string; bytes: Buffer } | undefined>>>()

function compressCached(body: Buffer, facts: RequestFacts) {
	const forms = compressedForms.get(body) ?? new Map()
	compressedForms.set(body, forms)
	const [encoding = ''] = acceptedEncodings(facts.acceptEncoding)
	const form = forms.get(encoding) ?? compress(body, facts)
	forms.set(encoding, form)
	return form
}

/** Compresses `body` if worthwhile and accepted, and sets the headers in `head`. */
async function encode(head: ReplyHead, body: Buffer, facts: RequestFacts, isReusable: boolean): Promise<Buffer> {
	if (head.isEncoded || !isTextLike(head.contentType)) return body
	if (head.cacheControl.includes('no-transform')) return body
	head.vary.push('Accept-Encoding')
	const smaller = await (isReusable ? compressCached(body, facts) : compress(body, facts))
	if (!smaller) return body
	head.lines.push('Content-Encoding', smaller.encoding)
	// Make the ETag weak, because it was computed for the uncompressed bytes.
	const tag = head.lines[head.etagAt]
	if (tag && !tag.startsWith('W/')) head.lines[head.etagAt] = `W/${tag}`
	return smaller.bytes
}

/** Streams a response with backpressure. After an error the response is incomplete, which the client can detect. */
async function sendPieces(
	{ req, res }: Exchange,
	status: number,
	lines: string[],
	pieces: AsyncIterable<string | Uint8Array>,
) {
	if (res.destroyed) return
	res.writeHead(status, lines)
	if (req.method === 'HEAD') return void res.end()
	await pipeline(Readable.from(pieces), res).catch((error: unknown) => {
		// A client that disconnects during a download is not our error.
		if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
	})
}

async function sendFile({ req, res, files }: Exchange, status: number, lines: string[], file: FileBody): Promise<void> {
	const head = [...lines, 'Content-Length', String(file.length)]
	if (res.destroyed) return
	if (req.method === 'HEAD') return void res.writeHead(status, head).end()
	// Open the file before sending headers, so that a storage failure gives an error page, not a truncated file.
	const bytes = await file.open()
	if (res.destroyed) return void bytes.destroy()
	res.writeHead(status, head)
	const sent = files ? pipeline(bytes, files.watchSpeed(bytes), res) : pipeline(bytes, res)
	await sent.catch((error: unknown) => {
		// A client that disconnects during a download, or does not read it, is not our error.
		const isClientAbort =
			error instanceof SlowReaderError || (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE'
		if (!isClientAbort) throw error
	})
}

const isStream = (body: DynamicReply['body']): body is AsyncIterable<string | Uint8Array> =>
	typeof body === 'object' && !Buffer.isBuffer(body) && !(body instanceof FileBody)

/** Sends a response with security headers. By default it is private and not cached. Compresses it if worthwhile. */
export async function sendDynamic(exchange: Exchange, reply: DynamicReply): Promise<void> {
	const head = readHead(reply.headers)
	const { lines } = head
	const file = reply.body instanceof FileBody ? reply.body : undefined
	const pieces = isStream(reply.body) ? reply.body : undefined
	let body: Buffer | undefined = typeof reply.body === 'string' ? Buffer.from(reply.body) : undefined
	if (Buffer.isBuffer(reply.body)) body = reply.body
	if (body && body.length >= COMPRESS_FROM) body = await encode(head, body, exchange.facts, Buffer.isBuffer(reply.body))
	if (head.vary.length > 0) lines.push('Vary', head.vary.join(', '))
	if (!head.cacheControl) lines.push('Cache-Control', 'private, no-store')
	const hasKnownLength = !file && !pieces && reply.status !== 204 && reply.status !== 304
	if (hasKnownLength) lines.push('Content-Length', String(body?.length ?? 0))
	lines.push(...(reply.security ?? securityFor(exchange.security, head.contentType)))
	if (file) return sendFile(exchange, reply.status, lines, file)
	if (pieces) return sendPieces(exchange, reply.status, lines, pieces)
	if (!exchange.res.destroyed) endReply(exchange, reply.status, lines, body)
}

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
