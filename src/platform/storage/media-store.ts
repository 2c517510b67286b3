import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { isStoredKey, isUploadId } from '#db/stored-keys.ts'
import type { ByteRange } from '../http/files/byte-range.ts'
import { namesIn } from './folder.ts'
import { NotStoredError } from './storage.ts'

interface ArrivingPart {
	number: number
	/** Offset in the whole file, in bytes. */
	offset: number
	/** Length in bytes. */
	bytes: number
}

/** A part is longer or shorter than declared. The part is discarded. */
export class PartLengthError extends Error {
	override name = 'PartLengthError'
}

/** Passes the content of a part on. @throws {PartLengthError} unless it has exactly this many bytes. */
export async function* exactly(bytes: number, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	let length = 0
	for await (const piece of content) {
		length += piece.byteLength
		if (length > bytes) throw new PartLengthError(`Received more than ${bytes} bytes`)
		yield piece
	}
	if (length < bytes) throw new PartLengthError(`Received ${length} bytes instead of ${bytes}`)
}

/**
 * Store of uploads, part by part, and of complete files by key. Other errors are `StorageError`s, with a sentence for
 * the operator, or `NotStoredError`s.
 */
export interface MediaStore {
	/** Location for display: a path, or `s3://bucket/prefix`. */
	readonly place: string
	/** Stores a part. Once this resolves, the part survives a killed process. @throws {PartLengthError} */
	putPart(upload: string, part: ArrivingPart, content: AsyncIterable<Uint8Array>): Promise<void>
	listParts(upload: string): Promise<number[]>
	/** Joins all parts into one local file and returns its path. The caller has checked that the parts are complete. */
	gather(upload: string, parts: number): Promise<string>
	dropParts(upload: string): Promise<void>
	listUploads(): Promise<string[]>
	/**
	 * Returns a path for a file that `keep` will store. Its folder exists.
	 * @param bytes length of a long file. @throws {StorageError} without room for it.
	 */
	scratchFile(name: string, bytes?: number): Promise<string>
	/** Deletes leftovers of killed processes that have not been modified since `before`. */
	sweep(before: Date): Promise<void>
	/** Moves a local file into the store. Atomic, also across a power failure. */
	keep(key: string, file: string): Promise<void>
	/** Opens a stored file, or a range of it. @throws {NotStoredError} */
	read(key: string, range?: ByteRange): Promise<Readable>
	/** Deletes a stored file. Does nothing if the key does not exist. */
	remove(key: string): Promise<void>
}

function assertName(isName: boolean, name: string): void {
	if (!isName) throw new NotStoredError(`${JSON.stringify(name)} is not a valid name of a stored file or an upload`)
}

/**
 * Restricts a store to valid upload ids and keys. They come from the database, where an imported `../secret-key`
 * would lead out of the store.
 */
export const withCheckedKeys = (store: MediaStore): MediaStore => ({
	...store,
	async putPart(upload, part, content) {
		assertName(isUploadId(upload), upload)
		await store.putPart(upload, part, content)
	},
	listParts: async (upload) => (isUploadId(upload) ? store.listParts(upload) : []),
	async gather(upload, parts) {
		assertName(isUploadId(upload), upload)
		return store.gather(upload, parts)
	},
	async dropParts(upload) {
		if (isUploadId(upload)) await store.dropParts(upload)
	},
	async scratchFile(name, bytes) {
		assertName(/^\w[\w.:-]{0,250}$/.test(name), name)
		return store.scratchFile(name, bytes)
	},
	async keep(key, file) {
		assertName(isStoredKey(key), key)
		await store.keep(key, file)
	},
	async read(key, range) {
		assertName(isStoredKey(key), key)
		return store.read(key, range)
	},
	async remove(key) {
		if (isStoredKey(key)) await store.remove(key)
	},
})

/** Deletes files of a folder that have not been modified since `before`. */
export async function sweepFolder(folder: string, before: Date): Promise<void> {
	for (const name of await namesIn(folder)) {
		const file = join(folder, name)
		// Already deleted by its owner.
		const facts = await stat(file).catch(() => undefined)
		if (facts && facts.mtime < before) await rm(file, { recursive: true, force: true })
	}
}
