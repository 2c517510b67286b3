import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createClient } from '@libsql/client'
import type { Database } from './client.ts'

/** @throws when SQLite finds anything wrong in the file. */
async function assertIntact(file: string): Promise<void> {
	const client = createClient({ url: `file:${file}`, concurrency: 1 })
	try {
		const answer = (await client.execute('PRAGMA integrity_check')).rows[0]?.[0]
		if (answer !== 'ok') throw new Error(`${file} is damaged: ${String(answer)}`)
		await client.execute('SELECT count(*) FROM users')
	} finally {
		client.close()
	}
}

/**
 * Writes a consistent copy of the open database to `target`, while it is in use. The copy is checked before it
 * gets its name, so a file of that name is always whole.
 */
export async function backupDatabase(database: Database, target: string): Promise<void> {
	if (!database.file) throw new Error('Only a database in a file is backed up here. Ask the host of the remote one.')
	const unfinished = `${target}.unfinished`
	await mkdir(dirname(target), { recursive: true })
	await rm(unfinished, { force: true })
	await database.client.execute({ sql: 'VACUUM INTO ?', args: [unfinished] })
	await assertIntact(unfinished)
	await rename(unfinished, target)
}

/**
 * Puts a backup in the place of the database file. The caller holds the file's lock and has it closed.
 * The former file is kept beside it with the ending `.before-restore`.
 */
export async function restoreDatabase(backup: string, file: string): Promise<void> {
	await assertIntact(backup)
	await copyFile(backup, `${file}.unfinished`)
	if (await stat(file).catch(() => undefined)) await rename(file, `${file}.before-restore`)
	// A log of the former file must not be applied to the restored one.
	for (const ending of ['-wal', '-shm']) await rm(`${file}${ending}`, { force: true })
	await rename(`${file}.unfinished`, file)
}
