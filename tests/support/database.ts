import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type Database, openDatabase, useDatabase } from '#db/client.ts'

export interface TestDatabase extends Database {
	/** The temporary folder that holds the file; goes with `discard`. */
	readonly folder: string
	discard(): Promise<void>
}

interface TestDatabaseOptions {
	/** Waits for the disk at each write, as the site does: for tests of what is on the disk. */
	isDurable?: boolean
}

/** A migrated, empty libSQL file that `db()` answers from until it is discarded: a copy of the run's template. */
export async function freshDatabase({ isDurable = false }: TestDatabaseOptions = {}): Promise<TestDatabase> {
	const folder = mkdtempSync(join(tmpdir(), 'second-chair-test-'))
	const file = join(folder, 'test.db')
	copyFileSync(inject('templateDatabase'), file)
	const opened = await openDatabase({ url: `file:${file}` })
	if (!isDurable) await opened.client.execute('pragma synchronous = off')
	useDatabase(opened)
	return Object.assign(opened, {
		folder,
		async discard() {
			useDatabase(undefined)
			await opened.close()
			rmSync(folder, { recursive: true, force: true })
		},
	})
}
