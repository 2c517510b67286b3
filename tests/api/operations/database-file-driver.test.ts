import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@libsql/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { backupDatabase } from '#db/backup.ts'
import { db, openDatabase } from '#db/client.ts'
import { DatabaseUnavailableError, isUnavailable } from '#db/errors.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { leases } from '#db/schema/platform/operations.ts'
import { write } from '#db/write.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

const lockHolder = fileURLToPath(new URL('../../support/servers/lock-holder.ts', import.meta.url))

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-db-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the driver on a file', () => {
	let database: TestDatabase
	beforeEach(async () => {
		database = await freshDatabase({ isDurable: true })
	})
	afterEach(() => database.discard())

	const lease = (name: string) => ({ name, holder: 'test', expiresAt: new Date() })

	test('is unavailable while another connection holds the write lock, and loses nothing', async () => {
		const other = createClient({ url: `file:${database.file}`, concurrency: 1 })
		const lock = await other.transaction('write')
		await expect(write(db().insert(leases).values(lease('during')))).rejects.toBeInstanceOf(DatabaseUnavailableError)
		await lock.rollback()
		other.close()
		for (let i = 0; i < 20; i++)
			await write(
				db()
					.insert(leases)
					.values(lease(`after-${i}`)),
			)
		expect(database.recoveries).toBe(1)
		// Another connection reads the acknowledged write, so it is in the file and not in an open transaction.
		const reader = createClient({ url: `file:${database.file}` })
		const { rows } = await reader.execute('select count(*) from leases')
		reader.close()
		expect(rows[0]?.[0]).toBe(20)
		const pragmas = await Promise.all(
			['synchronous', 'foreign_keys'].map((name) => database.client.execute(`pragma ${name}`)),
		)
		expect(pragmas.map((result) => result.rows[0]?.[0])).toEqual([2, 1])
	})

	test('loses none of six concurrent statements if the first finds the file locked', async () => {
		// Longer than the busy timeout of one statement but shorter than two, so the next statements get the lock.
		const holder = spawn(process.execPath, [lockHolder, database.file ?? '', '400'], {
			stdio: ['pipe', 'pipe', 'inherit'],
		})
		const ended = once(holder, 'close')
		await once(holder.stdout, 'data')
		const names = Array.from({ length: 6 }, (_, i) => `at-once-${i}`)
		holder.stdin.write('begin\n')
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

	test('retries a failed recovery before the next statement', async () => {
		const file = database.file ?? ''
		const other = createClient({ url: `file:${file}`, concurrency: 1 })
		const lock = await other.transaction('write')
		// SQLite cannot open a folder as a file, so the reconnect after the BUSY fails.
		const busy = db().insert(leases).values(lease('busy'))
		const refused = busy.catch((error: unknown) => error)
		renameSync(file, `${file}.away`)
		mkdirSync(file)
		expect(isUnavailable(await refused)).toBe(true)
		const outcome = await db()
			.insert(leases)
			.values(lease('gone'))
			.catch((error: unknown) => error)
		expect(isUnavailable(outcome)).toBe(true)
		rmSync(file, { recursive: true })
		renameSync(`${file}.away`, file)
		await lock.rollback()
		other.close()
		await db().insert(leases).values(lease('back'))
		expect((await db().select().from(leases)).map(({ name }) => name)).toEqual(['back'])
		// Pragmas that every connection must set, because they are not the default.
		const pragmas = await Promise.all(
			['temp_store', 'cache_size'].map((name) => database.client.execute(`pragma ${name}`)),
		)
		expect(pragmas.map((result) => result.rows[0]?.[0])).toEqual([2, -65536])
	})

	test('stays closed, so a late statement does not reopen the file', async () => {
		const closed = await openDatabase({ url: `file:${join(folder, 'closed.db')}` })
		await closed.close()
		for (let i = 0; i < 2; i++) await expect(closed.client.execute('select 1')).rejects.toSatisfy(isUnavailable)
	})

	test('creates files that only their owner can read', async () => {
		const opened = await openDatabase({ url: `file:${join(folder, 'new', 'own.db')}` })
		await migrateDatabase(opened)
		const backup = join(folder, 'saved', 'own.db')
		await backupDatabase(opened, backup)
		const modeOf = (path: string) => statSync(path).mode & 0o777
		const modes = ['own.db', 'own.db-wal', 'own.db-shm'].map((name) => modeOf(join(folder, 'new', name)))
		await opened.close()
		expect(modes).toEqual([0o600, 0o600, 0o600])
		expect(modeOf(backup)).toBe(0o600)
		expect([modeOf(join(folder, 'new')), modeOf(join(folder, 'saved'))]).toEqual([0o700, 0o700])
	})
})
