import { createHash } from 'node:crypto'
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	truncateSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { restoreDatabase } from '#db/backup.ts'
import { openDatabase } from '#db/client.ts'
import { assertDatabaseFile, DatabaseFileError, fileSentence } from '#db/inspect.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { writeUntilKilled } from '#tests/support/site/start-writer.ts'

let folder: string
let file: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-file-'))
	file = join(folder, 'club.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the bytes of the database and its sidecar files, but only the name of the shared-memory file. */
const folderState = () =>
	readdirSync(folder)
		.filter((name) => !/\.(lock|pid)$/.test(name))
		.sort()
		.map((name) =>
			statSync(join(folder, name)).isFile() && !name.endsWith('-shm')
				? `${name} ${createHash('sha256')
						.update(readFileSync(join(folder, name)))
						.digest('hex')}`
				: name,
		)

/** Opens the file as a start does. @returns its error message. */
async function startError(): Promise<string> {
	const before = folderState()
	try {
		const database = await openDatabase({ url: `file:${file}` })
		await migrateDatabase(database)
		await database.close()
	} catch (error) {
		expect(error).toBeInstanceOf(DatabaseFileError)
		expect(folderState()).toEqual(before)
		const { message } = error as Error
		expect(message).not.toContain('\n')
		expect(message).toContain(file)
		return message
	}
	throw new Error('It was opened')
}

/** Creates one of our databases in a single file, as after a clean stop. */
async function createOurDatabase(change = ''): Promise<void> {
	const temporary = join(folder, 'made.db')
	const opened = await openDatabase({ url: `file:${temporary}` })
	await migrateDatabase(opened)
	if (change) await opened.client.execute(change)
	await opened.client.execute({ sql: 'vacuum into ?', args: [file] })
	await opened.close()
	for (const name of readdirSync(folder)) if (name.startsWith('made.db')) rmSync(join(folder, name))
}

async function createForeignDatabase(journal: 'delete' | 'wal'): Promise<void> {
	const client = createClient({ url: `file:${file}`, concurrency: 1 })
	await client.execute(`pragma journal_mode = ${journal}`)
	await client.execute('create table bookmarks (id integer primary key, address text)')
	await client.execute("insert into bookmarks (address) values ('https://elsewhere.example')")
	client.close()
}

describe('a start refuses and leaves unchanged', () => {
	test('a file of another format', async () => {
		writeFileSync(file, createHash('sha512').update('random').digest())
		expect(await startError()).toContain('is not an SQLite database')
		writeFileSync(file, 'Dear all, the minutes of the meeting. '.repeat(500))
		expect(await startError()).toContain('npm run db:restore')
	})

	test('a file truncated at any length', async () => {
		await createOurDatabase()
		const original = join(folder, 'whole')
		copyFileSync(file, original)
		for (const bytes of [1, 99, 100, 4095, 4096, 5000, statSync(original).size - 4096, statSync(original).size - 1]) {
			copyFileSync(original, file)
			truncateSync(file, bytes)
			expect(await startError(), `${bytes} bytes`).toMatch(/cut off after|not an SQLite database/)
		}
	})

	test('a file corrupted in its middle', async () => {
		await createOurDatabase()
		const bytes = readFileSync(file)
		for (const [from, to] of [
			[100, 4096],
			[8192, 40_960],
			[bytes.length - 8192, bytes.length],
		]) {
			const copy = Buffer.from(bytes)
			copy.fill(0x55, from, to)
			writeFileSync(file, copy)
			expect(await startError(), `from ${from}`).toContain('is damaged')
		}
	})

	test.each(['delete', 'wal'] as const)("another program's database, in journal mode %s", async (journal) => {
		await createForeignDatabase(journal)
		expect(await startError()).toContain('belongs to another program')
	})

	test("another program's database created by drizzle", async () => {
		await createForeignDatabase('delete')
		const client = createClient({ url: `file:${file}`, concurrency: 1 })
		await client.execute('create table __drizzle_migrations (id integer, hash text, created_at numeric)')
		await client.execute("insert into __drizzle_migrations values (1, 'x', 1700000000000)")
		client.close()
		expect(await startError()).toContain('belongs to another program')
	})

	test('a database of a newer version, even if its last writes are only in the WAL', async () => {
		const newer = "insert into __drizzle_migrations (hash, created_at) values ('later', 9999999999999)"
		await createOurDatabase(newer)
		expect(await startError()).toContain('was written by a newer version of Second Chair')
		rmSync(file)
		await writeUntilKilled(file, 20)
		const client = createClient({ url: `file:${file}`, concurrency: 1 })
		await client.execute('pragma wal_autocheckpoint = 0')
		await client.execute(newer)
		// Copies the files of the open database, because closing it would checkpoint the WAL.
		for (const suffix of ['', '-wal']) copyFileSync(`${file}${suffix}`, join(folder, `copy.db${suffix}`))
		client.close()
		for (const name of readdirSync(folder)) if (name.startsWith('club.db')) rmSync(join(folder, name))
		file = join(folder, 'copy.db')
		expect(statSync(`${file}-wal`).size).toBeGreaterThan(0)
		expect(await startError()).toContain('newer version')
	})

	test('a folder, and a WAL without its database', async () => {
		mkdirSync(file)
		expect(await startError()).toContain('is a folder')
		rmSync(file, { recursive: true })
		await writeUntilKilled(file, 20)
		rmSync(file)
		rmSync(`${file}-shm`)
		expect(await startError()).toContain('it is missing, while its log')
		writeFileSync(file, '')
		expect(await startError()).toContain('it is empty, while its log')
	})

	test('a path below a file', async () => {
		const parent = join(folder, 'notes.txt')
		writeFileSync(parent, 'notes')
		file = parent
		const inside = join(parent, 'club.db')
		await expect(openDatabase({ url: `file:${inside}` })).rejects.toThrow(`${parent} cannot be created`)
		expect(() => assertDatabaseFile(inside)).toThrow(`${parent} is a file, so ${inside} cannot be created`)
	})
})

test('the first start creates its missing folder', () => {
	expect(() => assertDatabaseFile(join(folder, 'data', 'club', 'club.db'))).not.toThrow()
})

test('a start accepts an empty file, a missing file, and the file of a killed server', async () => {
	writeFileSync(file, '')
	for (const name of [file, join(folder, 'new', 'club.db')]) {
		const opened = await openDatabase({ url: `file:${name}` })
		await migrateDatabase(opened)
		await opened.close()
		expect(existsSync(name)).toBe(true)
	}
	const killed = join(folder, 'killed.db')
	const written = await writeUntilKilled(killed, 30)
	const reopened = await openDatabase({ url: `file:${killed}` })
	await migrateDatabase(reopened)
	const { rows } = await reopened.client.execute('select count(*) from outbox')
	await reopened.close()
	expect(rows[0]?.[0]).toBeGreaterThanOrEqual(written.length)
})

test('a restore refuses files that a start would refuse and leaves the database unchanged', async () => {
	await createForeignDatabase('delete')
	const foreign = join(folder, 'foreign.db')
	copyFileSync(file, foreign)
	for (const name of readdirSync(folder)) if (name.startsWith('club.db')) rmSync(join(folder, name))
	await createOurDatabase()
	const before = readFileSync(file)
	await expect(restoreDatabase(foreign, file)).rejects.toThrow('belongs to another program')
	writeFileSync(foreign, 'no database')
	await expect(restoreDatabase(foreign, file)).rejects.toThrow('not an SQLite database')
	writeFileSync(foreign, '')
	await expect(restoreDatabase(foreign, file)).rejects.toThrow("is not a club's database")
	expect(readFileSync(file)).toEqual(before)
})

test.each(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOSPC'])('%s becomes a sentence that names the path', (code) => {
	const sentence = fileSentence('/data/club.db', Object.assign(new Error(code), { code }))
	expect(sentence).toContain('/data/club.db')
	expect(sentence).toMatch(/^.+\. .+\.$|^.+: .+\. .+\.$/)
})
