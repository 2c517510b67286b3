import { constants, createReadStream, createWriteStream } from 'node:fs'
import { copyFile, link, lstat, mkdir, open, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AlreadyStoredError, NotStoredError, type Storage, StorageError, type StoredObject } from './storage.ts'

/** Suffix of an incomplete file. It remains if the process is killed. */
const PARTIAL = '.partial'

export const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

const REASONS: Record<string, string> = {
	ENOSPC: 'its disk is full',
	EDQUOT: 'its quota is used up',
	EACCES: 'this user may not write there',
	EPERM: 'this user may not write there',
	EROFS: 'its disk is read-only',
	ENOTDIR: 'a part of that path is a file',
	EEXIST: 'a part of that path is a file',
}

/** Returns the names in a folder; an empty list if the folder does not exist. */
export const namesIn = (folder: string) =>
	readdir(folder).catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') return [] as string[]
		throw error
	})

/** Syncs a file or the entries of a folder to disk. */
export async function syncFolder(path: string): Promise<void> {
	const handle = await open(path, 'r')
	try {
		await handle.sync()
	} finally {
		await handle.close()
	}
}

/** Minimum free disk space that uploads must leave, in bytes. On a small disk, a twentieth of the disk. */
const MIN_FREE_BYTES = 256 * 1024 * 1024

/**
 * Checks the free space. The database may be on the same disk: if uploads filled it, no one could sign in.
 * @throws an error like that of a full disk.
 */
export async function assertFreeSpace(folder: string, bytes: number): Promise<void> {
	const { bavail, bsize, blocks } = await statfs(folder)
	// Some file systems do not report their size.
	if (blocks === 0 || bavail * bsize - bytes >= Math.min(MIN_FREE_BYTES, (blocks * bsize) / 20)) return
	throw Object.assign(new Error(`There is no room for ${bytes} bytes in ${folder}`), { code: 'ENOSPC' })
}

/** Converts a file system error that the operator can fix to a `StorageError`. Returns other errors unchanged. */
export function folderFailure(folder: string, error: unknown): unknown {
	const code = codeOf(error) ?? ''
	const reason = REASONS[code]
	const isFull = ['ENOSPC', 'EDQUOT'].includes(code)
	if (reason === undefined) return error
	return new StorageError(`The folder ${folder} cannot be used: ${reason}.`, {
		cause: error,
		isRetryable: isFull,
		isFull,
	})
}

/** Stores files in a local folder, readable only by their owner. Creates the folder if it is missing. */
export function folderStorage(folder: string): Storage {
	const toFailure = (error: unknown) => folderFailure(folder, error)

	async function put(name: string, file: string, signal?: AbortSignal): Promise<void> {
		const partial = join(folder, `${name}${PARTIAL}`)
		await rm(partial, { force: true })
		try {
			await pipeline(createReadStream(file), createWriteStream(partial, { mode: 0o600, flush: true }), { signal })
			// Unlike a rename, a link never replaces an existing file.
			await link(partial, join(folder, name)).catch(async (error: unknown) => {
				if (codeOf(error) === 'EEXIST') throw new AlreadyStoredError(`${name} is in ${folder} already`)
				// This file system has no hard links.
				if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes(codeOf(error) ?? '')) throw error
				await copyFile(partial, join(folder, name), constants.COPYFILE_EXCL)
			})
			await syncFolder(folder)
		} finally {
			await rm(partial, { force: true })
		}
	}

	return {
		place: folder,
		async list(prefix = '') {
			const names = await namesIn(folder).catch((error: unknown) => {
				throw toFailure(error)
			})
			const objects: StoredObject[] = []
			for (const name of names.filter((each) => each.startsWith(prefix) && !each.endsWith(PARTIAL))) {
				const stat = await lstat(join(folder, name)).catch(() => undefined)
				if (stat?.isFile()) objects.push({ name, bytes: stat.size, at: stat.mtime })
			}
			return objects
		},
		async put(name, file, { signal } = {}) {
			try {
				await mkdir(folder, { recursive: true, mode: 0o700 })
				await put(name, file, signal)
			} catch (error) {
				throw error instanceof AlreadyStoredError ? error : toFailure(error)
			}
		},
		async get(name, file) {
			try {
				const stored = await open(join(folder, name))
				await pipeline(stored.createReadStream(), createWriteStream(file, { mode: 0o600, flags: 'wx' }))
			} catch (error) {
				if (codeOf(error) === 'ENOENT') throw new NotStoredError(`There is no ${name} in ${folder}`)
				throw toFailure(error)
			}
		},
		async remove(name) {
			try {
				await rm(join(folder, name), { force: true })
			} catch (error) {
				throw toFailure(error)
			}
		},
	}
}
