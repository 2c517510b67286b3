import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Client, createClient } from '@libsql/client'
import type { Database } from './client.ts'
import { inspectDatabaseFile } from './inspect.ts'
import { lockDatabase } from './lock.ts'

const exists = async (file: string) => (await lstat(file).catch(() => undefined)) !== undefined

/** Runs `work` on the file. @throws when SQLite finds anything wrong in it. */
async function withIntact(file: string, work: (client: Client) => Promise<unknown>): Promise<void> {
	const client = createClient({ url: `file:${file}`, concurrency: 1 })
	try {
		const answer = (await client.execute('pragma integrity_check')).rows[0]?.[0]
		if (answer !== 'ok') throw new Error(`${file} is damaged: ${String(answer)}`)
		const { rows } = await client.execute("select 1 from sqlite_schema where name = 'users'")
		if (rows.length === 0) throw new Error(`${file} holds no club: it is empty`)
		await work(client)
	} finally {
		client.close()
	}
}

/** Writes a copy of what `client` sees, its log included, to the new file `target`, for its owner alone. */
async function copyInto(client: Client, target: string): Promise<void> {
	await rm(target, { force: true })
	// SQLite writes into an empty file, and leaves its rights as they are.
	await writeFile(target, '', { mode: 0o600 })
	await client.execute({ sql: 'vacuum into ?', args: [target] })
}

/**
 * Writes a consistent copy of the open database to `target`, while it is in use. The copy is checked before it
 * gets its name, so a file of that name is always whole.
 */
export async function backupDatabase(database: Database, target: string): Promise<void> {
	if (!database.file) throw new Error('Only a database in a file is backed up here. Ask the host of the remote one.')
	const unfinished = `${target}.unfinished`
	await mkdir(dirname(target), { recursive: true, mode: 0o700 })
	await copyInto(database.client, unfinished)
	await withIntact(unfinished, async () => undefined)
	await rename(unfinished, target)
}

/** Gives the database file another name. Its log is part of it: without it, writes of a killed server are lost. */
async function moveDatabase(file: string, name: string): Promise<void> {
	// The log first. SQLite deletes one that it finds beside a new, empty file; so it must never be left alone.
	for (const ending of ['-wal', '-shm', ''])
		if (await exists(`${file}${ending}`)) await rename(`${file}${ending}`, `${name}${ending}`)
}

/**
 * Puts a backup in the place of the database file, which may not be there yet. The former one is kept beside it.
 * @returns the name of the former file; undefined where there was none.
 * @throws {DatabaseInUseError} when a process has the file open.
 * @throws {DatabaseFileError} when the backup is none of ours, or of a newer version: the server would refuse it.
 */
export async function restoreDatabase(backup: string, file: string): Promise<string | undefined> {
	// Opening a file that is not there would make it.
	if (!(await exists(backup))) throw new Error(`There is no file ${backup}`)
	inspectDatabaseFile(backup)
	await mkdir(dirname(file), { recursive: true, mode: 0o700 })
	const release = await lockDatabase(file)
	try {
		// Not a copy of the file: a former database that is put back has its last writes in a log beside it.
		await withIntact(backup, (client) => copyInto(client, `${file}.unfinished`))
		const kept = `${file}.before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
		const isThere = await exists(file)
		await moveDatabase(file, kept)
		await rename(`${file}.unfinished`, file)
		return isThere ? kept : undefined
	} finally {
		await release()
	}
}
