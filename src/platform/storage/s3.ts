import { createWriteStream, openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { element, type S3Options, type Sent, s3Client, sha256Of } from './s3-client.ts'
import { AlreadyStoredError, NotStoredError, type Storage, StorageError, type StoredObject } from './storage.ts'

export type { S3Options }

/** S3's limit for one request. Larger files would need a multipart upload. */
const S3_LARGEST_BYTES = 5 * 1024 ** 3
/** Header with an object's checksum, to recognize our own object after a lost response. */
const SUM_HEADER = 'x-amz-meta-sha256'

/** Stores objects below a prefix of a bucket. */
export function s3Storage(options: S3Options): Storage {
	const { place, base, keyOf, addressOf, sendOnce, send, persist, errorOf } = s3Client(options)

	/** Returns the checksum stored with an object; undefined if there is no such object. */
	async function storedSum(name: string, signal?: AbortSignal): Promise<string | undefined> {
		const answer = await sendOnce({ method: 'HEAD', url: addressOf(name), signal })
		if (answer.status === 404) return undefined
		if (!answer.ok) throw await errorOf(answer)
		return answer.headers.get(SUM_HEADER) ?? ''
	}

	async function putOnce(name: string, body: NonNullable<Sent['body']>, tries: number, signal?: AbortSignal) {
		const url = addressOf(name)
		// Not every server supports this header. Names are never reused, so nothing is overwritten without it.
		const headers = { 'if-none-match': '*', [SUM_HEADER]: body.sha256, 'content-type': 'application/octet-stream' }
		const answer = await sendOnce({ method: 'PUT', url, headers, body, signal })
		if (answer.status !== 412) {
			if (!answer.ok) throw await errorOf(answer)
			await answer.arrayBuffer()
			return
		}
		await answer.arrayBuffer()
		// It may be our own object, from an attempt whose response was lost.
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
			const body = { content: await openAsBlob(file), sha256: sha256 ?? (await sha256Of(file)) }
			await persist((tries) => putOnce(name, body, tries, signal), signal)
		},
		async get(name, file, signal) {
			await persist(async () => {
				const answer = await sendOnce({ method: 'GET', url: addressOf(name), signal })
				if (answer.status === 404 && !/NoSuchBucket/.test(await answer.clone().text()))
					throw new NotStoredError(`There is no ${name} in ${place}`)
				if (!answer.ok || !answer.body) throw await errorOf(answer)
				await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(file, { mode: 0o600 }))
				const sum = answer.headers.get(SUM_HEADER)
				if (sum && sum !== (await sha256Of(file)))
					throw new StorageError(`${name} of ${place} is not what was stored there: its SHA-256 differs.`)
			}, signal)
		},
		async remove(name, signal) {
			await persist(async () => {
				const answer = await sendOnce({ method: 'DELETE', url: addressOf(name), signal })
				if (!answer.ok && answer.status !== 404) throw await errorOf(answer)
				await answer.arrayBuffer()
			}, signal)
		},
	}
}
