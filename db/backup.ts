import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { DatabaseAddress } from './address.ts'
import type { Database } from './client.ts'
import { assertIntact, runCopyInProcess } from './copy/job.ts'
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

/** Renames the database file with its `-wal` and `-shm` files. */
async function moveDatabase(file: string, name: string): Promise<void> {
	// WAL first: if we crashed after moving only the database file, the next open could create an empty one, and SQLite
	// would delete the WAL beside it.
	for (const suffix of ['-wal', '-shm', ''])
		if (await exists(`${file}${suffix}`)) await rename(`${file}${suffix}`, `${name}${suffix}`)
}

const GZIP = Buffer.from([0x1f, 0x8b])

async function isGzip(file: string): Promise<boolean> {
	const handle = await open(file, 'r')
	try {
		const { buffer } = await handle.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0)
		return buffer.equals(GZIP)
	} finally {
		await handle.close()
	}
}

/**
 * Passes the backup to `work` as a plain database file. Unpacks a compressed backup to `unpacked` while `work` runs.
 * @throws when the file is missing, or compressed and damaged. A plain file is not checked.
 */
export async function withPlainBackup<T>(
	backup: string,
	unpacked: string,
	work: (file: string) => Promise<T>,
): Promise<T> {
	// Fail with a readable message instead of ENOENT.
	if (!(await exists(backup))) throw new Error(`There is no file ${backup}`)
	if (!(await isGzip(backup))) return work(backup)
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
			// Not a file copy: if the backup is a `.before-restore-` file, its last writes are in the WAL beside it.
			await runCopyInProcess({ source: { url: `file:${plain}` }, target: `${file}.unfinished` })
			const kept = `${file}.before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
			const existed = await exists(file)
			await moveDatabase(file, kept)
			await rename(`${file}.unfinished`, file)
			return existed ? kept : undefined
		} finally {
			await release()
		}
	})
}
