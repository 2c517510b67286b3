import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { hashPassword } from '#src/features/auth/server/passwords/passwords.ts'
import { TEST_PASSWORD } from './password.ts'

declare module 'vitest' {
	interface ProvidedContext {
		/** A migrated, empty database file that no process has open. */
		templateDatabase: string
		/** Argon2id hash of `TEST_PASSWORD`. Hashing it for every account of every test would take half a minute. */
		testPasswordHash: string
	}
}

async function makeTemplate(file: string): Promise<string> {
	const opened = await openDatabase({ url: `file:${file}` })
	await migrateDatabase(opened)
	// Moves the WAL into the file, because only the file is copied.
	await opened.client.execute('pragma wal_checkpoint(truncate)')
	await opened.close()
	return file
}

/**
 * Creates one temporary folder for the whole run. `tmpdir()` and `DATA_DIR` point into it in every test, so files of a
 * crashed test are removed with it, and no test writes into `./var`.
 */
export default async function setup(project: TestProject): Promise<() => void> {
	const folder = mkdtempSync(join(tmpdir(), 'sc-vitest-'))
	process.env.TMPDIR = folder
	process.env.DATA_DIR = join(folder, 'data')
	// Shares Node's compile cache with the processes that tests start.
	process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../../node_modules/.cache/compiled-for-tests')
	project.provide('templateDatabase', await makeTemplate(join(folder, 'template.db')))
	project.provide('testPasswordHash', await hashPassword(TEST_PASSWORD))
	return () => rmSync(folder, { recursive: true, force: true })
}
