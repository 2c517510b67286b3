import { lstatSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { openDatabase } from '#db/client.ts'
import { runCopyInProcess } from '#db/copy/job.ts'
import { MIGRATIONS_TABLE, type Migration, migrations, openUnchanged } from '#db/inspect.ts'
import { migrateDatabase, migrateDatabaseTo } from '#db/migrate.ts'

/** Checks that a file does not exist, because nothing is ever overwritten. @throws if it exists. */
export function assertNoFile(file: string): void {
	if (lstatSync(file, { throwIfNoEntry: false }))
		throw new Error(`${file} already exists and was not changed. Use another file.`)
}

/**
 * Runs migrations on a file through the driver, then replaces the file with a copy: the driver keeps a file open until
 * its statements are garbage-collected, but Node's SQLite needs it.
 */
async function runMigrations(file: string, last?: Migration): Promise<void> {
	const workFile = `${file}.migrated`
	for (const suffix of ['', '-wal', '-shm']) await rm(`${workFile}${suffix}`, { force: true })
	if (lstatSync(file, { throwIfNoEntry: false })) await rename(file, workFile)
	const opened = await openDatabase({ url: `file:${workFile}` })
	try {
		await (last ? migrateDatabaseTo(opened, last) : migrateDatabase(opened))
	} finally {
		await opened.close()
	}
	await runCopyInProcess({ source: { url: `file:${workFile}` }, target: file })
	for (const suffix of ['', '-wal', '-shm', '.lock']) await rm(`${workFile}${suffix}`, { force: true })
}

export const createEmpty = (file: string, last: Migration) => runMigrations(file, last)

export async function migrateFile(file: string): Promise<void> {
	const connection = openUnchanged(file)
	const [last] = Object.values(connection.prepare(`select max(created_at) from ${MIGRATIONS_TABLE}`).get() ?? {})
	connection.close()
	if (Number(last) !== migrations().at(-1)?.when) await runMigrations(file)
}
