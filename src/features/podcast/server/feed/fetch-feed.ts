import type { LookupAddress } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { site } from '#src/lib/site/site.ts'
import { checkedAddresses, checkFeedUrl, isPublicAddress, resolveName } from './feed-address.ts'
import { FeedError } from './feed-error.ts'

/** Most bytes of a feed, after decompression. */
export const MAX_FEED_BYTES = 10 * 1024 * 1024
/** From http to https, to another name and through the counters of several services; each address is checked. */
const MAX_REDIRECTS = 10
/** For everything together: names, redirects, the last byte of the body. In milliseconds. */
const TIME_LIMIT_MS = 15_000

/** What a server said of the version it sent, to ask for a newer one only. */
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
			/** Where the feed was found, after redirects: what its relative links start from. */
			readonly url: string
	  } & Readonly<Validators>)

export interface FetchOptions {
	validators?: Validators | undefined
	/** Private addresses too: for a feed on one's own network. Where an address is given, those of its host, at its port. */
	allowPrivate?: boolean | string | undefined
	/** Ends the fetch from outside, with the signal's own reason. */
	signal?: AbortSignal | undefined
	timeLimitMs?: number | undefined
	/** In place of the limit of a feed. */
	maxBytes?: number | undefined
	/** In place of the kinds of feeds. */
	accept?: string | undefined
	/** In place of the rule on public addresses. */
	isAllowedAddress?: ((address: string) => boolean) | undefined
	/** In place of the system's resolver. */
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
	new FeedError('too-large', `The feed is larger than ${maxBytes / 1024 / 1024} MB, which is refused.`)

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

/** Settles with `work`, or as soon as `signal` fires: a resolver cannot be told to stop. */
function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		const onAbort = () => reject(signal.reason)
		if (signal.aborted) return onAbort()
		signal.addEventListener('abort', onAbort, { once: true })
		work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
	})
}

/** Whether an address is of the host of another one: at the same port, or at that of its scheme. */
function isVouchedFor(url: URL, address: string | false | undefined): boolean {
	const own = address ? URL.parse(address) : null
	return own?.hostname === url.hostname && (url.port === '' || own.port === url.port)
}

/** One request to an address that was checked; no redirect is followed. */
async function ask(url: URL, options: FetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
	// Asked of each address by itself: one that is vouched for may lead elsewhere.
	const mayBePrivate = options.allowPrivate === true || isVouchedFor(url, options.allowPrivate)
	const isAllowed = options.isAllowedAddress ?? (mayBePrivate ? () => true : isPublicAddress)
	const hint = options.allowPrivate
		? 'Of private addresses only that of the feed itself is read, at its port.'
		: undefined
	const checked = checkedAddresses(url.hostname, isAllowed, options.resolve ?? resolveName, hint)
	const addresses = await until(signal, checked)
	// The connection takes its address from here, while Host header and certificate still go by the name.
	const lookup: LookupFunction = (_, { all }, done) =>
		all ? done(null, addresses) : done(null, addresses[0]?.address ?? '', addresses[0]?.family)
	const { validators } = options
	return new Promise((resolve, reject) => {
		const request = (url.protocol === 'https:' ? https : http).request(url, {
			agent: false, // a connection of its own, so that none is reused that was checked for something else
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

/** Follows redirects, each to an address checked anew, up to the answer that is none. */
async function follow(address: string, options: FetchOptions, signal: AbortSignal) {
	let url = checkFeedUrl(address)
	for (let redirects = 0; ; redirects++) {
		const response = await ask(url, options, signal).catch((error: unknown) => {
			throw signal.aborted ? error : networkError(error, url.host)
		})
		const { location } = response.headers
		if (![301, 302, 303, 307, 308].includes(response.statusCode ?? 0) || !location) return { url, response }
		response.destroy()
		if (redirects === MAX_REDIRECTS)
			throw new FeedError('redirects', `The feed is redirected more than ${MAX_REDIRECTS} times.`)
		url = checkFeedUrl(location, url.href)
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
 * The decompressed body, given up as soon as it is longer than allowed. By hand, because `stream.pipeline` waits for
 * ever for a response whose decoder was destroyed with some of the body still unread (Node 24).
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
 * Reads a feed over http or https, from a public address unless told otherwise.
 * @throws {FeedError} for whatever keeps it from being read, and the reason of `options.signal` where that fired.
 */
export async function fetchFeed(address: string, options: FetchOptions = {}): Promise<FetchedFeed> {
	const timeLimitMs = options.timeLimitMs ?? TIME_LIMIT_MS
	const timeLimit = AbortSignal.timeout(timeLimitMs)
	const signal = options.signal ? AbortSignal.any([timeLimit, options.signal]) : timeLimit
	let response: IncomingMessage | undefined
	let host = ''
	try {
		const answer = await follow(address, options, signal)
		response = answer.response
		host = answer.url.host
		const isConditional = Boolean(options.validators?.etag || options.validators?.lastModified)
		if (response.statusCode === 304 && isConditional) return { modified: false }
		if (response.statusCode !== 200)
			throw new FeedError('status', `The feed's server ${host} answered with status ${response.statusCode}.`)
		return {
			modified: true,
			bytes: await until(signal, readBody(response, options.maxBytes ?? MAX_FEED_BYTES)),
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
