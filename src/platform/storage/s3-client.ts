import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { AlreadyStoredError, NotStoredError, StorageError, type StoredObject } from './storage.ts'

export interface S3Options {
	/** For example `https://s3.eu-central-1.amazonaws.com`. The bucket is put in the path, which every server accepts. */
	endpoint: string
	region: string
	bucket: string
	/** Key prefix without leading and trailing slashes; empty for the whole bucket. */
	prefix: string
	accessKeyId: string
	secretAccessKey: string
	/** Backoff before each retry, in milliseconds. */
	pausesMs?: readonly number[]
	/** Request timeout in milliseconds, extended for large uploads. */
	silenceMs?: number
}

const PAUSES_MS = [1_000, 4_000, 15_000]
const SILENCE_MS = 60_000
/** Minimum upload speed in bytes per millisecond: 100 kB/s. */
const MIN_BYTES_PER_MS = 100
const EMPTY_SHA256 = createHash('sha256').digest('hex')

export interface S3Request {
	method: string
	url: string
	headers?: Record<string, string>
	body?: { content: Blob; sha256: string }
	signal?: AbortSignal | undefined
	/** Whether the timeout ends with the response headers, because the body, such as a video, may be read slowly. */
	isOpenEnded?: boolean
}

/** Returns the hex SHA-256 of a blob, which it reads as a stream. */
export async function sha256Of(content: Blob): Promise<string> {
	const hash = createHash('sha256')
	for await (const part of content.stream()) hash.update(part)
	return hash.digest('hex')
}

/** Encodes a path segment for signing. Escapes more characters than `encodeURIComponent`. */
const encodeSegment = (text: string) =>
	encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const unescapeXml = (text: string) =>
	text.replaceAll(/&(amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);/gi, (whole, name: string) => {
		const known: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
		if (!name.startsWith('#')) return known[name.toLowerCase()] ?? whole
		return String.fromCodePoint(name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)))
	})

export const element = (xml: string, name: string): string | undefined => {
	const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
	return text === undefined ? undefined : unescapeXml(text)
}

/** Returns an error for a failed response, with the server's error code, which its manual explains. */
async function errorOf(answer: Response, place: string): Promise<StorageError> {
	const code = element(await answer.text().catch(() => ''), 'Code') ?? `HTTP ${answer.status}`
	const reasons: Record<string, string> = {
		NoSuchBucket: 'there is no such bucket',
		SignatureDoesNotMatch: 'it does not accept S3_SECRET_ACCESS_KEY',
		InvalidAccessKeyId: 'it does not know S3_ACCESS_KEY_ID',
		AccessDenied: 'the key may not do this',
		RequestTimeTooSkewed: 'the clock of this machine is wrong',
		AuthorizationHeaderMalformed: 'S3_REGION is not its region',
	}
	const isRetryable = answer.status >= 500 || answer.status === 429 || answer.status === 408
	const reason = reasons[code] ?? (isRetryable ? 'it is busy or out of order' : 'it refuses the request')
	return new StorageError(`The storage ${place} cannot be used: ${reason} (${code}).`, { isRetryable })
}

/** Returns a function that sends a request once. Streams a file with its length in the headers, as servers require. */
function senderOf({ region, accessKeyId, secretAccessKey, silenceMs = SILENCE_MS }: S3Options) {
	const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
	return async ({ method, url, headers = {}, body, signal, isOpenEnded }: S3Request): Promise<Response> => {
		const signed = await aws.sign(url, {
			method,
			headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? EMPTY_SHA256 },
		})
		const timeout = new AbortController()
		const timer = setTimeout(
			() => timeout.abort(new Error('The storage takes too long')),
			Math.ceil(silenceMs + (body?.content.size ?? 0) / MIN_BYTES_PER_MS),
		).unref()
		const answer = await fetch(signed.url, {
			method,
			headers: signed.headers,
			redirect: 'manual',
			signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
			...(body ? { body: body.content } : {}),
		})
		if (isOpenEnded) clearTimeout(timer)
		return answer
	}
}

/** Returns whether an error is final, so that a retry is pointless. */
const isFinal = (error: unknown) => error instanceof AlreadyStoredError || error instanceof NotStoredError

