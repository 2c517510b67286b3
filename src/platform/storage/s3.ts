import { createWriteStream, openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type S3Options, type S3Request, s3Client, sha256Of } from './s3-client.ts'
import { AlreadyStoredError, type Storage, StorageError } from './storage.ts'

export type { S3Options }

/** S3's size limit for a single request, in bytes. Larger files would need a multipart upload. */
const S3_LARGEST_BYTES = 5 * 1024 ** 3
/** Header with an object's checksum. Used to recognize our own object after a lost response. */
const SUM_HEADER = 'x-amz-meta-sha256'

export function s3Storage(options: S3Options): Storage {
	const { place, urlOf, sendOnce, persist, errorOf, list, open, remove } = s3Client(options)

	/** Returns the checksum stored with an object; undefined if there is no such object. */
	async function storedSum(name: string, signal?: AbortSignal): Promise<string | undefined> {
		const answer = await sendOnce({ method: 'HEAD', url: urlOf(name), signal })
		if (answer.status === 404) return undefined
		if (!answer.ok) throw await errorOf(answer)
		return answer.headers.get(SUM_HEADER) ?? ''
	}

	async function putOnce(name: string, body: NonNullable<S3Request['body']>, tries: number, signal?: AbortSignal) {
		const url = urlOf(name)
		// Not every server supports `if-none-match`. Without it, nothing is overwritten either: names are never reused.
		const headers = { 'if-none-match': '*', [SUM_HEADER]: body.sha256, 'content-type': 'application/octet-stream' }
		const answer = await sendOnce({ method: 'PUT', url, headers, body, signal })
		if (answer.status !== 412) {
			if (!answer.ok) throw await errorOf(answer)
			await answer.arrayBuffer()
			return
		}
		await answer.arrayBuffer()
		// The existing object may be from an earlier attempt whose response was lost.
		if (tries === 0 || (await storedSum(name, signal)) !== body.sha256)
			throw new AlreadyStoredError(`${name} is in ${place} already`)
	}

	return {
		place,
		async list(start = '', signal) {
			return (await list(start, signal)).filter(({ name }) => name !== '' && !name.includes('/'))
		},
		async put(name, file, { sha256, signal } = {}) {
			const { size: bytes } = await stat(file)
			if (bytes > S3_LARGEST_BYTES)
				throw new StorageError(
					`${name} is larger than the 5 GB that ${place} takes at once. Store backups in a folder.`,
				)
			const content = await openAsBlob(file)
			const body = { content, sha256: sha256 ?? (await sha256Of(content)) }
			await persist((tries) => putOnce(name, body, tries, signal), signal)
		},
		async get(name, file, signal) {
			await persist(async () => {
				const { content, headers } = await open(name, {}, signal)
				await pipeline(content, createWriteStream(file, { mode: 0o600 }))
				const sum = headers.get(SUM_HEADER)
				if (sum && sum !== (await sha256Of(await openAsBlob(file))))
					throw new StorageError(`${name} of ${place} is not what was stored there: its SHA-256 differs.`)
			}, signal)
		},
		remove,
	}
}
