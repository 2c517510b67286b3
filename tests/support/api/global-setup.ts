import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { argonHash } from '#src/features/auth/server/oslo.ts'
import { TEST_PASSWORD } from './password.ts'

declare module 'vitest' {
	interface ProvidedContext {
		/** A migrated, empty database file that no process has open. */
		templateDatabase: string
		/** What Argon2id makes of `TEST_PASSWORD`: hashing it for every account of every test took half a minute. */
		testPasswordHash: string
	}
}

async function makeTemplate(file: string): Promise<string> {
	const opened = await openDatabase({ url: `file:${file}` })
	await migrateDatabase(opened)
	// All of it into the one file that is copied.
	await opened.client.execute('pragma wal_checkpoint(truncate)')
	await opened.close()
	return file
}

/**
 * One temporary folder for a whole run: `tmpdir()` and `DATA_DIR` point into it in every test, so that what a
 * crashed test leaves behind goes with it, and no test writes into `./var`.
 */
export default async function setup(project: TestProject): Promise<() => void> {
	const folder = mkdtempSync(join(tmpdir(), 'sc-vitest-'))
	process.env.TMPDIR = folder
	process.env.DATA_DIR = join(folder, 'data')
	// What Node compiled is kept for the next process: tests start some dozens of them.
	process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../../node_modules/.cache/compiled-for-tests')
	project.provide('templateDatabase', await makeTemplate(join(folder, 'template.db')))
	project.provide('testPasswordHash', await argonHash(TEST_PASSWORD))
	return () => rmSync(folder, { recursive: true, force: true })
}
