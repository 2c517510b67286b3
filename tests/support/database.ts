import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type Database, openDatabase, useDatabase } from '#db/client.ts'
import { takeSite } from '#src/lib/site.ts'
import { copyTemplate } from './server-databases.ts'

export interface TestDatabase extends Database {
	/** The temporary folder that holds the file; goes with `discard`. */
	readonly folder: string
	discard(): Promise<void>
}

interface TestDatabaseOptions {
	/** Waits for the disk at each write, as the site does: for tests of what is on the disk. */
	isDurable?: boolean
}

/** A copy of the run's template as a file in `folder`. */
async function copyOfFile(folder: string, isDurable: boolean): Promise<Database> {
	const file = join(folder, 'test.db')
	copyFileSync(inject('templateDatabase'), file)
	const opened = await openDatabase({ url: `file:${file}` })
	if (!isDurable) await opened.client.execute('pragma synchronous = off')
	return opened
}

/**
 * A migrated, empty database that `db()` answers from until it is discarded: a libSQL file, or in the project `server`
 * one of a libSQL server.
 */
export async function freshDatabase({ isDurable = false }: TestDatabaseOptions = {}): Promise<TestDatabase> {
	const folder = mkdtempSync(join(tmpdir(), 'second-chair-test-'))
	const server = inject('databaseServer')
	const { opened, drop } = server
		? await copyTemplate(server)
		: { opened: await copyOfFile(folder, isDurable), drop: undefined }
	useDatabase(opened)
	// Nobody has set anything in it; the copy in memory is of the database before.
	takeSite({})
	return Object.assign(opened, {
		folder,
		async discard() {
			useDatabase(undefined)
			await opened.close()
			await drop?.()
			rmSync(folder, { recursive: true, force: true })
		},
	})
}
