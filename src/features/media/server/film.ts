import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type Film, indexForStart, readFilm } from '../mp4.ts'

/** Reads up to `length` bytes; fewer at the end of the file. */
export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
	const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position)
	return buffer.subarray(0, bytesRead)
}

/** Reads the headers of an MP4 or QuickTime file; undefined if it has no complete index. */
export async function readFilmFile(path: string): Promise<Film | undefined> {
	const file = await open(path)
	try {
		const { size } = await file.stat()
		return await readFilm((at, length) => readAt(file, at, length), size)
	} finally {
		await file.close()
	}
}

const CHUNK_BYTES = 1024 * 1024

/** Appends a range of a file to another. */
async function append(source: string, target: string, start: number, end: number): Promise<void> {
	if (start >= end) return
	await pipeline(
		createReadStream(source, { start, end: end - 1, highWaterMark: CHUNK_BYTES }),
		createWriteStream(target, { flags: 'a', mode: 0o600 }),
	)
}

/**
 * Writes a film with its index moved before its data, so that it plays while it loads. Phones and recorders write the
 * index last. No sample changes, and only the index is held in memory.
 * @returns false if an offset in its index would not fit after the move.
 */
export async function moveIndexFirst(source: string, film: Film, target: string): Promise<boolean> {
	const index = indexForStart(film)
	const [first] = film.boxes
	if (!index || !first) return false
	const head = Buffer.alloc(8)
	head.writeUInt32BE(index.length + 8, 0)
	head.write('moov', 4, 'latin1')
	await writeFile(target, '', { mode: 0o600 })
	await append(source, target, 0, first.end)
	await writeFile(target, Buffer.concat([head, index]), { flag: 'a' })
	await append(source, target, first.end, film.moov.start)
	await append(source, target, film.moov.end, Number.POSITIVE_INFINITY)
	return true
}
