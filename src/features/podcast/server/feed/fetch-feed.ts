import type { LookupAddress } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { site } from '#src/lib/site/site.ts'
import { checkedAddresses, checkFeedUrl, isPublicAddress, resolveName } from './feed-address.ts'
import { FeedError } from './feed-error.ts'

/** Maximum size of a feed after decompression. */
export const MAX_FEED_BYTES = 10 * 1024 * 1024
/** Enough for a switch to https, a new name and several tracking services; each URL is checked. */
const MAX_REDIRECTS = 10
/** Timeout for everything, from name resolution and redirects to the last byte, in milliseconds. */
const TIME_LIMIT_MS = 15_000

/** Validators of a response, for conditional requests. */
export interface Validators {
	etag: string | null
	lastModified: string | null
}

export type FetchedFeed =
	| { readonly modified: false }
	| ({
			readonly modified: true
			readonly bytes: Uint8Array
			readonly contentType: string | undefined
			/** Final URL after redirects, the base of relative links. */
			readonly url: string
	  } & Readonly<Validators>)

export interface FetchOptions {
	validators?: Validators | undefined
	/** Allows private addresses, for a feed on the local network. A string allows only that URL's host and port. */
	allowPrivate?: boolean | string | undefined
	/** Aborts the fetch with the signal's reason. */
	signal?: AbortSignal | undefined
	timeLimitMs?: number | undefined
	/** Replaces the size limit of a feed. */
	maxBytes?: number | undefined
	/** Replaces the media types of feeds. */
	accept?: string | undefined
	/** Replaces the rule for public addresses. */
	isAllowedAddress?: ((address: string) => boolean) | undefined
	/** Replaces the system's resolver. */
	resolve?: ((hostname: string) => Promise<LookupAddress[]>) | undefined
}

const FEED_TYPES = 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1'

const DECODERS: Record<string, (() => Transform) | undefined> = {
	gzip: createGunzip,
	'x-gzip': createGunzip,
	deflate: createInflate,
	br: createBrotliDecompress,
}

const tooLarge = (maxBytes: number) =>
	new FeedError('too-large', `The feed is larger than ${maxBytes / 1024 / 1024} MB, which is too large.`)

function networkError(error: unknown, host: string): FeedError {
	if (error instanceof FeedError) return error
	const code = String((error as NodeJS.ErrnoException | undefined)?.code ?? '')
	if (/^Z_|^ERR_BROTLI|^ERR_PADDING|^ERR__ERROR/.test(code))
		return new FeedError('compression', `The answer of ${host} could not be decompressed.`, { cause: error })
	if (/CERT|TLS|SSL|EPROTO|SELF_SIGNED|UNABLE_TO/.test(code))
		return new FeedError('network', `A secure connection to ${host} could not be made (${code}).`, { cause: error })
	if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL/.test(code))
		return new FeedError('network', `The feed's server ${host} could not be reached (${code}).`, { cause: error })
	return new FeedError('network', `The connection to ${host} broke off${code ? ` (${code})` : ''}.`, { cause: error })
}

/** Settles like `work`, or as soon as `signal` aborts, since a resolver cannot be canceled. */
function abortable<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		const onAbort = () => reject(signal.reason)
		if (signal.aborted) return onAbort()
		signal.addEventListener('abort', onAbort, { once: true })
		work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
	})
}

/** Checks whether `url` has the host of `allowedUrl`, at its port or at the default port. */
function isAllowedHost(url: URL, allowedUrl: string | false | undefined): boolean {
	const allowed = allowedUrl ? URL.parse(allowedUrl) : null
	return allowed?.hostname === url.hostname && (url.port === '' || allowed.port === url.port)
}

/** Sends one request to a checked address without following redirects. */
async function sendRequest(url: URL, options: FetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
	// Decide for each URL, since an allowed one may redirect elsewhere.
	const mayBePrivate = options.allowPrivate === true || isAllowedHost(url, options.allowPrivate)
	const isAllowed = options.isAllowedAddress ?? (mayBePrivate ? () => true : isPublicAddress)
	const hint = options.allowPrivate
		? "The only private address that is read is the feed's own, at its port."
		: undefined
	const checked = checkedAddresses(url.hostname, isAllowed, options.resolve ?? resolveName, hint)
	const addresses = await abortable(signal, checked)
	// Connects to the checked address; Host header and certificate still use the name.
	const lookup: LookupFunction = (_, { all }, done) =>
		all ? done(null, addresses) : done(null, addresses[0]?.address ?? '', addresses[0]?.family)
	const { validators } = options
	return new Promise((resolve, reject) => {
		const request = (url.protocol === 'https:' ? https : http).request(url, {
			agent: false, // a new connection: a reused one would bypass the address check
			lookup,
			signal,
			headers: {
				'User-Agent': `${site().name.replaceAll(/[^A-Za-z0-9]/g, '')} (podcast feed reader)`,
				Accept: options.accept ?? FEED_TYPES,
				'Accept-Encoding': 'br, gzip',
				...(validators?.etag ? { 'If-None-Match': validators.etag } : {}),
				...(validators?.lastModified ? { 'If-Modified-Since': validators.lastModified } : {}),
			},
		})
		request.once('response', resolve)
		request.on('error', reject)
		request.end()
	})
}

