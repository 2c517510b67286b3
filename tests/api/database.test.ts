import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@libsql/client'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { backupDatabase, restoreDatabase } from '#db/backup.ts'
import {
	DatabaseUnavailableError,
	db,
	isUnavailable,
	isUniqueViolation,
	openDatabase,
	useDatabase,
	write,
} from '#db/client.ts'
import { DatabaseInUseError } from '#db/lock.ts'
import { migrateDatabase } from '#db/migrate.ts'
import * as schema from '#db/schema/index.ts'
import { leases, outbox, publishEvents } from '#db/schema/index.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { freePort } from '#tests/support/free-port.ts'

const writer = fileURLToPath(new URL('../support/writer.ts', import.meta.url))
const lockHolder = fileURLToPath(new URL('../support/lock-holder.ts', import.meta.url))

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-db-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the writer and kills it without warning after `acknowledged` writes. @returns what it said was written. */
async function writeUntilKilled(file: string, acknowledged: number): Promise<string[]> {
	const child = spawn(process.execPath, [writer, file, '1000'], { stdio: ['ignore', 'pipe', 'inherit'] })
	let said = ''
	child.stdout.setEncoding('utf8').on('data', (part: string) => {
		said += part
		if (said.split('\n').length > acknowledged) child.kill('SIGKILL')
	})
	await once(child, 'close')
	// The last line may be half a line: it was not said.
	return said.slice(0, said.lastIndexOf('\n')).split('\n')
}

test('kill -9 during 1,000 writes, three times, loses none that was acknowledged', { timeout: 60_000 }, async () => {
	const file = join(folder, 'killed.db')
	const acknowledged: string[] = []
	for (const after of [3, 211, 640]) acknowledged.push(...(await writeUntilKilled(file, after)))
	expect(acknowledged.length).toBeGreaterThanOrEqual(854)

	const opened = await openDatabase({ url: `file:${file}` })
	useDatabase(opened)
	const check = await opened.client.execute('PRAGMA integrity_check')
	const kept = new Set((await db().select({ id: outbox.id }).from(outbox)).map(({ id }) => id))
	const events = new Set((await db().select({ path: publishEvents.path }).from(publishEvents)).map(({ path }) => path))
	useDatabase(undefined)
	await opened.close()
	expect(check.rows[0]?.[0]).toBe('ok')
	expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
	// All or nothing: both statements of each write.
	expect([...events].sort()).toEqual([...kept].map((id) => `/${id}`).sort())
})

describe('one process per file', () => {
	test('a second process refuses with a sentence that names the first', async () => {
		const file = join(folder, 'held.db')
		const opened = await openDatabase({ url: `file:${file}` })
		const child = spawn(process.execPath, [writer, file, '1'], { stdio: ['ignore', 'pipe', 'pipe'] })
		let complaint = ''
		child.stderr.setEncoding('utf8').on('data', (part: string) => {
			complaint += part
		})
		const [code] = (await once(child, 'close')) as [number]
		await opened.close()
		expect(code).not.toBe(0)
		expect(complaint).toContain(`is in use by another Second Chair server (process ${process.pid})`)
	})

	test('the file is free again once the first is closed', async () => {
		const file = join(folder, 'free.db')
		const first = await openDatabase({ url: `file:${file}` })
		await expect(openDatabase({ url: `file:${file}` })).rejects.toBeInstanceOf(DatabaseInUseError)
		await first.close()
		const second = await openDatabase({ url: `file:${file}` })
		await second.close()
		expect(existsSync(`${file}.pid`)).toBe(false)
	})
})

