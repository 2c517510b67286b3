import { afterAll, beforeAll } from 'vitest'
import { type Database, openDatabase } from '#db/client.ts'
import { type CountingProxy, startCountingProxy } from '../servers/counting-proxy.ts'
import { type Sqld, startSqld } from '../servers/sqld.ts'

/** A database on a separate server, with a count of its requests. */
export interface CountedDatabase {
	/** Set in `beforeAll`. */
	readonly database: Database
	readonly server: Sqld
	/** Counts the requests of `run`. */
	requestsOf(run: () => Promise<unknown>): Promise<number>
}

/** Sets up a libSQL server behind a counting proxy, with a database filled by these statements. */
export function setUpCountedDatabase(...statements: readonly string[]): CountedDatabase {
	let server: Sqld
	let proxy: CountingProxy
	let database: Database
	beforeAll(async () => {
		server = await startSqld()
		proxy = await startCountingProxy(server.url)
		database = await openDatabase({ url: proxy.url, authToken: server.authToken })
		for (const statement of statements) await database.client.execute(statement)
	})
	afterAll(async () => {
		await database.close()
		await proxy.stop()
		await server.stop()
	})
	return {
		get database() {
			return database
		},
		get server() {
			return server
		},
		async requestsOf(run) {
			const before = proxy.requests
			await run()
			return proxy.requests - before
		},
	}
}
