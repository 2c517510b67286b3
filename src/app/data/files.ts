import { lstatSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { openDatabase } from '#db/client.ts'
import { copyHere } from '#db/copy/job.ts'
import { MIGRATIONS, type Migration, migrations, openUnchanged } from '#db/inspect.ts'
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
async function migrated(file: string, last?: Migration): Promise<void> {
	const open = `${file}.migrated`
	for (const ending of ['', '-wal', '-shm']) await rm(`${open}${ending}`, { force: true })
	if (lstatSync(file, { throwIfNoEntry: false })) await rename(file, open)
	const opened = await openDatabase({ url: `file:${open}` })
	try {
		await (last ? migrateDatabaseTo(opened, last) : migrateDatabase(opened))
	} finally {
		await opened.close()
	}
	await copyHere({ source: { url: `file:${open}` }, target: file })
	for (const ending of ['', '-wal', '-shm', '.lock']) await rm(`${open}${ending}`, { force: true })
}

export const makeEmpty = (file: string, last: Migration) => migrated(file, last)

export async function migrateFile(file: string): Promise<void> {
	const connection = openUnchanged(file)
	const [last] = Object.values(connection.prepare(`select max(created_at) from ${MIGRATIONS}`).get() ?? {})
	connection.close()
	if (Number(last) !== migrations().at(-1)?.when) await migrated(file)
}
