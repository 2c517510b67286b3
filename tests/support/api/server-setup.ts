import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '#db/migrate.ts'
import { startSqld } from '../servers/sqld.ts'
import { type DatabaseServer, makeTemplate } from './server-databases.ts'

declare module 'vitest' {
	interface ProvidedContext {
		/** The libSQL server that holds the databases of the tests. Where there is none they are files. */
		databaseServer: DatabaseServer | undefined
	}
}

/** One server for all tests of the project `server`, each of which gets a database of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const { stop, url, authToken, adminUrl } = await startSqld({ withNamespaces: true })
	const server = { url, authToken, adminUrl }
	await makeTemplate(server, migrateDatabase)
	project.provide('databaseServer', server)
	return stop
}
