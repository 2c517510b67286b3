import { createReadStream, open, read } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { type SecurityHeaders, securityFor } from '../headers.ts'
import type { RequestFacts } from '../request-facts.ts'
import { acceptedEncodings, type Encoding } from './accept-encoding.ts'
import { parseRange } from './byte-range.ts'
import { isHtml, isSeekable } from './content-types.ts'
import { sendVariant } from './response-cache.ts'
import type { Prepared, StaticFile, Variant } from './static-store.ts'

/** Returns the strong ETag of one encoding of a file. Encodings must have different ETags. */
const etagFor = (file: StaticFile, encoding: Encoding) =>
	encoding === 'identity' ? file.etag : `${file.etag.slice(0, -1)}-${encoding}"`

function prepare(file: StaticFile, security: SecurityHeaders): Prepared {
	const general = securityFor(security, file.contentType)
	// The hashes depend only on the bytes, so the headers of a 304 match the response that the browser has cached.
	const protection = isHtml(file.contentType) && !file.disk ? security.htmlOf(file.identity.toString()) : general
	const cached = ['Cache-Control', file.cacheControl, 'Vary', 'Accept-Encoding']
	const variant = (encoding: Encoding, body: Buffer | undefined): Variant | undefined => {
		if (!body) return undefined
		const length = encoding === 'identity' ? file.size : body.length
		const headers = [
			'Content-Type',
			file.contentType,
			'Content-Length',
			String(length),
			'ETag',
			etagFor(file, encoding),
		]
		if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
		else if (isSeekable(file.contentType)) headers.push('Accept-Ranges', 'bytes')
		return { body, headers: [...headers, ...cached, ...protection], lastRequestSecond: 0, whole: undefined }
	}
	let gzip: Variant | undefined
	let identity: Variant | undefined
	return {
		security: general,
		variants: {
			br: variant('br', file.br),
			// Lazy, because it may have to be compressed first.
			get gzip() {
				gzip ??= variant('gzip', file.gzip)
				return gzip
			},
			get identity() {
				const plain = identity ?? (variant('identity', file.identity) as Variant)
				if (file.isPlainKept) identity = plain
				return plain
			},
		},
		notModified: [...cached, ...protection],
	}
}

/** Returns the header lists of a file, cached in the file. Rebuilds them only if the security headers change. */
function preparedFor(file: StaticFile, security: SecurityHeaders): Prepared {
	const cached = file.prepared
	if (cached && cached.security === securityFor(security, file.contentType)) return cached
	file.prepared = prepare(file, security)
	return file.prepared
}

function chooseEncoding(file: StaticFile, header: string | undefined): Encoding {
	for (const encoding of acceptedEncodings(header)) if (encoding === 'identity' || file[encoding]) return encoding
	return 'identity'
}

/** Returns whether an `If-None-Match` list contains this version, by weak comparison and in any encoding. */
function knowsVersion(ifNoneMatch: string, file: StaticFile): boolean {
	if (ifNoneMatch.trim() === '*') return true
	const stem = file.etag.slice(0, -1)
	const own = [file.etag, `${stem}-br"`, `${stem}-gzip"`]
	return ifNoneMatch.split(',').some((tag) => own.includes(tag.trim().replace(/^W\//, '')))
}

/**
 * File system functions that never close the descriptor. A stream that is destroyed because its client disconnected
 * closes it, despite `autoClose`. For other requests, it would then be closed or belong to another file.
 */
const withoutClose = { open, read, close: (_: number, done: () => void) => done() }

/** Streams `start..end` (inclusive) of a large file. The descriptor stays open, because other requests share it. */
function streamFromDisk(fd: number, start: number, end: number, res: ServerResponse): void {
	const stream = createReadStream('', { fd, start, end, fs: withoutClose })
	// A client that disconnects during a download is not an error.
	pipeline(stream, res, () => undefined)
}

function sendPart(file: StaticFile, range: string, prepared: Prepared, res: ServerResponse): boolean {
	const { size } = file
	const part = parseRange(range, size)
	if (part === undefined) return false
	const whole = prepared.variants.identity.headers
	if (part === 'unsatisfiable') {
		res.writeHead(416, ['Content-Range', `bytes */${size}`, 'Content-Length', '0', ...prepared.notModified])
		res.end()
		return true
	}
	const length = part.end - part.start + 1
	const headers = [...whole, 'Content-Range', `bytes ${part.start}-${part.end}/${size}`]
	headers[headers.indexOf('Content-Length') + 1] = String(length)
	res.writeHead(206, headers)
	if (file.disk) streamFromDisk(file.disk.fd, part.start, part.end, res)
	else res.end(file.identity.subarray(part.start, part.end + 1))
	return true
}

/** Returns whether the range refers to this version. `If-Range` must match strongly; we send no dates. */
const isRangeCurrent = (req: IncomingMessage, file: StaticFile) => {
	const condition = req.headers['if-range']
	return condition === undefined || condition === file.etag
}

/** Responds to GET or HEAD with `file`. Supports conditional requests, encodings, and ranges for players. */
export function sendStatic(
	req: IncomingMessage,
	res: ServerResponse,
	facts: RequestFacts,
	file: StaticFile,
	security: SecurityHeaders,
): void {
	const prepared = preparedFor(file, security)
	const encoding = chooseEncoding(file, facts.acceptEncoding)
	if (facts.ifNoneMatch !== undefined && file.status === 200 && knowsVersion(facts.ifNoneMatch, file)) {
		res.writeHead(304, ['ETag', etagFor(file, encoding), ...prepared.notModified])
		res.end()
		return
	}
	if (facts.range !== undefined && req.method === 'GET' && isSeekable(file.contentType) && isRangeCurrent(req, file)) {
		if (sendPart(file, facts.range, prepared, res)) return
	}
	const variant = prepared.variants[encoding] ?? prepared.variants.identity
	// Node omits the body of a HEAD response, so no stream needs to be opened.
	if (file.disk && req.method === 'GET') {
		res.writeHead(file.status, variant.headers)
		streamFromDisk(file.disk.fd, 0, file.disk.size - 1, res)
	} else sendVariant(req, res, file.status, variant)
}
