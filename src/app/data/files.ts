import { lstatSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { openDatabase } from '#db/client.ts'
import type { Migration } from '#db/inspect.ts'
import { migrateDatabase, migrateDatabaseTo } from '#db/migrate.ts'

/** @throws where something of that name is there: nothing is ever written over. */
export function assertNoFile(file: string): void {
	if (lstatSync(file, { throwIfNoEntry: false }))
		throw new Error(`${file} is there already, and was left as it is. Name another file.`)
}

/** Brings a database file of our own up to date, or makes it. @param last the migration to stop behind. */
export async function bringUpToDate(file: string, last?: Migration): Promise<void> {
	const opened = await openDatabase({ url: `file:${file}` })
	try {
		await (last ? migrateDatabaseTo(opened, last) : migrateDatabase(opened))
	} finally {
		await opened.close()
		// Only this process knows of the file.
		await rm(`${file}.lock`, { force: true })
	}
}