describe('the driver', () => {
	let database: TestDatabase
	beforeEach(async () => {
		database = await freshDatabase()
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
		const { rows } = await reader.execute('SELECT count(*) FROM leases')
		reader.close()
		expect(rows[0]?.[0]).toBe(20)
		const pragmas = await Promise.all(
			['synchronous', 'foreign_keys'].map((name) => database.client.execute(`PRAGMA ${name}`)),
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
		const { rows } = await reader.execute('SELECT name FROM leases')
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
			['temp_store', 'cache_size'].map((name) => database.client.execute(`PRAGMA ${name}`)),
		)
		expect(pragmas.map((result) => result.rows[0]?.[0])).toEqual([2, -65536])
	})

	test('stays closed: a statement that comes too late does not open the file again', async () => {
		const closed = await openDatabase({ url: `file:${join(folder, 'closed.db')}` })
		await closed.close()
		for (let i = 0; i < 2; i++) await expect(closed.client.execute('SELECT 1')).rejects.toSatisfy(isUnavailable)
	})

	test('says unavailable when the server of a remote database is down', async () => {
		const remote = await openDatabase({ url: `http://127.0.0.1:${await freePort()}` })
		const thrown = await remote.client.execute('SELECT 1').catch((error: unknown) => error)
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
		for (const table of Object.values(schema)) {
			if (!is(table, SQLiteTable)) continue
			const info = await database.client.execute(`PRAGMA table_info(${getTableName(table)})`)
			const columns = Object.values(getTableColumns(table)).map((column) => column.name)
			expect(
				info.rows.map((row) => row.name),
				getTableName(table),
			).toEqual(columns)
		}
	})

	test('a backup taken in use can be restored, and a damaged one cannot', async () => {
		await write(db().insert(leases).values(lease('kept')))
		const backup = join(folder, 'copies', 'backup.db')
		await backupDatabase(database, backup)
		await write(db().insert(leases).values(lease('later')))

		const target = join(folder, 'restored.db')
		writeFileSync(target, 'what was there before')
		const former = await restoreDatabase(backup, target)
		expect(former).toContain(`${target}.before-restore-`)
		expect(readFileSync(former ?? '', 'utf8')).toBe('what was there before')
		const restored = await openDatabase({ url: `file:${target}` })
		await migrateDatabase(restored)
		const { rows } = await restored.client.execute('SELECT name FROM leases')
		await restored.close()
		expect(rows.map((row) => row.name)).toEqual(['kept'])

		const damaged = join(folder, 'damaged.db')
		const bytes = readFileSync(backup)
		bytes.fill(0x55, 4096, bytes.length - 100)
		writeFileSync(damaged, bytes)
		await expect(restoreDatabase(damaged, target)).rejects.toThrow()
		expect(existsSync(target)).toBe(true)
	})
})

describe('restoring', () => {
	const idsIn = async (file: string) => {
		const reader = createClient({ url: `file:${file}`, concurrency: 1 })
		const { rows } = await reader.execute('SELECT id FROM outbox')
		reader.close()
		return rows.map(({ id }) => String(id))
	}

	/** A backup of an empty, migrated database. */
	async function emptyBackup(): Promise<string> {
		const opened = await openDatabase({ url: `file:${join(folder, 'empty.db')}` })
		await migrateDatabase(opened)
		await backupDatabase(opened, join(folder, 'backup.db'))
		await opened.close()
		return join(folder, 'backup.db')
	}

	test('keeps the former database whole, also after kill -9, and each one that was put away', async () => {
		const file = join(folder, 'live.db')
		const acknowledged = await writeUntilKilled(file, 50)
		expect(statSync(`${file}-wal`).size).toBeGreaterThan(0)
		const backup = await emptyBackup()
		const former = (await restoreDatabase(backup, file)) ?? ''
		expect(await idsIn(file)).toEqual([])
		const again = (await restoreDatabase(backup, file)) ?? ''
		expect(again).not.toBe(former)
		expect(await idsIn(again)).toEqual([])

		// Back to the former one, whose last writes are in the log beside it.
		await restoreDatabase(former, file)
		for (const name of [file, former]) {
			const kept = new Set(await idsIn(name))
			expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
		}
		expect(statSync(file).mode & 0o777).toBe(0o600)
		expect(readdirSync(folder).filter((name) => name.endsWith('.unfinished'))).toEqual([])
	})

	test('works on a machine that has no data folder yet', async () => {
		const file = join(folder, 'data', 'second-chair.db')
		expect(await restoreDatabase(await emptyBackup(), file)).toBeUndefined()
		expect(await idsIn(file)).toEqual([])
	})

	test('refuses a file that is not there, and a database that is open', async () => {
		const file = join(folder, 'open.db')
		await expect(restoreDatabase(join(folder, 'none.db'), file)).rejects.toThrow('There is no file')
		const backup = await emptyBackup()
		const opened = await openDatabase({ url: `file:${file}` })
		await expect(restoreDatabase(backup, file)).rejects.toBeInstanceOf(DatabaseInUseError)
		await opened.close()
	})
})
