import { closeSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client'
import { isDamage, readable } from './inspect.ts'

/** Another process has the database file, or the data folder. The message is for the person who started this one. */
export class DatabaseInUseError extends Error {
	override name = 'DatabaseInUseError'
}

/** Gives the file back. */
export type ReleaseLock = () => Promise<void>

/** What serves the message alone: a start does without. */
function unlessRefused<T>(act: () => T): T | undefined {
	try {
		return act()
	} catch {
		return undefined
	}
}

/** Locks `file` as long as the connection lives. @throws what SQLite says where it cannot. */
async function hold(file: string): Promise<Client> {
	const holder = createClient({ url: `file:${file}`, concurrency: 1, timeout: 0 })
	try {
		// DELETE mode: in WAL mode an exclusive transaction would not keep others from opening the file.
		await holder.execute('pragma journal_mode = delete')
		await holder.execute('pragma locking_mode = exclusive')
		await holder.executeMultiple('begin exclusive; create table if not exists held (id integer); commit;')
		return holder
	} catch (error) {
		holder.close()
		throw error
	}
}

/** Nothing is lost with what stands in a lock: one that is damaged, as by a power cut, is emptied and taken. */
async function holdAnew(file: string, error: unknown): Promise<Client> {
	if (!isDamage(error)) throw error
	// In its place, and not another file: whoever was quicker by a moment has their lock on this one.
	truncateSync(file)
	return hold(file)
}

/**
 * Makes this process the only one that holds `path`.
 *
 * The lock is an operating-system lock (an exclusive transaction on `<path>.lock`), which ends with the process however
 * it dies: a process id in a file would not survive a reused id or two containers that are both process 1.
 * `<path>.pid` only serves the message.
 *
 * @param sentence what to tell the person who started this process; `holder` names the other one, where it is known.
 * @throws {DatabaseInUseError} when another process holds it.
 * @throws {DatabaseFileError} when there can be no lock at that place.
 */
async function lock(path: string, sentence: (holder: string) => string): Promise<ReleaseLock> {
	const file = `${path}.lock`
	const pidFile = `${path}.pid`
	const holder = await hold(file)
		.catch((error: unknown) => holdAnew(file, error))
		.catch((error: unknown) => {
			if (/SQLITE_BUSY|locked/i.test(String(error))) {
				// The other process may be just starting: then the sentence does without its number.
				const pid = unlessRefused(() => ` (process ${readFileSync(pidFile, 'utf8').trim()})`)
				throw new DatabaseInUseError(sentence(pid ?? ''))
			}
			// SQLite only says that it cannot open it; the system says why.
			readable(file, () => closeSync(openSync(file, 'a')))
			throw error
		})
	unlessRefused(() => writeFileSync(pidFile, `${process.pid}\n`))
	return async () => {
		unlessRefused(() => rmSync(pidFile, { force: true }))
		// Closing alone is not enough: a connection lives on until its statements are garbage-collected.
		await holder.execute('pragma locking_mode = normal')
		await holder.execute('select count(*) from held')
		holder.close()
	}
}

/** Two processes on one file with a checkpointer can corrupt it, so the second must not start. */
export const lockDatabase = (file: string) =>
	lock(
		file,
		(holder) =>
			`The database ${file} is in use by another Second Chair server${holder}. Stop it first, or set DATABASE_URL to another file.`,
	)

/** Two nodes of one database in one data folder would write over each other's pages. The folder must be there. */
export const lockDataFolder = (folder: string) =>
	lock(
		join(folder, 'node'),
		(holder) =>
			`The folder ${folder} is in use by another Second Chair server${holder}. Stop it first, or set DATA_DIR to another folder.`,
	)
