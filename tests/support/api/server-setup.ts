import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '#db/migrate.ts'
import { startSqld } from '../servers/sqld.ts'
import { type DatabaseServer, makeTemplate } from './server-databases.ts'

declare module 'vitest' {
	interface ProvidedContext {
		/** The libSQL server of the test databases, or undefined if they are files. */
		databaseServer: DatabaseServer | undefined
	}
}

/** Starts one server for all tests of the project `server`. Each test gets its own database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const { stop, url, authToken, adminUrl } = await startSqld({ withNamespaces: true })
	const server = { url, authToken, adminUrl }
	await makeTemplate(server, migrateDatabase)
	project.provide('databaseServer', server)
	return stop
}