function retriesOf({ pausesMs = PAUSES_MS }: S3Options, place: string) {
	const failureOf = (error: unknown): StorageError =>
		error instanceof StorageError
			? error
			: new StorageError(`The storage ${place} does not answer, or closed the connection.`, {
					cause: error,
					isRetryable: true,
				})

	/** Retries `attempt` until it succeeds, fails permanently or has failed too often. */
	async function persist<T>(attempt: (tries: number) => Promise<T>, signal?: AbortSignal): Promise<T> {
		for (const [tries, wait] of pausesMs.entries()) {
			try {
				return await attempt(tries)
			} catch (error) {
				if (signal?.aborted || isFinal(error)) throw error
				const failure = failureOf(error)
				if (!failure.isRetryable) throw failure
				await pause(wait * (0.8 + 0.4 * Math.random()), undefined, { ...(signal ? { signal } : {}) })
			}
		}
		return attempt(pausesMs.length).catch((error: unknown) => {
			throw isFinal(error) ? error : failureOf(error)
		})
	}
	return { failureOf, persist }
}

/** Parses a page of a list. `nameIn` returns the name of an object. */
function pageIn(xml: string, nameIn: (xml: string) => string) {
	const found = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(
		([, text = '']): StoredObject => ({
			name: nameIn(text),
			bytes: Number(element(text, 'Size')),
			at: new Date(element(text, 'LastModified') ?? Number.NaN),
		}),
	)
	return { found, next: element(xml, 'IsTruncated') === 'true' ? element(xml, 'NextContinuationToken') : undefined }
}

export type S3Client = ReturnType<typeof s3Client>

export function s3Client(options: S3Options) {
	const { endpoint, bucket, prefix } = options
	const place = `s3://${bucket}${prefix && `/${prefix}`}`
	const base = `${endpoint.replace(/\/+$/, '')}/${bucket}`
	const keyOf = (name: string) => (prefix ? `${prefix}/${name}` : name)
	const nameIn = (xml: string) => (element(xml, 'Key') ?? '').slice(keyOf('').length)
	const urlOf = (name: string) => `${base}/${keyOf(name).split('/').map(encodeSegment).join('/')}`
	const sendOnce = senderOf(options)
	const { failureOf, persist } = retriesOf(options, place)

	/** Sends a request and returns a successful response. The caller must read its body. */
	async function send(sent: S3Request): Promise<Response> {
		const answer = await sendOnce(sent)
		if (answer.ok) return answer
		throw await errorOf(answer, place)
	}

	async function listPage(start: string, after: string | undefined, signal?: AbortSignal) {
		const query = new URLSearchParams({ 'list-type': '2', prefix: keyOf(start) })
		if (after !== undefined) query.set('continuation-token', after)
		return pageIn(await (await send({ method: 'GET', url: `${base}?${query}`, signal })).text(), nameIn)
	}

	async function list(start: string, signal?: AbortSignal): Promise<StoredObject[]> {
		const all: StoredObject[] = []
		let after: string | undefined
		do {
			const page = await persist(() => listPage(start, after, signal), signal)
			all.push(...page.found)
			after = page.next
		} while (after !== undefined)
		return all
	}

	/** Opens an object without retries. @throws {NotStoredError} */
	async function open(name: string, headers: Record<string, string> = {}, signal?: AbortSignal) {
		const answer = await sendOnce({ method: 'GET', url: urlOf(name), headers, signal, isOpenEnded: true })
		if (answer.status === 404 && !/NoSuchBucket/.test(await answer.clone().text()))
			throw new NotStoredError(`There is no ${name} in ${place}`)
		// A server that ignores the range would send the start of a video instead of its middle.
		if (!answer.ok || !answer.body || (headers.range && answer.status !== 206)) throw await errorOf(answer, place)
		return { content: Readable.fromWeb(answer.body as never), headers: answer.headers }
	}

	const remove = (name: string, signal?: AbortSignal) =>
		persist(async () => {
			const answer = await sendOnce({ method: 'DELETE', url: urlOf(name), signal })
			if (!answer.ok && answer.status !== 404) throw await errorOf(answer, place)
			await answer.arrayBuffer()
		}, signal)

	return {
		...{ place, base, keyOf, urlOf, nameIn, sendOnce, send, persist, failureOf, list, open, remove },
		errorOf: (answer: Response) => errorOf(answer, place),
	}
}
