import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { assertFreeSpace, codeOf, folderFailure, namesIn, syncFolder } from './folder.ts'
import { exactly, type MediaStore, sweepFolder, withCheckedKeys } from './media-store.ts'
import { NotStoredError } from './storage.ts'

/** Size of the read buffer, in bytes. A tradeoff between the number of calls for a video and memory. */
const READ_BUFFER_BYTES = 256 * 1024
/** Size of the write buffer, in bytes. It collects data while the disk is busy, so that the socket need not wait. */
const WRITE_BUFFER_BYTES = 256 * 1024
const DONE = /^(\d+)\.done$/

type Parts = Pick<MediaStore, 'putPart' | 'listParts' | 'gather' | 'dropParts' | 'listUploads'>

/**
 * Stores the parts of uploads. Each part is written at its offset in one file per upload, so nothing is copied at the
 * end. An empty file beside it marks each complete part. Responses do not wait for the sync to disk: a killed process
 * loses no part, and the checksum of the whole file detects data lost in a power failure.
 */
function localParts(folder: string): Parts {
	const incoming = join(folder, 'incoming')
	const uploadFolder = (upload: string) => join(incoming, upload)
	const dataFile = (upload: string) => join(uploadFolder(upload), 'data')
	const doneFile = (upload: string, part: number) => join(uploadFolder(upload), `${part}.done`)

	/** Pending syncs by upload. A failed sync is kept until `gather` checks it. */
	const syncing = new Map<string, Promise<void>>()

	/** Syncs received parts in the background, so that little is left to sync at the end. */
	function syncInBackground(upload: string): void {
		if (syncing.has(upload)) return
		const work = syncFolder(dataFile(upload))
		syncing.set(upload, work)
		const clear = () => syncing.delete(upload)
		// ENOENT: the upload was deleted during the sync, so there is nothing to report.
		work.then(clear, (error: unknown) => codeOf(error) === 'ENOENT' && clear())
	}

	const drop = (upload: string) => {
		syncing.delete(upload)
		return rm(uploadFolder(upload), { recursive: true, force: true })
	}

	return {
		async putPart(upload, { number, offset, bytes }, content) {
			await mkdir(uploadFolder(upload), { recursive: true, mode: 0o700 })
			await assertFreeSpace(folder, bytes)
			// A part that is sent again is incomplete until all of it has arrived.
			await rm(doneFile(upload, number), { force: true })
			// Creates the file for the first part. Never truncates it.
			await (await open(dataFile(upload), 'a', 0o600)).close()
			const options = { flags: 'r+', start: offset, highWaterMark: WRITE_BUFFER_BYTES }
			await pipeline(exactly(bytes, content), createWriteStream(dataFile(upload), options))
			await (await open(doneFile(upload, number), 'w', 0o600)).close()
			syncInBackground(upload)
		},
		async listParts(upload) {
			const numbers = (await namesIn(uploadFolder(upload))).map((name) => Number(DONE.exec(name)?.[1]))
			return numbers.filter((number) => number > 0).toSorted((a, b) => a - b)
		},
		async gather(upload) {
			// Data that failed to sync is still readable from the page cache, so the file would seem complete.
			await syncing.get(upload)?.catch(async (error: unknown) => {
				await drop(upload)
				throw error
			})
			return dataFile(upload)
		},
		dropParts: drop,
		listUploads: () => namesIn(incoming),
	}
}

/** Stores files in a local folder. */
export function localMedia(folder: string): MediaStore {
	const withFolderErrors =
		<Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
		(...args: Args): Promise<Result> =>
			work(...args).catch((error: unknown) => {
				throw folderFailure(folder, error)
			})
	const parts = localParts(folder)

	return withCheckedKeys({
		place: folder,
		putPart: withFolderErrors(parts.putPart),
		listParts: withFolderErrors(parts.listParts),
		gather: withFolderErrors(parts.gather),
		dropParts: withFolderErrors(parts.dropParts),
		listUploads: withFolderErrors(parts.listUploads),
		scratchFile: withFolderErrors(async (name, bytes = 0) => {
			await mkdir(join(folder, 'scratch'), { recursive: true, mode: 0o700 })
			if (bytes > 0) await assertFreeSpace(folder, bytes)
			return join(folder, 'scratch', name)
		}),
		sweep: withFolderErrors((before) => sweepFolder(join(folder, 'scratch'), before)),
		keep: withFolderErrors(async (key, file) => {
			const target = join(folder, key)
			await mkdir(dirname(target), { recursive: true, mode: 0o700 })
			await syncFolder(file)
			await rename(file, target)
			await syncFolder(dirname(target))
		}),
		async read(key, range) {
			try {
				const file = join(folder, key)
				// Check now: the stream would open the file too late to report that it is missing.
				await stat(file)
				return createReadStream(file, { ...range, highWaterMark: READ_BUFFER_BYTES })
			} catch (error) {
				if (codeOf(error) === 'ENOENT') throw new NotStoredError(`There is no ${key} in ${folder}`)
				throw folderFailure(folder, error)
			}
		},
		remove: withFolderErrors((key) => rm(join(folder, key), { force: true })),
	})
}
