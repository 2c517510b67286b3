import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { assertFreeSpace, folderFailure } from './folder.ts'
import { exactly, type MediaStore, sweepFolder, withCheckedKeys } from './media-store.ts'
import { type S3Client, type S3Options, s3Client, sha256Of } from './s3-client.ts'
import { s3Multipart } from './s3-multipart.ts'

/** Backoff before each retry, in milliseconds. Few and fast retries, because users wait for the result. */
const PAUSES_MS = [200, 1_000]
/** Minimum part size of multipart uploads, in bytes. Larger files are uploaded in several parts. */
const PIECE_BYTES = 16 * 1024 * 1024

export interface S3MediaOptions extends S3Options {
	scratch: string
	/** Overrides `PIECE_BYTES` in tests. */
	pieceBytes?: number
}

async function putWhole({ persist, send, urlOf }: S3Client, key: string, content: Blob): Promise<void> {
	const sha256 = await sha256Of(content)
	await persist(async () => {
		const headers = { 'content-type': 'application/octet-stream' }
		const answer = await send({ method: 'PUT', url: urlOf(key), headers, body: { content, sha256 } })
		await answer.arrayBuffer()
	})
}

/** Returns functions for the folder in which the parts of an upload are joined. Errors contain the folder's path. */
function scratchOf(folder: string) {
	const onDisk = async <T>(work: Promise<T>): Promise<T> =>
		work.catch((error: unknown) => {
			throw folderFailure(folder, error)
		})
	return {
		onDisk,
		async file(name: string, bytes = 0) {
			await onDisk(mkdir(join(folder, 'scratch'), { recursive: true, mode: 0o700 }))
			if (bytes > 0) await onDisk(assertFreeSpace(folder, bytes))
			return join(folder, 'scratch', name)
		},
		assertSpace: () => onDisk(assertFreeSpace(folder, PIECE_BYTES)),
		sweep: (before: Date) => onDisk(sweepFolder(join(folder, 'scratch'), before)),
	}
}

/**
 * Stores files in a bucket. Uploaded parts are separate objects, since with several nodes each part may reach another
 * node. The node that completes an upload joins the parts on its disk, checks the file and sends it.
 */
export function s3Media({ scratch: folder, pieceBytes = PIECE_BYTES, ...options }: S3MediaOptions): MediaStore {
	const client = s3Client({ ...options, pausesMs: options.pausesMs ?? PAUSES_MS })
	const { persist, failureOf } = client
	const scratch = scratchOf(folder)
	const multipart = s3Multipart(client, pieceBytes)
	const partKey = (upload: string, part: number) => `incoming/${upload}/${part}`
	const keysBelow = async (start: string) => (await client.list(start)).map(({ name }) => name)

	const open = async (key: string, headers: Record<string, string> = {}) =>
		(await persist(() => client.open(key, headers))).content

	return withCheckedKeys({
		place: client.place,
		scratchFile: scratch.file,
		async putPart(upload, { number, bytes }, content) {
			// Buffer it in memory: a part is small, and its checksum must be signed before it is sent.
			const pieces: Uint8Array[] = []
			for await (const piece of exactly(bytes, content)) pieces.push(piece)
			await putWhole(client, partKey(upload, number), new Blob(pieces as BlobPart[]))
		},
		async listParts(upload) {
			const numbers = (await keysBelow(`incoming/${upload}/`)).map((key) => Number(key.split('/').at(-1)))
			return numbers.filter((number) => number > 0).toSorted((a, b) => a - b)
		},
		async gather(upload, parts) {
			const file = await scratch.file(`${upload}.whole`)
			await scratch.onDisk(rm(file, { force: true }))
			for (let number = 1; number <= parts; number++) {
				await scratch.assertSpace()
				const part = await open(partKey(upload, number))
				const target = createWriteStream(file, { flags: 'a', mode: 0o600 })
				await scratch.onDisk(pipeline(part, target)).catch((error: unknown) => {
					throw failureOf(error)
				})
			}
			return file
		},
		async dropParts(upload) {
			await rm(await scratch.file(`${upload}.whole`), { force: true })
			for (const key of await keysBelow(`incoming/${upload}/`)) await client.remove(key)
		},
		async listUploads() {
			return [...new Set((await keysBelow('incoming/')).map((key) => key.split('/')[1] ?? ''))]
		},
		async sweep(before) {
			await scratch.sweep(before)
			await multipart.sweep(before)
		},
		async keep(key, file) {
			const content = await openAsBlob(file)
			if (content.size > pieceBytes) await multipart.put(key, content)
			else await putWhole(client, key, content)
			await rm(file, { force: true })
		},
		read: (key, range) => open(key, range && { range: `bytes=${range.start}-${range.end}` }),
		remove: client.remove,
	})
}
