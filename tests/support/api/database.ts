import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type Database, openDatabase, useDatabase } from '#db/client.ts'
import { takeSite } from '#src/lib/site/site.ts'
import { copyOnServer } from './server-databases.ts'

export interface TestDatabase extends Database {
	/** The temporary folder that holds the file; goes with `discard`. */
	readonly folder: string
	/** What it is called by the server, if it is on one. */
	readonly nameOnServer: string | undefined
	discard(): Promise<void>
}

interface TestDatabaseOptions {
	/** Waits for the disk at each write, as the site does: for tests of what is on the disk. */
	isDurable?: boolean
	/** It begins as this one is now, instead of empty. */
	copyOf?: TestDatabase
}

const FILE = 'test.db'

/** A copy of the run's template, or of another test's database, as a file in `folder`. */
async function copyOfFile(folder: string, { isDurable, copyOf }: TestDatabaseOptions): Promise<Database> {
	const file = join(folder, FILE)
	// What was written last is in a file beside it until then.
	await copyOf?.client.execute('pragma wal_checkpoint(truncate)')
	copyFileSync(copyOf ? join(copyOf.folder, FILE) : inject('templateDatabase'), file)
	const opened = await openDatabase({ url: `file:${file}` })
	if (!isDurable) await opened.client.execute('pragma synchronous = off')
	return opened
}

/**
 * A migrated, empty database, unless it is a copy, that `db()` answers from until it is discarded: a libSQL file, or in the project `server`
 * one of a libSQL server.
 */
export async function freshDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
	const folder = mkdtempSync(join(tmpdir(), 'second-chair-test-'))
	const server = inject('databaseServer')
	const { opened, drop, name } = server
		? await copyOnServer(server, options.copyOf?.nameOnServer)
		: { opened: await copyOfFile(folder, options), drop: undefined, name: undefined }
	useDatabase(opened)
	// Nobody has set anything in it; the copy in memory is of the database before.
	takeSite({})
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
