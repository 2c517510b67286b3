import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** Date of every file, so that equal content gives equal bytes. ZIP's earliest date, in local time as required. */
const FIXED_DATE = new Date(1980, 0, 1)

interface WrittenFile {
	bytes: number
	sha256: string
}

type Content = string | Uint8Array | AsyncIterable<Uint8Array>

/** Adds a file. @param options.isPacked whether to compress it. Pictures and videos are already compressed. */
export type AddFile = (name: string, content: Content, options: { isPacked: boolean }) => Promise<WrittenFile>

type Fill = (add: AddFile) => Promise<unknown>

const piecesOf = (content: Content) =>
	typeof content === 'string' ? [Buffer.from(content)] : content instanceof Uint8Array ? [content] : content

/** Writes a ZIP to a new file. The file is synced to disk when this resolves. */
export const writeArchive = (file: string, fill: Fill): Promise<void> =>
	streamArchive(createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }), fill)

/** Streams a ZIP file by file, with low memory use. Uses Zip64 for sizes over 4 GB. */
async function streamArchive(target: Writable, fill: Fill): Promise<void> {
	const zip = new ZipFile()
	const output = zip.outputStream as PassThrough
	let current: Readable | undefined
	let failure: Error | undefined

	async function add(...[name, content, { isPacked }]: Parameters<AddFile>): Promise<WrittenFile> {
		if (failure) throw failure
		const hash = createHash('sha256')
		let bytes = 0
		async function* hashed() {
			for await (const piece of piecesOf(content)) {
				if (piece.byteLength === 0) continue
				hash.update(piece)
				bytes += piece.byteLength
				yield piece
			}
		}
		current = Readable.from(hashed(), { objectMode: false })
		zip.addReadStream(current, name, { compress: isPacked, mtime: FIXED_DATE, forceDosTimestamp: true })
		await finished(current)
		return { bytes, sha256: hash.digest('hex') }
	}

	async function fillArchive(): Promise<void> {
		try {
			await fill(add)
			zip.end()
		} catch (error) {
			output.destroy(error as Error)
			throw error
		}
	}

	zip.on('error', (error: Error) => output.destroy(error))
	const writing = pipeline(output, target).catch((error: Error) => {
		failure = error
		// Writing failed, so stop the source.
		current?.destroy(error)
		throw error
	})
	const [writeResult, fillResult] = await Promise.allSettled([writing, fillArchive()])
	if (fillResult.status === 'rejected') throw fillResult.reason
	if (writeResult.status === 'rejected') throw writeResult.reason
}

/** Yields the bytes of a ZIP as they are created. Stops the work if the caller stops reading. */
export async function* archivePieces(fill: Fill): AsyncGenerator<Uint8Array> {
	const output = new PassThrough()
	try {
		const archive = streamArchive(output, fill)
		archive.catch((error: Error) => output.destroy(error))
		yield* output
		await archive
	} finally {
		output.destroy()
	}
}