/** Follows redirects, checks each address, and returns the final response. */
async function followRedirects(feedUrl: string, options: FetchOptions, signal: AbortSignal) {
	let url = checkFeedUrl(feedUrl)
	for (let redirects = 0; ; redirects++) {
		const response = await sendRequest(url, options, signal).catch((error: unknown) => {
			throw signal.aborted ? error : networkError(error, url.host)
		})
		const { location } = response.headers
		if (![301, 302, 303, 307, 308].includes(response.statusCode ?? 0) || !location) return { url, response }
		response.destroy()
		if (redirects === MAX_REDIRECTS)
			throw new FeedError('redirects', `The feed is redirected more than ${MAX_REDIRECTS} times.`)
		// Node decodes headers as Latin-1, but a URL with non-ASCII letters is UTF-8.
		url = checkFeedUrl(Buffer.from(location, 'latin1').toString('utf8'), url.href)
	}
}

function decoderOf(response: IncomingMessage): Transform | undefined {
	const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase()
	if (encoding === '' || encoding === 'identity') return undefined
	const create = DECODERS[encoding]
	if (!create)
		throw new FeedError('compression', `The feed's server compresses in a way that is not supported (${encoding}).`)
	return create()
}

/**
 * Reads the decompressed body and aborts once it exceeds the limit. Does not use `stream.pipeline`, which never settles
 * for a response whose decoder is destroyed with unread data (Node 24).
 */
async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
	if (Number(response.headers['content-length']) > maxBytes) throw tooLarge(maxBytes)
	const decoder = decoderOf(response)
	const parts: Buffer[] = []
	let length = 0
	return new Promise((resolve, reject) => {
		const fail = (error: Error) => {
			response.destroy()
			decoder?.destroy()
			reject(error)
		}
		response.on('error', fail)
		decoder?.on('error', fail)
		const body = decoder ? response.pipe(decoder) : response
		body.on('data', (part: Buffer) => {
			length += part.length
			if (length > maxBytes) fail(tooLarge(maxBytes))
			else parts.push(part)
		})
		body.on('end', () => resolve(Buffer.concat(parts)))
	})
}

const shortHeader = (value: string | undefined) => (value && value.length <= 1_000 ? value : null)

/**
 * Fetches a feed over http or https, only from public addresses by default.
 * @throws {FeedError} on any failure, or the reason of `options.signal` after an abort.
 */
export async function fetchFeed(feedUrl: string, options: FetchOptions = {}): Promise<FetchedFeed> {
	const timeLimitMs = options.timeLimitMs ?? TIME_LIMIT_MS
	const timeLimit = AbortSignal.timeout(timeLimitMs)
	const signal = options.signal ? AbortSignal.any([timeLimit, options.signal]) : timeLimit
	let response: IncomingMessage | undefined
	let host = ''
	try {
		const answer = await followRedirects(feedUrl, options, signal)
		response = answer.response
		host = answer.url.host
		const isConditional = Boolean(options.validators?.etag || options.validators?.lastModified)
		if (response.statusCode === 304 && isConditional) return { modified: false }
		if (response.statusCode !== 200)
			throw new FeedError('status', `The feed's server ${host} answered with status ${response.statusCode}.`)
		return {
			modified: true,
			bytes: await abortable(signal, readBody(response, options.maxBytes ?? MAX_FEED_BYTES)),
			contentType: response.headers['content-type'],
			url: answer.url.href,
			etag: shortHeader(response.headers.etag),
			lastModified: shortHeader(response.headers['last-modified']),
		}
	} catch (error) {
		options.signal?.throwIfAborted()
		if (timeLimit.aborted)
			throw new FeedError('timeout', `The feed took longer than ${timeLimitMs / 1000} seconds to read.`, {
				cause: error,
			})
		throw networkError(error, host)
	} finally {
		response?.destroy()
	}
}
