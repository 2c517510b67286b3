import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { folderFailure, leaveRoom, syncFolder } from './folder.ts'
import { type MediaStore, PartLengthError, sweepFolder, withCheckedKeys } from './media-store.ts'
import { NotStoredError } from './storage.ts'

/** Read at once from the disk, in bytes: a film is sent with few calls, and little of it is in memory. */
const READ_AT_ONCE = 256 * 1024
/** Held of a part while the disk takes what came before, in bytes: written with one call, and the socket is not waited for. */
const WRITE_AT_ONCE = 256 * 1024
const DONE = /^(\d+)\.done$/

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** Passes on what comes, and ends with an error unless it is just so many bytes. */
async function* exactly(bytes: number, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	let length = 0
	for await (const piece of content) {
		length += piece.byteLength
		if (length > bytes) throw new PartLengthError(`More than ${bytes} bytes came`)
		yield piece
	}
	if (length < bytes) throw new PartLengthError(`${length} bytes came instead of ${bytes}`)
}

/**
 * Files in a folder of this machine. An upload is one file that its parts are written into where they belong, so that
 * nothing is copied at the end, and beside it an empty file for each part that is there. The disk follows behind the
 * answers: a killed process loses no part, and what a power cut took shows in the sum of the whole.
 */
export function localMedia(folder: string): MediaStore {
	const incoming = join(folder, 'incoming')
	const uploadFolder = (upload: string) => join(incoming, upload)
	const dataFile = (upload: string) => join(uploadFolder(upload), 'data')
	const doneFile = (upload: string, part: number) => join(uploadFolder(upload), `${part}.done`)

	const guarded =
		<Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
		(...args: Args): Promise<Result> =>
			work(...args).catch((error: unknown) => {
				throw folderFailure(folder, error)
			})

	/** What is on its way to the disk, by upload. A failure stays until somebody asks. */
	const syncing = new Map<string, Promise<void>>()

	/** Syncs received parts in the background, so that little is left at the end. */
	function syncBehind(upload: string): void {
		if (syncing.has(upload)) return
		const work = syncFolder(dataFile(upload))
		syncing.set(upload, work)
		const forget = () => syncing.delete(upload)
		// Deleted meanwhile, there is nothing to bring anywhere.
		work.then(forget, (error: unknown) => codeOf(error) === 'ENOENT' && forget())
	}

	const drop = (upload: string) => {
		syncing.delete(upload)
		return rm(uploadFolder(upload), { recursive: true, force: true })
	}

	const names = async (path: string) =>
		readdir(path).catch((error: unknown) => {
			if (codeOf(error) === 'ENOENT') return [] as string[]
			throw error
		})

	return withCheckedKeys({
		place: folder,
		putPart: guarded(async (upload, { number, offset, bytes }, content) => {
			await mkdir(uploadFolder(upload), { recursive: true, mode: 0o700 })
			await leaveRoom(folder, bytes)
			// Sent again, it does not count until it is there again.
			await rm(doneFile(upload, number), { force: true })
			// Makes the file where this is the first part, and cuts nothing where it is not.
			await (await open(dataFile(upload), 'a', 0o600)).close()
			const place = { flags: 'r+', start: offset, highWaterMark: WRITE_AT_ONCE }
			await pipeline(exactly(bytes, content), createWriteStream(dataFile(upload), place))
			await (await open(doneFile(upload, number), 'w', 0o600)).close()
			syncBehind(upload)
		}),
		listParts: guarded(async (upload) => {
			const numbers = (await names(uploadFolder(upload))).map((name) => Number(DONE.exec(name)?.[1]))
			return numbers.filter((number) => number > 0).toSorted((a, b) => a - b)
		}),
		gather: guarded(async (upload) => {
			// Data that failed to sync is still readable from the page cache and would seem complete.
			await syncing.get(upload)?.catch(async (error: unknown) => {
				await drop(upload)
				throw error
			})
			return dataFile(upload)
		}),
		dropParts: guarded(drop),
		listUploads: guarded(() => names(incoming)),
		scratchFile: guarded(async (name) => {
			await mkdir(join(folder, 'scratch'), { recursive: true, mode: 0o700 })
			return join(folder, 'scratch', name)
		}),
		sweep: guarded((before) => sweepFolder(join(folder, 'scratch'), before)),
		keep: guarded(async (key, file) => {
			const target = join(folder, key)
			await mkdir(dirname(target), { recursive: true, mode: 0o700 })
			await syncFolder(file)
			await rename(file, target)
			await syncFolder(dirname(target))
		}),
		async read(key, range) {
			try {
				const file = join(folder, key)
				// The stream opens it later, when it is too late to say that it is not there.
				await stat(file)
				return createReadStream(file, { ...range, highWaterMark: READ_AT_ONCE })
			} catch (error) {
				if (codeOf(error) === 'ENOENT') throw new NotStoredError(`There is no ${key} in ${folder}`)
				throw folderFailure(folder, error)
			}
		},
		remove: guarded((key) => rm(join(folder, key), { force: true })),
	})
}
