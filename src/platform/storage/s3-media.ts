import { createHash } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { folderFailure, leaveRoom } from './folder.ts'
import { type MediaStore, PartLengthError, sweepFolder, withCheckedKeys } from './media-store.ts'
import { element, type S3Options, s3Client, sha256Of } from './s3-client.ts'
import { NotStoredError } from './storage.ts'

/** Backoff in milliseconds: few and fast retries, since people wait. */
const PAUSES_MS = [200, 1_000]
/** Minimum part size of a multipart upload, and the file size from which one is used, in bytes. */
const PIECE_BYTES = 16 * 1024 * 1024
/** S3's maximum number of parts per file. */
const MOST_PIECES = 10_000

export interface S3MediaOptions extends S3Options {
	/** Local folder for files on their way into the bucket. */
	scratch: string
	/** Overrides `PIECE_BYTES` in tests. */
	pieceBytes?: number
}

async function sumOf(content: Blob): Promise<string> {
	const hash = createHash('sha256')
	for await (const part of content.stream()) hash.update(part)
	return hash.digest('hex')
}

const sumOfBytes = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Reads a part into memory: it is short, and its checksum must be signed before it is sent. */
async function wholePart(bytes: number, content: AsyncIterable<Uint8Array>): Promise<Buffer> {
	const pieces: Uint8Array[] = []
	let length = 0
	for await (const piece of content) {
		length += piece.byteLength
		if (length > bytes) throw new PartLengthError(`Received more than ${bytes} bytes`)
		pieces.push(piece)
	}
	if (length < bytes) throw new PartLengthError(`Received ${length} bytes instead of ${bytes}`)
	return Buffer.concat(pieces)
}

/**
 * Stores files in a bucket. Uploaded parts are separate objects, since with several nodes each part may reach another
 * node. The node that completes an upload joins the parts on its disk, checks the file and sends it.
 */
export function s3Media({ scratch, pieceBytes = PIECE_BYTES, ...options }: S3MediaOptions): MediaStore {
	const client = s3Client({ ...options, pausesMs: options.pausesMs ?? PAUSES_MS })
	const { addressOf, base, keyOf, persist, send, sendOnce, errorOf, failureOf } = client
	const partKey = (upload: string, part: number) => `incoming/${upload}/${part}`
	const onDisk = async <T>(work: Promise<T>): Promise<T> =>
		work.catch((error: unknown) => {
			throw folderFailure(scratch, error)
		})

	const removeKey = (key: string) =>
		persist(async () => {
			const answer = await sendOnce({ method: 'DELETE', url: addressOf(key) })
			if (!answer.ok && answer.status !== 404) throw await errorOf(answer)
			await answer.arrayBuffer()
		})

	/** Returns every key with this prefix, without the bucket's prefix. */
	async function keysBelow(start: string): Promise<string[]> {
		const all: string[] = []
		let after: string | undefined
		do {
			const query = new URLSearchParams({ 'list-type': '2', prefix: keyOf(start) })
			if (after !== undefined) query.set('continuation-token', after)
			const xml = await persist(async () => (await send({ method: 'GET', url: `${base}?${query}` })).text())
			for (const [, text = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs))
				all.push((element(text, 'Key') ?? '').slice(keyOf('').length))
			after = element(xml, 'IsTruncated') === 'true' ? element(xml, 'NextContinuationToken') : undefined
		} while (after !== undefined)
		return all
	}

	async function putWhole(key: string, content: Blob, sha256: string): Promise<void> {
		await persist(async () => {
			const headers = { 'content-type': 'application/octet-stream' }
			const answer = await send({ method: 'PUT', url: addressOf(key), headers, body: { content, sha256 } })
			await answer.arrayBuffer()
		})
	}

	/** Uploads one part. @returns its ETag. */
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
			const body = { content: new Blob([xml]), sha256: sumOfBytes(Buffer.from(xml)) }
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
			const key = (element(text, 'Key') ?? '').slice(keyOf('').length)
			if (begun < before.getTime()) await giveUp(key, element(text, 'UploadId') ?? '')
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

	async function open(key: string, headers: Record<string, string>): Promise<Readable> {
		return persist(async () => {
			const answer = await sendOnce({ method: 'GET', url: addressOf(key), headers, isOpenEnded: true })
			if (answer.status === 404 && !/NoSuchBucket/.test(await answer.clone().text()))
				throw new NotStoredError(`There is no ${key} in ${client.place}`)
			// A server that ignores ranges would send the start of the video instead of its middle.
			if (!answer.ok || !answer.body || (headers.range && answer.status !== 206)) throw await errorOf(answer)
			return Readable.fromWeb(answer.body as never)
		})
	}

	const scratchFile = async (name: string) => {
		await onDisk(mkdir(join(scratch, 'scratch'), { recursive: true, mode: 0o700 }))
		return join(scratch, 'scratch', name)
	}

	return withCheckedKeys({
		place: client.place,
		scratchFile,
		async putPart(upload, { number, bytes }, content) {
			const part = await wholePart(bytes, content)
			await putWhole(partKey(upload, number), new Blob([new Uint8Array(part)]), sumOfBytes(part))
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
				const part = await open(partKey(upload, number), {})
				const target = createWriteStream(file, { flags: 'a', mode: 0o600 })
				await onDisk(pipeline(part, target)).catch((error: unknown) => {
					throw failureOf(error)
				})
			}
			return file
		},
		async dropParts(upload) {
			await rm(await scratchFile(`${upload}.whole`), { force: true })
			for (const key of await keysBelow(`incoming/${upload}/`)) await removeKey(key)
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
			else await putWhole(key, content, await sha256Of(file))
			await rm(file, { force: true })
		},
		read: (key, range) => open(key, range ? { range: `bytes=${range.start}-${range.end}` } : {}),
		remove: removeKey,
	})
}
