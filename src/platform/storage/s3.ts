import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { AlreadyStoredError, NotStoredError, type Storage, StorageError, type StoredObject } from './storage.ts'

export interface S3Options {
	/** Such as `https://s3.eu-central-1.amazonaws.com`; the bucket goes into the path, which every kind of server takes. */
	endpoint: string
	region: string
	bucket: string
	/** Without slashes around it; empty for the whole bucket. */
	prefix: string
	accessKeyId: string
	secretAccessKey: string
	/** Pauses before the next tries, in milliseconds. */
	pausesMs?: readonly number[]
	/** Longest silence of the server, in milliseconds; a large file may take longer than that as a whole. */
	silenceMs?: number
}

/** What one request can store. Larger ones would have to be sent in parts. */
export const S3_LARGEST_BYTES = 5 * 1024 ** 3
const PAUSES_MS = [1_000, 4_000, 15_000]
const SILENCE_MS = 60_000
/** Slowest upload that is waited for, in bytes in a millisecond: 100 kB a second. */
const SLOWEST = 100
const EMPTY_SHA256 = createHash('sha256').digest('hex')
/** Where the sum of an object is kept with it, to know our own again after an answer that was lost. */
const SUM_HEADER = 'x-amz-meta-sha256'

async function sha256Of(file: string): Promise<string> {
	const hash = createHash('sha256')
	await pipeline(createReadStream(file), hash)
	return hash.digest('hex')
}

/** As signatures want a path: more than `encodeURIComponent` does. */
const encoded = (text: string) =>
	encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const unescaped = (text: string) =>
	text.replaceAll(/&(amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);/gi, (whole, name: string) => {
		const known: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
		if (!name.startsWith('#')) return known[name.toLowerCase()] ?? whole
		return String.fromCodePoint(name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)))
	})

const element = (xml: string, name: string): string | undefined => {
	const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
	return text === undefined ? undefined : unescaped(text)
}

/** What a server's refusal means, with its own code, which its manual explains. */
async function refusalOf(answer: Response, place: string): Promise<StorageError> {
	const code = element(await answer.text().catch(() => ''), 'Code') ?? `HTTP ${answer.status}`
	const reasons: Record<string, string> = {
		NoSuchBucket: 'there is no such bucket',
		SignatureDoesNotMatch: 'it does not accept S3_SECRET_ACCESS_KEY',
		InvalidAccessKeyId: 'it does not know S3_ACCESS_KEY_ID',
		AccessDenied: 'the key may not do this',
		RequestTimeTooSkewed: 'the clock of this machine is wrong',
		AuthorizationHeaderMalformed: 'S3_REGION is not its region',
	}
	const isPassing = answer.status >= 500 || answer.status === 429 || answer.status === 408
	const reason = reasons[code] ?? (isPassing ? 'it is busy or out of order' : 'it refuses the request')
	return new StorageError(`The storage ${place} cannot be used: ${reason} (${code}).`, { isPassing })
}

