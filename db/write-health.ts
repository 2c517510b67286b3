import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { driverError, NothingSavedError } from './errors.ts'

/** Minimum free space, in bytes. Below this, a write may fail: each write makes the WAL grow. */
const MIN_FREE_BYTES = 1024 * 1024

/** Error codes of a database that is readable but not writable: a full disk, a quota, a read-only disk. */
const NOT_WRITABLE = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/

/** Tracks whether the last write failed for lack of space or permission. */
export interface WriteHealth {
	/** Runs a write and records its outcome. @throws {NothingSavedError} when the database is not writable. */
	watch<T>(write: () => Promise<T>): Promise<T>
	/** Returns whether a write can be expected to succeed. After a failed write, `probe` must succeed first. */
	isWritable(probe: () => Promise<unknown>): Promise<boolean>
}

type StatDisk = (folder: string) => Promise<{ bavail: number; bsize: number; blocks: number }>

async function hasRoom(file: string, statDisk: StatDisk): Promise<boolean> {
	const { bavail, bsize, blocks } = await statDisk(dirname(file))
	// Some file systems do not report their size.
	return blocks === 0 || bavail * bsize >= MIN_FREE_BYTES
}

/** Creates the tracker. @param file undefined for a server, whose disk cannot be checked. */
export function writeHealth(file: string | undefined, statDisk: StatDisk = statfs): WriteHealth {
	let isFailing = false
	return {
		async watch(write) {
			try {
				const result = await write()
				isFailing = false
				return result
			} catch (error) {
				const code = driverError(error)?.code ?? ''
				if (!NOT_WRITABLE.test(code)) throw error
				isFailing = true
				throw new NothingSavedError(`The database does not accept writes: ${code}`, { cause: error })
			}
		},
		async isWritable(probe) {
			if (file !== undefined && !(await hasRoom(file, statDisk))) return false
			if (!isFailing) return true
			return probe().then(
				() => true,
				() => false,
			)
		},
	}
}
