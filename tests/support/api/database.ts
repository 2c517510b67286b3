import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type Database, openDatabase, useDatabase } from '#db/client.ts'
import { setSite } from '#src/lib/site/site.ts'
import { copyOnServer } from './server-databases.ts'

export interface TestDatabase extends Database {
	/** Temporary folder of the file, which `discard` removes. */
	readonly folder: string
	/** Name on the server, if the database is on one. */
	readonly nameOnServer: string | undefined
	discard(): Promise<void>
}

interface TestDatabaseOptions {
	/** Syncs each write to the disk, as the site does, for tests that read the disk. */
	isDurable?: boolean
	/** Starts as a copy of this database instead of empty. */
	copyOf?: TestDatabase
}

const FILE = 'test.db'

/** Copies the run's template, or another test's database, to a file in `folder`. */
async function copyOfFile(folder: string, { isDurable, copyOf }: TestDatabaseOptions): Promise<Database> {
	const file = join(folder, FILE)
	// Moves the last writes from the WAL into the file.
	await copyOf?.client.execute('pragma wal_checkpoint(truncate)')
	copyFileSync(copyOf ? join(copyOf.folder, FILE) : inject('templateDatabase'), file)
	const opened = await openDatabase({ url: `file:${file}` })
	if (!isDurable) await opened.client.execute('pragma synchronous = off')
	return opened
}

/**
 * Creates a migrated database, empty or a copy, and makes it the current `db()` until it is discarded: a libSQL file,
 * or in the project `server` a database of a libSQL server.
 */
export async function freshDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
	const folder = mkdtempSync(join(tmpdir(), 'second-chair-test-'))
	const server = inject('databaseServer')
	const { opened, drop, name } = server
		? await copyOnServer(server, options.copyOf?.nameOnServer)
		: { opened: await copyOfFile(folder, options), drop: undefined, name: undefined }
	useDatabase(opened)
	// Resets the settings cache, which belongs to the previous database.
	setSite({})
	return Object.assign(opened, {
		folder,
		nameOnServer: name,
		async discard() {
			useDatabase(undefined)
			await opened.close()
			await drop?.()
			rmSync(folder, { recursive: true, force: true })
		},
	})
}
