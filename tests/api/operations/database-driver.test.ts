import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db, openDatabase } from '#db/client.ts'
import { DatabaseUnavailableError, isUnavailable, isUniqueViolation } from '#db/errors.ts'
import { leases } from '#db/schema/platform/operations.ts'
import { write } from '#db/write.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { freePort } from '#tests/support/servers/free-port.ts'

const schemas = import.meta.glob<Record<string, unknown>>('/db/schema/**/*.ts', { eager: true })

describe('the driver', () => {
	let database: TestDatabase
	beforeEach(async () => {
		database = await freshDatabase()
	})
	afterEach(() => database.discard())

	const lease = (name: string) => ({ name, holder: 'test', expiresAt: new Date() })

	test('reports the database as unavailable when its server is down', async () => {
		const remote = await openDatabase({ url: `http://127.0.0.1:${await freePort()}` })
		const thrown = await remote.client.execute('select 1').catch((error: unknown) => error)
		await remote.close()
		expect(thrown).toBeInstanceOf(DatabaseUnavailableError)
		expect(isUnavailable(new Error('wrapped', { cause: thrown }))).toBe(true)
		expect(isUnavailable(new Error('another'))).toBe(false)
	})

	test('names the column of a violated constraint and rolls back the whole write', async () => {
		await write(db().insert(leases).values(lease('one')))
		const failing = write(db().insert(leases).values(lease('two')), db().insert(leases).values(lease('one')))
		const error = await failing.catch((thrown: unknown) => thrown)
		expect(isUniqueViolation(error)).toBe(true)
		expect(isUniqueViolation(error, 'leases.name')).toBe(true)
		expect(isUniqueViolation(error, 'users.email_key')).toBe(false)
		expect((await db().select().from(leases)).map(({ name }) => name)).toEqual(['one'])
		expect(database.recoveries).toBe(0)
	})

	test('rejects interactive transactions', async () => {
		await expect(db().transaction(async () => undefined)).rejects.toThrow('Use a batch')
	})

	test('completes fifty concurrent writes', async () => {
		await Promise.all(
			Array.from({ length: 50 }, (_, i) =>
				write(
					db()
						.insert(leases)
						.values(lease(`at-once-${i}`)),
				),
			),
		)
		expect(await db().$count(leases)).toBe(50)
	})

	test("the migrations create exactly the schema's columns", async () => {
		for (const table of Object.values(schemas).flatMap((file) => Object.values(file))) {
			if (!is(table, SQLiteTable)) continue
			const info = await database.client.execute(`pragma table_xinfo(${getTableName(table)})`)
			const columns = Object.values(getTableColumns(table)).map((column) => column.name)
			expect(
				info.rows.map((row) => row.name),
				getTableName(table),
			).toEqual(columns)
		}
	})
})
