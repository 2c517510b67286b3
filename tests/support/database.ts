import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'

export interface TestDatabase extends Database {
	/** The temporary folder that holds the file; goes with `discard`. */
	readonly folder: string
	discard(): Promise<void>
}

/** A migrated, empty libSQL file that `db()` answers from until it is discarded. */
export async function freshDatabase(): Promise<TestDatabase> {
	const folder = mkdtempSync(join(tmpdir(), 'second-chair-test-'))
	const opened = await openDatabase({ url: `file:${join(folder, 'test.db')}` })
	await migrateDatabase(opened)
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
