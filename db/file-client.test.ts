import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FileClient, openFileClient } from './file-client.ts'

let folder: string
let client: FileClient
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-file-client-'))
	client = openFileClient(join(folder, 'test.db'), 250)
	await client.executeMultiple('create table notes (id integer primary key, title text unique, body blob, rank real)')
	await client.execute({ sql: 'insert into notes values (?, ?, ?, ?)', args: [1, 'One', new Uint8Array([1, 2]), 0.5] })
})
afterEach(() => {
	client.close()
	rmSync(folder, { recursive: true, force: true })
})

const titles = async () => (await client.execute('select title from notes order by id')).rows.map(({ title }) => title)

test('returns the same rows and errors as the driver', async () => {
	const driver = createClient({ url: `file:${join(folder, 'test.db')}` })
	const statements = [
		'select * from notes',
		'select a.id, b.id, a.title, null as nothing from notes a join notes b',
		'select title from notes where id = 2',
		{ sql: 'select ? as yes, ? as day, :name as name', args: [true, new Date(5), 'by position'] },
		{ sql: 'select :name as name', args: { ':name': 'by name' } },
		'insert into notes (id) values (1)',
		"insert into notes (title) values ('One')",
		'select * from nowhere',
	]
	const outcome = async (from: Pick<FileClient, 'execute'>, statement: (typeof statements)[number]) => {
		try {
			const { columns, rows, rowsAffected } = await from.execute(statement)
			return {
				columns,
				rows: rows.map((row) => [Object.entries(row), Array.from(row as ArrayLike<unknown>)]),
				rowsAffected,
			}
		} catch (error) {
			const { name, message, code, extendedCode, rawCode } = error as Error & Record<string, unknown>
			return { name, message, code, extendedCode, rawCode }
		}
	}
	for (const statement of statements)
		expect(await outcome(client, statement), JSON.stringify(statement)).toEqual(await outcome(driver, statement))
	driver.close()
})

test('can run a prepared statement again after it failed', async () => {
	const add = (title: string) => client.execute({ sql: 'insert into notes (title) values (?)', args: [title] })
	await expect(add('One')).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT' })
	await add('Two')
	await expect(add('Two')).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT' })
	expect(await titles()).toEqual(['One', 'Two'])
})

test('rejects values that SQLite cannot store', async () => {
	for (const value of [Number.NaN, Number.POSITIVE_INFINITY, undefined])
		await expect(client.execute('select ?', [value as never])).rejects.toThrow('cannot be a value')
})

test('rolls back a failed batch and reports which statement failed', async () => {
	const batch = client.batch(
		["insert into notes (title) values ('Two')", ['insert into notes (id) values (?)', [1]]],
		'write',
	)
	await expect(batch).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT', statementIndex: 1 })
	expect(await titles()).toEqual(['One'])
	await client.batch(["insert into notes (title) values ('Three')"], 'write')
	expect(await titles()).toEqual(['One', 'Three'])
})

test('runs no statement of a batch after its transaction has ended', async () => {
	const batch = client.batch(['rollback', "insert into notes (title) values ('Two')"], 'write')
	await expect(batch).rejects.toMatchObject({ code: 'TRANSACTION_CLOSED', statementIndex: 1 })
	expect(await titles()).toEqual(['One'])
})

test('returns the current columns after the table of a prepared statement changed', async () => {
	const columns = async () => (await client.execute('select * from notes')).columns
	expect(await columns()).toHaveLength(4)
	await client.execute("alter table notes add column color text default 'red'")
	expect(await columns()).toHaveLength(5)
	await client.migrate(['alter table notes drop column rank'])
	expect(await columns()).toEqual(['id', 'title', 'body', 'color'])
})

test('runs more statements than it caches', async () => {
	for (let n = 0; n < 1_200; n++) expect((await client.execute(`select ${n}`)).rows[0]?.[0]).toBe(n)
	expect(await titles()).toEqual(['One'])
})

test('rejects statements while it is closed, and accepts them after a reconnect', async () => {
	client.close()
	expect(client.closed).toBe(true)
	await expect(titles()).rejects.toMatchObject({ code: 'CLIENT_CLOSED' })
	await client.reconnect()
	expect(await titles()).toEqual(['One'])
})
