import { expect, test } from 'vitest'
import { openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { siteMetrics } from '#src/app/metrics.ts'
import { startSqld } from '#tests/support/servers/sqld.ts'

test('a scrape responds before any statement while the database server is frozen, and reports it as down', async () => {
	const server = await startSqld()
	const database = await openDatabase(server)
	try {
		await migrateDatabase(database)
		useDatabase(database)
		const settings = { listener: undefined, token: 'a-token-of-sixteen-or-more' }
		expect(await siteMetrics(settings, 'r1').render()).toMatch(/^second_chair_database_up 1$/m)

		await server.freeze()
		const order: string[] = []
		const statements = Array.from({ length: 10 }, () =>
			database.client.batch(['select 1'], 'write').then(
				() => order.push('statement'),
				() => order.push('statement'),
			),
		)
		// These metrics have no sample yet, as in another process.
		const metrics = siteMetrics(settings, 'r1')
		const texts = await Promise.all(Array.from({ length: 10 }, () => metrics.render()))
		order.push('scrapes')
		for (const text of texts) {
			expect(text).toMatch(/^second_chair_database_up 0$/m)
			expect(text).toMatch(/^second_chair_database_requests_waiting [1-9]\d*$/m)
		}
		await Promise.all(statements)
		expect(order[0]).toBe('scrapes')
	} finally {
		server.thaw()
		useDatabase(undefined)
		await database.close()
		await server.stop()
	}
})
