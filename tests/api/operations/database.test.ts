import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db, openDatabase, useDatabase } from '#db/client.ts'
import { DatabaseFileError } from '#db/inspect.ts'
import { DatabaseInUseError } from '#db/lock.ts'
import { outbox, publishEvents } from '#db/schema/platform/operations.ts'
import { startWriter, writeUntilKilled } from '#tests/support/site/start-writer.ts'

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-db-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('kill -9 during writes, three times, loses no acknowledged write', { timeout: 60_000 }, async () => {
	const file = join(folder, 'killed.db')
	const acknowledged: string[] = []
	for (const after of [3, 211, 640]) acknowledged.push(...(await writeUntilKilled(file, after)))
	expect(acknowledged.length).toBeGreaterThanOrEqual(854)

	const opened = await openDatabase({ url: `file:${file}` })
	useDatabase(opened)
	const check = await opened.client.execute('pragma integrity_check')
	const stored = new Set((await db().select({ id: outbox.id }).from(outbox)).map(({ id }) => id))
	const events = new Set((await db().select({ path: publishEvents.path }).from(publishEvents)).map(({ path }) => path))
	useDatabase(undefined)
	await opened.close()
	expect(check.rows[0]?.[0]).toBe('ok')
	expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
	// Either both statements of a write are stored, or neither.
	expect([...events].sort()).toEqual([...stored].map((id) => `/${id}`).sort())
})

describe('one process per file', () => {
	test('a second process refuses with a message that names the first', async () => {
		const file = join(folder, 'held.db')
		const opened = await openDatabase({ url: `file:${file}` })
		const child = startWriter(file, 1)
		let message = ''
		child.stderr.setEncoding('utf8').on('data', (part: string) => {
			message += part
		})
		const [code] = (await once(child, 'close')) as [number]
		await opened.close()
		expect(code).not.toBe(0)
		expect(message).toContain(`is in use by another Second Chair server (process ${process.pid})`)
	})

	test('the file is available again once the first process closes it', async () => {
		const file = join(folder, 'free.db')
		const first = await openDatabase({ url: `file:${file}` })
		await expect(openDatabase({ url: `file:${file}` })).rejects.toBeInstanceOf(DatabaseInUseError)
		await first.close()
		const second = await openDatabase({ url: `file:${file}` })
		await second.close()
		expect(existsSync(`${file}.pid`)).toBe(false)
	})

	test('a corrupted lock file is recreated and locks', async () => {
		const file = join(folder, 'damaged.db')
		writeFileSync(`${file}.lock`, 'this is no lock'.repeat(100))
		const first = await openDatabase({ url: `file:${file}` })
		await expect(openDatabase({ url: `file:${file}` })).rejects.toBeInstanceOf(DatabaseInUseError)
		await first.close()
		await (await openDatabase({ url: `file:${file}` })).close()
	})

	test("a folder at the lock's path is reported in one sentence", async () => {
		const file = join(folder, 'no-lock.db')
		mkdirSync(`${file}.lock`)
		await expect(openDatabase({ url: `file:${file}` })).rejects.toThrow(
			new DatabaseFileError(`${file}.lock is a folder, but must be a file. Move it, or choose another path.`),
		)
	})

	test('the file is locked even without the process id, which only the message uses', async () => {
		const file = join(folder, 'no-pid.db')
		mkdirSync(`${file}.pid`)
		const opened = await openDatabase({ url: `file:${file}` })
		await expect(openDatabase({ url: `file:${file}` })).rejects.toThrow('in use by another Second Chair server. Stop')
		await opened.close()
		await (await openDatabase({ url: `file:${file}` })).close()
	})
})
