import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { isStoredKey, isUploadId } from '#db/stored-keys.ts'
import type { ByteRange } from '../http/files/byte-range.ts'
import { namesIn } from './folder.ts'
import { NotStoredError } from './storage.ts'

interface IncomingPart {
	number: number
	/** Offset in the whole file, in bytes. */
	offset: number
	/** Length in bytes. */
	bytes: number
}

/** A part was longer or shorter than declared, and was discarded. */
export class PartLengthError extends Error {
	override name = 'PartLengthError'
}

/** Passes on the content of a part. @throws {PartLengthError} unless it has exactly `bytes` bytes. */
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
 * Stores uploads part by part, and complete files by key. Errors are `StorageError`s, with a message for the operator,
 * or `NotStoredError`s, unless documented otherwise.
 */
export interface MediaStore {
	/** Location for display: a path, or `s3://bucket/prefix`. */
	readonly place: string
	/** Stores a part. Once this resolves, the part survives a kill of the process. @throws {PartLengthError} */
	putPart(upload: string, part: IncomingPart, content: AsyncIterable<Uint8Array>): Promise<void>
	listParts(upload: string): Promise<number[]>
	/** Joins all parts into one local file and returns its path. The caller must check that no part is missing. */
	gather(upload: string, parts: number): Promise<string>
	dropParts(upload: string): Promise<void>
	listUploads(): Promise<string[]>
	/**
	 * Returns a path for a temporary file that `keep` will store. Creates its folder.
	 * @param bytes length of a large file. @throws {StorageError} if there is not enough space for it.
	 */
	scratchFile(name: string, bytes?: number): Promise<string>
	/** Deletes files left by killed processes that have not been modified since `before`. */
	sweep(before: Date): Promise<void>
	/** Moves a local file into the store. Atomic, even in a power failure. */
	keep(key: string, file: string): Promise<void>
	/** Opens a stored file, or a range of it. @throws {NotStoredError} */
	read(key: string, range?: ByteRange): Promise<Readable>
	/** Deletes a stored file. Does nothing if the key does not exist. */
	remove(key: string): Promise<void>
}

function assertName(isValid: boolean, name: string): void {
	if (!isValid) throw new NotStoredError(`${JSON.stringify(name)} is not a valid name of a stored file or an upload`)
}

/**
 * Restricts a store to valid upload ids and keys. These come from the database, which may have been imported: a key
 * such as `../secret-key` would lead outside of the store.
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
		// The file may have been deleted by the process that created it.
		const stats = await stat(file).catch(() => undefined)
		if (stats && stats.mtime < before) await rm(file, { recursive: true, force: true })
	}
}
