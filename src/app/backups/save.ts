import { existsSync } from 'node:fs'
import { databaseFileOf } from '#db/address.ts'
import { backupDatabase, backupServer } from '#db/backup.ts'
import { openDatabase } from '#db/client.ts'
import { env } from '#src/platform/env/env.ts'
import { askServer } from '../startup/control.ts'

/**
 * Writes a consistent, checked copy of the configured database to `target`, a plain SQLite file. Works whether or not
 * the site is running. A running server is asked to make the copy, because only it may open its database file.
 * @throws {Error} with a sentence for the reader, including if there is no database.
 */
export async function saveDatabase(target: string): Promise<void> {
	const { databaseUrl: url, databaseAuthToken: authToken, dataDir } = env()
	const file = databaseFileOf(url)
	if (file === undefined) return backupServer({ url, authToken }, target)
	if ((await askServer(dataDir, 'backup', target)) !== undefined) return
	// Opening a missing file would create an empty database, and its copy would look valid.
	if (!existsSync(file)) throw new Error(`There is no database at ${file}: nothing was saved.`)
	// Open without migrations: a backup taken before an update must have the old schema.
	const opened = await openDatabase({ url, authToken })
	try {
		await backupDatabase(opened, target)
	} finally {
		await opened.close()
	}
}
