import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { folderFailure, leaveRoom } from './folder.ts'
import { exactly, type MediaStore, sweepFolder, withCheckedKeys } from './media-store.ts'
import { element, type S3Options, s3Client, sumOf } from './s3-client.ts'

/** Backoff in milliseconds: few and fast retries, since people wait. */
const PAUSES_MS = [200, 1_000]
/** Minimum part size of a multipart upload, and the file size from which one is used, in bytes. */
const PIECE_BYTES = 16 * 1024 * 1024
/** S3's maximum number of parts per file. */
const MOST_PIECES = 10_000

export interface S3MediaOptions extends S3Options {
	scratch: string
	/** Overrides `PIECE_BYTES` in tests. */
	pieceBytes?: number
}

/**
 * Stores files in a bucket. Uploaded parts are separate objects, since with several nodes each part may reach another
 * node. The node that completes an upload joins the parts on its disk, checks the file and sends it.
 */
export function s3Media({ scratch, pieceBytes = PIECE_BYTES, ...options }: S3MediaOptions): MediaStore {
	const client = s3Client({ ...options, pausesMs: options.pausesMs ?? PAUSES_MS })
	const { addressOf, base, keyOf, nameIn, persist, send, sendOnce, errorOf, failureOf } = client
	const partKey = (upload: string, part: number) => `incoming/${upload}/${part}`
	const onDisk = async <T>(work: Promise<T>): Promise<T> =>
		work.catch((error: unknown) => {
			throw folderFailure(scratch, error)
		})

	const keysBelow = async (start: string) => (await client.list(start)).map(({ name }) => name)

	async function putWhole(key: string, content: Blob): Promise<void> {
		const sha256 = await sumOf(content)
		await persist(async () => {
			const headers = { 'content-type': 'application/octet-stream' }
			const answer = await send({ method: 'PUT', url: addressOf(key), headers, body: { content, sha256 } })
			await answer.arrayBuffer()
		})
	}

	const putPiece = (key: string, id: string, number: number, content: Blob) =>
		persist(async () => {
			const url = `${addressOf(key)}?${new URLSearchParams({ partNumber: String(number), uploadId: id })}`
			const answer = await send({ method: 'PUT', url, body: { content, sha256: await sumOf(content) } })
			await answer.arrayBuffer()
			return answer.headers.get('etag') ?? ''
		})

	/** Completes a multipart upload. S3 may report a failure in a response with status 200. */
	async function joinPieces(key: string, id: string, tags: string[]): Promise<void> {
		const parts = tags.map(
			(tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`,
		)
		const xml = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
		await persist(async () => {
			const url = `${addressOf(key)}?${new URLSearchParams({ uploadId: id })}`
			const content = new Blob([xml])
			const body = { content, sha256: await sumOf(content) }
			const answer = await send({ method: 'POST', url, headers: { 'content-type': 'application/xml' }, body })
			const text = await answer.text()
			if (/<Error>/.test(text)) throw await errorOf(new Response(text, { status: 500 }))
		})
	}

	const giveUp = (key: string, id: string) =>
		sendOnce({ method: 'DELETE', url: `${addressOf(key)}?${new URLSearchParams({ uploadId: id })}` })
			.then((answer) => answer.arrayBuffer())
			.catch(() => undefined)

	/** Aborts multipart uploads left by a killed process: they would cost money until noticed. */
	async function giveUpPieces(before: Date): Promise<void> {
		const query = new URLSearchParams({ uploads: '', prefix: keyOf('') })
		const answer = await sendOnce({ method: 'GET', url: `${base}?${query}` })
		const xml = await answer.text()
		// The access key may not list uploads; a bucket lifecycle rule can delete them instead (docs/operations.md).
		if (!answer.ok) return
		for (const [, text = ''] of xml.matchAll(/<Upload>(.*?)<\/Upload>/gs)) {
			const begun = Date.parse(element(text, 'Initiated') ?? '')
			if (begun < before.getTime()) await giveUp(nameIn(text), element(text, 'UploadId') ?? '')
		}
	}

	async function putInPieces(key: string, content: Blob): Promise<void> {
		const begun = await persist(async () => (await send({ method: 'POST', url: `${addressOf(key)}?uploads=` })).text())
		const id = element(begun, 'UploadId') ?? ''
		const length = Math.max(pieceBytes, Math.ceil(content.size / MOST_PIECES))
		try {
			const tags: string[] = []
			for (let start = 0; start < content.size; start += length)
				tags.push(await putPiece(key, id, tags.length + 1, content.slice(start, start + length)))
			await joinPieces(key, id, tags)
		} catch (error) {
			// Uploaded parts would cost money until noticed.
			await giveUp(key, id)
			throw error
		}
	}

	const open = async (key: string, headers: Record<string, string> = {}) =>
		(await persist(() => client.open(key, headers))).content

	const scratchFile = async (name: string) => {
		await onDisk(mkdir(join(scratch, 'scratch'), { recursive: true, mode: 0o700 }))
		return join(scratch, 'scratch', name)
	}

	return withCheckedKeys({
		place: client.place,
		scratchFile,
		async putPart(upload, { number, bytes }, content) {
			// In memory: a part is short, and its checksum must be signed before it is sent.
			const pieces: Uint8Array[] = []
			for await (const piece of exactly(bytes, content)) pieces.push(piece)
			await putWhole(partKey(upload, number), new Blob(pieces as BlobPart[]))
		},
		async listParts(upload) {
			const numbers = (await keysBelow(`incoming/${upload}/`)).map((key) => Number(key.split('/').at(-1)))
			return numbers.filter((number) => number > 0).toSorted((a, b) => a - b)
		},
		async gather(upload, parts) {
			const file = await scratchFile(`${upload}.whole`)
			await onDisk(rm(file, { force: true }))
			for (let number = 1; number <= parts; number++) {
				await onDisk(leaveRoom(scratch, PIECE_BYTES))
				const part = await open(partKey(upload, number))
				const target = createWriteStream(file, { flags: 'a', mode: 0o600 })
				await onDisk(pipeline(part, target)).catch((error: unknown) => {
					throw failureOf(error)
				})
			}
			return file
		},
		async dropParts(upload) {
			await rm(await scratchFile(`${upload}.whole`), { force: true })
			for (const key of await keysBelow(`incoming/${upload}/`)) await client.remove(key)
		},
		async listUploads() {
			return [...new Set((await keysBelow('incoming/')).map((key) => key.split('/')[1] ?? ''))]
		},
		async sweep(before) {
			await onDisk(sweepFolder(join(scratch, 'scratch'), before))
			await giveUpPieces(before)
		},
		async keep(key, file) {
			const content = await openAsBlob(file)
			if (content.size > pieceBytes) await putInPieces(key, content)
			else await putWhole(key, content)
			await rm(file, { force: true })
		},
		read: (key, range) => open(key, range && { range: `bytes=${range.start}-${range.end}` }),
		remove: client.remove,
	})
}
