import { existsSync } from 'node:fs'
import { databaseFileOf } from '#db/address.ts'
import { backupDatabase, backupServer } from '#db/backup.ts'
import { openDatabase } from '#db/client.ts'
import { env } from '#src/platform/env/env.ts'
import { askServer } from '../startup/control.ts'

/**
 * Writes a consistent, checked copy of the database of the settings to `target`, a plain SQLite file, whether or not
 * the site runs: only the server that has a file may open it, so it is asked where there is one.
 * @throws with a sentence, also where there is no database.
 */
export async function saveDatabase(target: string): Promise<void> {
	const { databaseUrl: url, databaseAuthToken: authToken, dataDir } = env()
	const file = databaseFileOf(url)
	if (file === undefined) return backupServer({ url, authToken }, target)
	if ((await askServer(dataDir, 'backup', target)) !== undefined) return
	// Opening would make one, and its copy would look like a good one.
	if (!existsSync(file)) throw new Error(`There is no database at ${file}: nothing was saved.`)
	// As it is: a backup before an update must not have been updated.
	const opened = await openDatabase({ url, authToken })
	try {
		await backupDatabase(opened, target)
	} finally {
		await opened.close()
	}
}
