import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { isStoredKey, isUploadId } from '#db/stored-keys.ts'
import type { ByteRange } from '../http/files/byte-range.ts'
import { NotStoredError } from './storage.ts'

/** A part of a file on its way here. */
export interface ArrivingPart {
	/** From one. */
	number: number
	/** Where it belongs in the whole, in bytes. */
	offset: number
	/** Its length in bytes. */
	bytes: number
}

/** A part is longer or shorter than was said. Nothing of it counts. */
export class PartLengthError extends Error {
	override name = 'PartLengthError'
}

/**
 * Store of uploads, part by part, and of complete files by key. Other errors are `StorageError`s, with a sentence for
 * the operator, or `NotStoredError`s.
 */
export interface MediaStore {
	/** The place, for people: a path, or `s3://bucket/prefix`. */
	readonly place: string
	/** Takes one part. It counts as there when this is done, also after this process was killed. @throws {PartLengthError} */
	putPart(upload: string, part: ArrivingPart, content: AsyncIterable<Uint8Array>): Promise<void>
	/** The numbers of the parts that are there, in order. */
	listParts(upload: string): Promise<number[]>
	/** All parts as one file of this machine. Only for who knows that all are there. */
	gather(upload: string, parts: number): Promise<string>
	/** Forgets the parts, and what was gathered. */
	dropParts(upload: string): Promise<void>
	/** Which uploads have something here. */
	listUploads(): Promise<string[]>
	/** A path for a file on the way to `keep`. Its folder is there. */
	scratchFile(name: string): Promise<string>
	/** Removes what a process that was killed left on its way into the storage, and nobody wrote to since that instant. */
	sweep(before: Date): Promise<void>
	/**
	 * Stores a file of this machine, which is no longer there afterwards. It is there whole, or not at all, also after
	 * the machine lost its power.
	 */
	keep(key: string, file: string): Promise<void>
	/** Opens what is stored, or a part of it. @throws {NotStoredError} */
	read(key: string, range?: ByteRange): Promise<Readable>
	/** Does nothing where there is nothing under that key. */
	remove(key: string): Promise<void>
}

function assertName(isName: boolean, name: string): void {
	if (!isName) throw new NotStoredError(`${JSON.stringify(name)} is no name of a stored file or an upload`)
}

/**
 * Restricts a store to the ids and keys that uploads are given. They come from the database, where an imported
 * `../secret-key` would lead out of the store.
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
	async scratchFile(name) {
		assertName(/^\w[\w.:-]{0,250}$/.test(name), name)
		return store.scratchFile(name)
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

/** Removes files of a folder that nobody wrote to since that instant. */
export async function sweepFolder(folder: string, before: Date): Promise<void> {
	const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return [] as string[]
		throw error
	})
	for (const name of names) {
		const file = join(folder, name)
		// Gone meanwhile: whoever made it was done with it.
		const facts = await stat(file).catch(() => undefined)
		if (facts && facts.mtime < before) await rm(file, { recursive: true, force: true })
	}
}
