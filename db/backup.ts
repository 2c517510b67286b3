import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { DatabaseAddress } from './address.ts'
import type { Database } from './client.ts'
import { assertIntact, copyHere } from './copy/job.ts'
import { runCopy } from './copy/run.ts'
import { inspectDatabaseFile } from './inspect.ts'
import { lockDatabase } from './lock.ts'
import { assertStoredKeys } from './stored-keys.ts'

const exists = async (file: string) => (await lstat(file).catch(() => undefined)) !== undefined

/**
 * Writes a consistent copy of a database in use to `target`, a plain SQLite file. Runs in another process to keep
 * requests fast. The copy is checked before it gets its final name, so a file with that name is always complete.
 */
export async function backupDatabase(
	database: Pick<Database, 'address' | 'whileCopied'>,
	target: string,
): Promise<void> {
	const unfinished = `${target}.unfinished`
	await mkdir(dirname(target), { recursive: true, mode: 0o700 })
	try {
		await database.whileCopied(() => runCopy({ source: database.address, target: unfinished }))
		await rename(unfinished, target)
	} catch (error) {
		await rm(unfinished, { force: true })
		throw error
	}
}

/** Like `backupDatabase`, for a server that this process has not opened. Does not change the server. */
export const backupServer = (server: DatabaseAddress, target: string) =>
	backupDatabase({ address: server, whileCopied: (copy) => copy() }, target)

/** Renames the database file and its WAL. Without the WAL, the last writes of a killed server would be lost. */
async function moveDatabase(file: string, name: string): Promise<void> {
	// Move the WAL first: SQLite deletes a WAL beside a new, empty database file.
	for (const ending of ['-wal', '-shm', ''])
		if (await exists(`${file}${ending}`)) await rename(`${file}${ending}`, `${name}${ending}`)
}

const GZIP = Buffer.from([0x1f, 0x8b])

async function isPacked(file: string): Promise<boolean> {
	const handle = await open(file, 'r')
	try {
		const { buffer } = await handle.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0)
		return buffer.equals(GZIP)
	} finally {
		await handle.close()
	}
}

/**
 * Runs `work` on a backup as a plain database file. Unpacks a compressed backup to `unpacked` while `work` runs.
 * @throws when the file is missing, truncated or damaged.
 */
export async function withPlainBackup<T>(
	backup: string,
	unpacked: string,
	work: (file: string) => Promise<T>,
): Promise<T> {
	// Opening a missing file would create it.
	if (!(await exists(backup))) throw new Error(`There is no file ${backup}`)
	if (!(await isPacked(backup))) return work(backup)
	try {
		await mkdir(dirname(unpacked), { recursive: true, mode: 0o700 })
		await pipeline(createReadStream(backup), createGunzip(), createWriteStream(unpacked, { mode: 0o600 })).catch(
			(cause: unknown) => {
				if (!/^Z_/.test((cause as NodeJS.ErrnoException).code ?? '')) throw cause
				throw new Error(`${backup} is damaged: it cannot be unpacked`, { cause })
			},
		)
		return await work(unpacked)
	} finally {
		await rm(unpacked, { force: true })
	}
}

/**
 * Replaces the database file with a backup, compressed or not. A previous file is kept beside it.
 * @returns the name of the previous file; undefined if there was none.
 * @throws {DatabaseInUseError} when a process has the file open.
 * @throws {DatabaseFileError} when the backup is not ours or is from a newer version, which the server would reject.
 */
export async function restoreDatabase(backup: string, file: string): Promise<string | undefined> {
	return withPlainBackup(backup, `${file}.unpacked`, async (plain) => {
		inspectDatabaseFile(plain)
		await mkdir(dirname(file), { recursive: true, mode: 0o700 })
		const release = await lockDatabase(file)
		try {
			assertIntact(plain)
			assertStoredKeys(plain)
			// A plain file copy would miss the last writes of a previous database: they are in the WAL beside it.
			await copyHere({ source: { url: `file:${plain}` }, target: `${file}.unfinished` })
			const kept = `${file}.before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
			const isThere = await exists(file)
			await moveDatabase(file, kept)
			await rename(`${file}.unfinished`, file)
			return isThere ? kept : undefined
		} finally {
			await release()
		}
	})
}
