import { closeSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client'
import { isDamage, withReadableErrors } from './inspect.ts'

/** Another process has locked the database file or the data folder. The message is for the operator. */
export class DatabaseInUseError extends Error {
	override name = 'DatabaseInUseError'
}

export type ReleaseLock = () => Promise<void>

/** Runs `act` and ignores its errors. For access to the process id, which only appears in an error message. */
function ignoringErrors<T>(act: () => T): T | undefined {
	try {
		return act()
	} catch {
		return undefined
	}
}

/** Locks `file` for the lifetime of the connection. @throws SQLite's error if the file cannot be locked. */
async function acquire(file: string): Promise<Client> {
	const connection = createClient({ url: `file:${file}`, concurrency: 1, timeout: 0 })
	try {
		// DELETE mode: in WAL mode, an exclusive transaction would not stop other processes from opening the file.
		await connection.execute('pragma journal_mode = delete')
		await connection.execute('pragma locking_mode = exclusive')
		await connection.executeMultiple('begin exclusive; create table if not exists held (id integer); commit;')
		return connection
	} catch (error) {
		connection.close()
		throw error
	}
}

/** Empties a damaged lock file and locks it. A power cut may damage the file; its content does not matter. */
async function acquireEmptied(file: string, error: unknown): Promise<Client> {
	if (!isDamage(error)) throw error
	// Truncate the file instead of replacing it: another process may have just locked it.
	truncateSync(file)
	return acquire(file)
}

/**
 * Makes this process the only one that uses `path`.
 *
 * The lock is an operating system lock (an exclusive transaction on `<path>.lock`), which ends with the process even if
 * it is killed. A process id in a file would fail if ids are reused, or if two containers are both process 1.
 * `<path>.pid` is used only for the error message.
 *
 * @param messageFor returns the error message; `holder` names the other process if known.
 * @throws {DatabaseInUseError} when another process has the lock.
 * @throws {DatabaseFileError} when the lock file cannot be created.
 */
async function lock(path: string, messageFor: (holder: string) => string): Promise<ReleaseLock> {
	const file = `${path}.lock`
	const pidFile = `${path}.pid`
	const connection = await acquire(file)
		.catch((error: unknown) => acquireEmptied(file, error))
		.catch((error: unknown) => {
			if (/SQLITE_BUSY|locked/i.test(String(error))) {
				// The other process may be starting and may not have written its id yet.
				const pid = ignoringErrors(() => ` (process ${readFileSync(pidFile, 'utf8').trim()})`)
				throw new DatabaseInUseError(messageFor(pid ?? ''))
			}
			// SQLite only reports that it cannot open the file. Opening it here reports the reason.
			withReadableErrors(file, () => closeSync(openSync(file, 'a')))
			throw error
		})
	ignoringErrors(() => writeFileSync(pidFile, `${process.pid}\n`))
	return async () => {
		ignoringErrors(() => rmSync(pidFile, { force: true }))
		// Closing is not enough: a connection lives until its statements are garbage-collected.
		await connection.execute('pragma locking_mode = normal')
		await connection.execute('select count(*) from held')
		connection.close()
	}
}

/** Locks the database file. Two processes that checkpoint the same file can corrupt it. */
export const lockDatabase = (file: string) =>
	lock(
		file,
		(holder) =>
			`The database ${file} is in use by another Second Chair server${holder}. Stop it first, or set DATABASE_URL to another file.`,
	)

/** Locks an existing data folder. Two nodes that share a folder would overwrite each other's pages. */
export const lockDataFolder = (folder: string) =>
	lock(
		join(folder, 'node'),
		(holder) =>
			`The folder ${folder} is in use by another Second Chair server${holder}. Stop it first, or set DATA_DIR to another folder.`,
	)
