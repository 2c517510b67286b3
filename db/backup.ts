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
 * Writes a consistent copy of a database to `target`, a plain SQLite file, while it is in use: in another process, so
 * that requests do not wait. The copy is checked before it gets its name, so a file of that name is always whole.
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

/** As `backupDatabase`, of a server that this process has not opened: nothing in it is changed. */
export const backupServer = (server: DatabaseAddress, target: string) =>
	backupDatabase({ address: server, whileCopied: (copy) => copy() }, target)

/** Gives the database file another name. Its log is part of it: without it, writes of a killed server are lost. */
async function moveDatabase(file: string, name: string): Promise<void> {
	// The log first. SQLite deletes one that it finds beside a new, empty file; so it must never be left alone.
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
 * Runs `work` on a backup as a plain database file. A compressed one is unpacked to `unpacked` for as long as it runs.
 * @throws when there is no such file, or it is cut off or damaged.
 */
export async function withPlainBackup<T>(
	backup: string,
	unpacked: string,
	work: (file: string) => Promise<T>,
): Promise<T> {
	// Opening a file that is not there would make it.
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
 * Puts a backup, compressed or not, in the place of the database file, which may not be there yet. The former one is
 * kept beside it.
 * @returns the name of the former file; undefined where there was none.
 * @throws {DatabaseInUseError} when a process has the file open.
 * @throws {DatabaseFileError} when the backup is none of ours, or of a newer version: the server would refuse it.
 */
export async function restoreDatabase(backup: string, file: string): Promise<string | undefined> {
	return withPlainBackup(backup, `${file}.unpacked`, async (plain) => {
		inspectDatabaseFile(plain)
		await mkdir(dirname(file), { recursive: true, mode: 0o700 })
		const release = await lockDatabase(file)
		try {
			assertIntact(plain)
			assertStoredKeys(plain)
			// Not a copy of the file: a former database that is put back has its last writes in a log beside it.
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
