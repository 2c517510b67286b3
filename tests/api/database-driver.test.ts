import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@libsql/client'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { backupDatabase } from '#db/backup.ts'
import { DatabaseUnavailableError, db, isUnavailable, isUniqueViolation, openDatabase, write } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { leases } from '#db/schema/operations.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { freePort } from '#tests/support/free-port.ts'

const schemas = import.meta.glob<Record<string, unknown>>('/db/schema/*.ts', { eager: true })

const lockHolder = fileURLToPath(new URL('../support/lock-holder.ts', import.meta.url))

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-db-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the driver', () => {
	let database: TestDatabase
	beforeEach(async () => {
		database = await freshDatabase({ isDurable: true })
	})
	afterEach(() => database.discard())

	const lease = (name: string) => ({ name, holder: 'test', expiresAt: new Date() })

	test('says unavailable while another connection holds the write lock, and loses nothing afterwards', async () => {
		const other = createClient({ url: `file:${database.file}`, concurrency: 1 })
		const held = await other.transaction('write')
		await expect(write(db().insert(leases).values(lease('during')))).rejects.toBeInstanceOf(DatabaseUnavailableError)
		await held.rollback()
		other.close()
		for (let i = 0; i < 20; i++)
			await write(
				db()
					.insert(leases)
					.values(lease(`after-${i}`)),
			)
		expect(database.recoveries).toBe(1)
		// Another connection sees what was acknowledged: it is in the file, not in a transaction nobody commits.
		const reader = createClient({ url: `file:${database.file}` })
		const { rows } = await reader.execute('select count(*) from leases')
		reader.close()
		expect(rows[0]?.[0]).toBe(20)
		const pragmas = await Promise.all(
			['synchronous', 'foreign_keys'].map((name) => database.client.execute(`pragma ${name}`)),
		)
		expect(pragmas.map((result) => result.rows[0]?.[0])).toEqual([2, 1])
	})

	test('loses none of six single statements at once, of which the first finds the file locked', async () => {
		// Longer than one statement waits, shorter than two: the next ones get the lock.
		const holder = spawn(process.execPath, [lockHolder, database.file ?? '', '400'], {
			stdio: ['ignore', 'pipe', 'inherit'],
		})
		const ended = once(holder, 'close')
		await once(holder.stdout, 'data')
		const names = Array.from({ length: 6 }, (_, i) => `at-once-${i}`)
		const outcomes = await Promise.allSettled(names.map(async (name) => db().insert(leases).values(lease(name))))
		await ended
		await db().insert(leases).values(lease('later'))
		await write(db().insert(leases).values(lease('last')))

		const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
		expect(refused.length).toBeGreaterThanOrEqual(1)
		expect(refused.every(isUnavailable)).toBe(true)
		expect(database.recoveries).toBe(refused.length)
		const acknowledged = names.filter((_, i) => outcomes[i]?.status === 'fulfilled')
		const reader = createClient({ url: `file:${database.file}` })
		const { rows } = await reader.execute('select name from leases')
		reader.close()
		expect(rows.map(({ name }) => name).sort()).toEqual([...acknowledged, 'last', 'later'].sort())
	})

	test('tries a recovery that failed again before the next statement', async () => {
		const file = database.file ?? ''
		const other = createClient({ url: `file:${file}`, concurrency: 1 })
		const held = await other.transaction('write')
		// SQLite cannot open a file that became a folder: the reconnect after the BUSY fails.
		const busy = db().insert(leases).values(lease('busy'))
		const refused = busy.catch((error: unknown) => error)
		renameSync(file, `${file}.away`)
		mkdirSync(file)
		expect(isUnavailable(await refused)).toBe(true)
		const whileGone = await db()
			.insert(leases)
			.values(lease('gone'))
			.catch((error: unknown) => error)
		expect(isUnavailable(whileGone)).toBe(true)
		rmSync(file, { recursive: true })
		renameSync(`${file}.away`, file)
		await held.rollback()
		other.close()
		await db().insert(leases).values(lease('back'))
		expect((await db().select().from(leases)).map(({ name }) => name)).toEqual(['back'])
		// It has what a connection must be told, and would not have by itself.
		const pragmas = await Promise.all(
			['temp_store', 'cache_size'].map((name) => database.client.execute(`pragma ${name}`)),
		)
		expect(pragmas.map((result) => result.rows[0]?.[0])).toEqual([2, -65536])
	})

	test('stays closed: a statement that comes too late does not open the file again', async () => {
		const closed = await openDatabase({ url: `file:${join(folder, 'closed.db')}` })
		await closed.close()
		for (let i = 0; i < 2; i++) await expect(closed.client.execute('select 1')).rejects.toSatisfy(isUnavailable)
	})

	test('says unavailable when the server of a remote database is down', async () => {
		const remote = await openDatabase({ url: `http://127.0.0.1:${await freePort()}` })
		const thrown = await remote.client.execute('select 1').catch((error: unknown) => error)
		await remote.close()
		expect(thrown).toBeInstanceOf(DatabaseUnavailableError)
		expect(isUnavailable(new Error('wrapped', { cause: thrown }))).toBe(true)
		expect(isUnavailable(new Error('another'))).toBe(false)
	})

	test('makes its files readable for their owner alone', async () => {
		const opened = await openDatabase({ url: `file:${join(folder, 'new', 'own.db')}` })
		await migrateDatabase(opened)
		const backup = join(folder, 'saved', 'own.db')
		await backupDatabase(opened, backup)
		const modeOf = (path: string) => statSync(path).mode & 0o777
		const made = ['own.db', 'own.db-wal', 'own.db-shm'].map((name) => modeOf(join(folder, 'new', name)))
		await opened.close()
		expect(made).toEqual([0o600, 0o600, 0o600])
		expect(modeOf(backup)).toBe(0o600)
		expect([modeOf(join(folder, 'new')), modeOf(join(folder, 'saved'))]).toEqual([0o700, 0o700])
	})

	test('a refused constraint is told by its column and rolls the whole write back', async () => {
		await write(db().insert(leases).values(lease('one')))
		const refused = write(db().insert(leases).values(lease('two')), db().insert(leases).values(lease('one')))
		const error = await refused.catch((thrown: unknown) => thrown)
		expect(isUniqueViolation(error)).toBe(true)
		expect(isUniqueViolation(error, 'leases.name')).toBe(true)
		expect(isUniqueViolation(error, 'users.email_key')).toBe(false)
		expect((await db().select().from(leases)).map(({ name }) => name)).toEqual(['one'])
		expect(database.recoveries).toBe(0)
	})

	test('refuses interactive transactions', async () => {
		await expect(db().transaction(async () => undefined)).rejects.toThrow('Use a batch')
	})

	test('fifty writes at once are all written', async () => {
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

	test('the migrations make the very columns that the schema names', async () => {
		for (const table of Object.values(schemas).flatMap((file) => Object.values(file))) {
			if (!is(table, SQLiteTable)) continue
			const info = await database.client.execute(`pragma table_info(${getTableName(table)})`)
			const columns = Object.values(getTableColumns(table)).map((column) => column.name)
			expect(
				info.rows.map((row) => row.name),
				getTableName(table),
			).toEqual(columns)
		}
	})
})
