import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { driverError, NothingSavedError } from './errors.ts'

/** Free room below which a write may fail, in bytes: the log grows by what one write changes. */
const ROOM_BYTES = 1024 * 1024

/** Codes of a database that can be read, and takes no write: a full disk, a quota, a disk that became read-only. */
const NOTHING_SAVED = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/

/** Remembers whether the last write failed for want of room or rights. */
export interface WriteHealth {
	/** Runs a write, and notes how it ended. @throws {NothingSavedError} where nothing can be saved. */
	watch<T>(write: () => Promise<T>): Promise<T>
	/** Whether a write can be expected to succeed. After a failed one, `probe` has to succeed first. */
	isWritable(probe: () => Promise<unknown>): Promise<boolean>
}

async function hasRoom(file: string): Promise<boolean> {
	const { bavail, bsize, blocks } = await statfs(dirname(file))
	// Some file systems do not say how large they are.
	return blocks === 0 || bavail * bsize >= ROOM_BYTES
}

/** @param file undefined where the database is a server: its disk is not seen from here. */
export function writeHealth(file: string | undefined): WriteHealth {
	let isFailing = false
	return {
		async watch(write) {
			try {
				const result = await write()
				isFailing = false
				return result
			} catch (error) {
				const code = driverError(error)?.code ?? ''
				if (!NOTHING_SAVED.test(code)) throw error
				isFailing = true
				throw new NothingSavedError(`The database takes no writes: ${code}`, { cause: error })
			}
		},
		async isWritable(probe) {
			if (file !== undefined && !(await hasRoom(file))) return false
			if (!isFailing) return true
			return probe().then(
				() => true,
				() => false,
			)
		},
	}
}