/** Objects below a prefix of a bucket, of Amazon or any server that speaks its language. */
export function s3Storage(options: S3Options): Storage {
	const { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey } = options
	const { pausesMs = PAUSES_MS, silenceMs = SILENCE_MS } = options
	const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
	const place = `s3://${bucket}${prefix && `/${prefix}`}`
	const base = `${endpoint.replace(/\/+$/, '')}/${bucket}`
	const keyOf = (name: string) => (prefix ? `${prefix}/${name}` : name)
	const addressOf = (name: string) => `${base}/${keyOf(name).split('/').map(encoded).join('/')}`

	interface Sent {
		method: string
		url: string
		headers?: Record<string, string>
		body?: { file: string; bytes: number; sha256: string }
		signal?: AbortSignal | undefined
	}

	/** Sends once. The file is sent as it is read, and its length said before: servers want to know. */
	async function sendOnce({ method, url, headers = {}, body, signal }: Sent): Promise<Response> {
		const signed = await aws.sign(url, {
			method,
			headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? EMPTY_SHA256 },
		})
		const limit = AbortSignal.timeout(Math.ceil(silenceMs + (body?.bytes ?? 0) / SLOWEST))
		return fetch(signed.url, {
			method,
			headers: signed.headers,
			redirect: 'manual',
			signal: signal ? AbortSignal.any([signal, limit]) : limit,
			...(body ? { body: await openAsBlob(body.file) } : {}),
		})
	}

	const failureOf = (error: unknown): StorageError =>
		error instanceof StorageError
			? error
			: new StorageError(`The storage ${place} does not answer, or broke off.`, { cause: error, isPassing: true })

	/** Whether trying again is out of the question. */
	const isAnswer = (error: unknown) => error instanceof AlreadyStoredError || error instanceof NotStoredError

	/** Runs `attempt` until it succeeds, is refused for good, or has failed too often. */
	async function persist<T>(attempt: (tries: number) => Promise<T>, signal?: AbortSignal): Promise<T> {
		for (const [tries, wait] of pausesMs.entries()) {
			try {
				return await attempt(tries)
			} catch (error) {
				if (signal?.aborted || isAnswer(error)) throw error
				const failure = failureOf(error)
				if (!failure.isPassing) throw failure
				await pause(wait * (0.8 + 0.4 * Math.random()), undefined, { ...(signal ? { signal } : {}) })
			}
		}
		return attempt(pausesMs.length).catch((error: unknown) => {
			throw isAnswer(error) ? error : failureOf(error)
		})
	}

	/** An answer that is a success; its body is the caller's to read. */
	async function send(sent: Sent): Promise<Response> {
		const answer = await sendOnce(sent)
		if (answer.ok) return answer
		throw await refusalOf(answer, place)
	}

	/** The sum that an object was stored with; undefined where there is none of that name. */
	async function storedSum(name: string, signal?: AbortSignal): Promise<string | undefined> {
		const answer = await sendOnce({ method: 'HEAD', url: addressOf(name), signal })
		if (answer.status === 404) return undefined
		if (!answer.ok) throw await refusalOf(answer, place)
		return answer.headers.get(SUM_HEADER) ?? ''
	}

	async function putOnce(name: string, body: NonNullable<Sent['body']>, tries: number, signal?: AbortSignal) {
		const url = addressOf(name)
		// Not every server heeds it; none stores over ours by mistake, since names are given once.
		const headers = { 'if-none-match': '*', [SUM_HEADER]: body.sha256, 'content-type': 'application/octet-stream' }
		const answer = await sendOnce({ method: 'PUT', url, headers, body, signal })
		if (answer.status !== 412) {
			if (!answer.ok) throw await refusalOf(answer, place)
			await answer.arrayBuffer()
			return
		}
		await answer.arrayBuffer()
		// It may be ours: stored by a try whose answer was lost.
		if (tries === 0 || (await storedSum(name, signal)) !== body.sha256)
			throw new AlreadyStoredError(`${name} is in ${place} already`)
	}

	async function listPage(start: string, after: string | undefined, signal?: AbortSignal) {
		const query = new URLSearchParams({ 'list-type': '2', prefix: keyOf(start) })
		if (after !== undefined) query.set('continuation-token', after)
		const answer = await send({ method: 'GET', url: `${base}?${query}`, signal })
		const xml = await answer.text()
		const found = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(
			([, text = '']): StoredObject => ({
				name: (element(text, 'Key') ?? '').slice(keyOf('').length),
				bytes: Number(element(text, 'Size')),
				at: new Date(element(text, 'LastModified') ?? Number.NaN),
			}),
		)
		return { found, next: element(xml, 'IsTruncated') === 'true' ? element(xml, 'NextContinuationToken') : undefined }
	}

	return {
		place,
		async list(start = '', signal) {
			const all: StoredObject[] = []
			for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
				const page = await persist(() => listPage(start, after, signal), signal)
				all.push(...page.found.filter(({ name }) => name !== '' && !name.includes('/')))
				after = page.next
			}
			return all
		},
		async put(name, file, { sha256, signal } = {}) {
			const { size: bytes } = await stat(file)
			if (bytes > S3_LARGEST_BYTES)
				throw new StorageError(
					`${name} is larger than the 5 GB that ${place} takes at once. Store backups in a folder.`,
				)
			const body = { file, bytes, sha256: sha256 ?? (await sha256Of(file)) }
			await persist((tries) => putOnce(name, body, tries, signal), signal)
		},
		async get(name, file, signal) {
			await persist(async () => {
				const answer = await sendOnce({ method: 'GET', url: addressOf(name), signal })
				if (answer.status === 404 && !/NoSuchBucket/.test(await answer.clone().text()))
					throw new NotStoredError(`There is no ${name} in ${place}`)
				if (!answer.ok || !answer.body) throw await refusalOf(answer, place)
				await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(file, { mode: 0o600 }))
				const sum = answer.headers.get(SUM_HEADER)
				if (sum && sum !== (await sha256Of(file)))
					throw new StorageError(`${name} of ${place} is not what was stored there: its SHA-256 differs.`)
			}, signal)
		},
		async remove(name, signal) {
			await persist(async () => {
				const answer = await sendOnce({ method: 'DELETE', url: addressOf(name), signal })
				if (!answer.ok && answer.status !== 404) throw await refusalOf(answer, place)
				await answer.arrayBuffer()
			}, signal)
		},
	}
}
