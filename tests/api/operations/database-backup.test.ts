import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { backupDatabase, restoreDatabase } from '#db/backup.ts'
import { db, openDatabase } from '#db/client.ts'
import { DatabaseInUseError } from '#db/lock.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { leases } from '#db/schema/platform/operations.ts'
import { write } from '#db/write.ts'
import { freshDatabase } from '#tests/support/api/database.ts'
import { writeUntilKilled } from '#tests/support/site/start-writer.ts'

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-db-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a backup of a database in use can be restored, and a corrupted one cannot', async () => {
	const database = await freshDatabase({ isDurable: true })
	onTestFinished(() => database.discard())
	const lease = (name: string) => ({ name, holder: 'test', expiresAt: new Date() })
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
	const { rows } = await restored.client.execute('select name from leases')
	await restored.close()
	expect(rows.map((row) => row.name)).toEqual(['kept'])

	const damaged = join(folder, 'damaged.db')
	const bytes = readFileSync(backup)
	bytes.fill(0x55, 4096, bytes.length - 100)
	writeFileSync(damaged, bytes)
	await expect(restoreDatabase(damaged, target)).rejects.toThrow()
	expect(existsSync(target)).toBe(true)
})

describe('a restore', () => {
	const idsIn = async (file: string) => {
		const reader = createClient({ url: `file:${file}`, concurrency: 1 })
		const { rows } = await reader.execute('select id from outbox')
		reader.close()
		return rows.map(({ id }) => String(id))
	}

	async function makeEmptyBackup(): Promise<string> {
		const opened = await openDatabase({ url: `file:${join(folder, 'empty.db')}` })
		await migrateDatabase(opened)
		await backupDatabase(opened, join(folder, 'backup.db'))
		await opened.close()
		return join(folder, 'backup.db')
	}

	test('keeps the previous database intact, even after kill -9, as well as earlier ones', async () => {
		const file = join(folder, 'live.db')
		const acknowledged = await writeUntilKilled(file, 50)
		expect(statSync(`${file}-wal`).size).toBeGreaterThan(0)
		const backup = await makeEmptyBackup()
		const former = (await restoreDatabase(backup, file)) ?? ''
		expect(await idsIn(file)).toEqual([])
		const formerAgain = (await restoreDatabase(backup, file)) ?? ''
		expect(formerAgain).not.toBe(former)
		expect(await idsIn(formerAgain)).toEqual([])

		// Back to the previous database, whose last writes are in its WAL.
		await restoreDatabase(former, file)
		for (const name of [file, former]) {
			const ids = new Set(await idsIn(name))
			expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
		}
		expect(statSync(file).mode & 0o777).toBe(0o600)
		expect(readdirSync(folder).filter((name) => name.endsWith('.unfinished'))).toEqual([])
	})

	test('works on a machine without a data folder', async () => {
		const file = join(folder, 'data', 'second-chair.db')
		expect(await restoreDatabase(await makeEmptyBackup(), file)).toBeUndefined()
		expect(await idsIn(file)).toEqual([])
	})

	test('refuses a missing file and an open database', async () => {
		const file = join(folder, 'open.db')
		await expect(restoreDatabase(join(folder, 'none.db'), file)).rejects.toThrow('There is no file')
		const backup = await makeEmptyBackup()
		const opened = await openDatabase({ url: `file:${file}` })
		await expect(restoreDatabase(backup, file)).rejects.toBeInstanceOf(DatabaseInUseError)
		await opened.close()
	})
})
