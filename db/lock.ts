import { closeSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client'
import { isDamage, readable } from './inspect.ts'

/** Another process has the database file or the data folder. The message is for the operator. */
export class DatabaseInUseError extends Error {
	override name = 'DatabaseInUseError'
}

export type ReleaseLock = () => Promise<void>

/** Runs `act` and ignores its errors: its result only serves the message. */
function unlessRefused<T>(act: () => T): T | undefined {
	try {
		return act()
	} catch {
		return undefined
	}
}

/** Locks `file` for the lifetime of the connection. @throws SQLite's error when it cannot. */
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

/** Locks a damaged lock file after emptying it (a power cut may damage it): its content does not matter. */
async function holdEmptied(file: string, error: unknown): Promise<Client> {
	if (!isDamage(error)) throw error
	// Truncate instead of replace: another process may have just locked this very file.
	truncateSync(file)
	return hold(file)
}

/**
 * Makes this process the only one that uses `path`.
 *
 * The lock is an operating system lock (an exclusive transaction on `<path>.lock`) and ends with the process, however
 * it dies. A process id in a file would fail with reused ids, or with two containers that are both process 1.
 * `<path>.pid` only serves the message.
 *
 * @param sentence returns the error message; `holder` names the other process if known.
 * @throws {DatabaseInUseError} when another process has the lock.
 * @throws {DatabaseFileError} when the lock file cannot be created.
 */
async function lock(path: string, sentence: (holder: string) => string): Promise<ReleaseLock> {
	const file = `${path}.lock`
	const pidFile = `${path}.pid`
	const holder = await hold(file)
		.catch((error: unknown) => holdEmptied(file, error))
		.catch((error: unknown) => {
			if (/SQLITE_BUSY|locked/i.test(String(error))) {
				// The other process may be starting and may not have written its id yet.
				const pid = unlessRefused(() => ` (process ${readFileSync(pidFile, 'utf8').trim()})`)
				throw new DatabaseInUseError(sentence(pid ?? ''))
			}
			// SQLite only says that it cannot open the file; the operating system gives the reason.
			readable(file, () => closeSync(openSync(file, 'a')))
			throw error
		})
	unlessRefused(() => writeFileSync(pidFile, `${process.pid}\n`))
	return async () => {
		unlessRefused(() => rmSync(pidFile, { force: true }))
		// Closing is not enough: a connection lives until its statements are garbage-collected.
		await holder.execute('pragma locking_mode = normal')
		await holder.execute('select count(*) from held')
		holder.close()
	}
}

/** Locks the database file. Two processes on one file with a checkpointer can corrupt it. */
export const lockDatabase = (file: string) =>
	lock(
		file,
		(holder) =>
			`The database ${file} is in use by another Second Chair server${holder}. Stop it first, or set DATABASE_URL to another file.`,
	)

/** Locks an existing data folder. Two nodes of one database would overwrite each other's pages in it. */
export const lockDataFolder = (folder: string) =>
	lock(
		join(folder, 'node'),
		(holder) =>
			`The folder ${folder} is in use by another Second Chair server${holder}. Stop it first, or set DATA_DIR to another folder.`,
	)
