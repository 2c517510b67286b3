import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { CopyDiffersError, sumsOfFile } from '#db/copy/copy.ts'
import { fillServer, moveFromServer, moveToServer, saveServer } from '#db/copy/move.ts'
import { DatabaseInUseError } from '#db/lock.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { makeBackup } from '#src/app/backups/make.ts'
import { newestScheduled, verifyStored } from '#src/app/backups/verify.ts'
import { folderStorage } from '#src/platform/storage/folder.ts'
import { addOddRows, demoFile } from '#tests/support/api/odd-rows.ts'
import { commandOf } from '#tests/support/servers/command.ts'
import { type Sqld, startSqld } from '#tests/support/servers/sqld.ts'

let folder: string
let odd: string
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-carry-'))
	odd = join(folder, 'odd.db')
	await demoFile(odd)
	addOddRows(odd)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let server: Sqld
beforeEach(async () => {
	server = await startSqld()
})
afterEach(() => server.stop())

const settings = (dataDir: string) => ({
	...process.env,
	DATA_DIR: dataDir,
	DATABASE_URL: server.url,
	DATABASE_AUTH_TOKEN: server.authToken,
})

/** Runs an owner's command as npm does. */
const command = (dataDir: string, ...args: string[]) =>
	new Promise<{ status: number; stdout: string; stderr: string }>((resolve) =>
		execFile(
			process.execPath,
			commandOf('src/app/cli/database.ts', ...args),
			{ env: settings(dataDir) },
			(error, stdout, stderr) => resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
		),
	)

async function onServer<T>(work: (opened: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> {
	const opened = await openDatabase(server)
	try {
		return await work(opened)
	} finally {
		await opened.close()
	}
}
const tablesOnServer = () =>
	onServer(async ({ client }) =>
		(await client.execute("select name from sqlite_schema where type = 'table'")).rows.map(({ name }) => String(name)),
	)

/** Reads the hits of a member search from the index's rows; the index stores no text. */
const MEMBER_SEARCH =
	"select user_id from user_search join user_search_rows on row = user_search.rowid where user_search match 'pri*'"

describe('a round trip', () => {
	test('copies every value of every table, with row numbers and search results', async () => {
		const result = await moveToServer(odd, server)
		expect(result.to).toEqual(result.from)
		const back = join(folder, 'back.db')
		await moveFromServer(server, back)
		expect(await sumsOfFile(back)).toEqual(await sumsOfFile(odd))
		expect(statSync(back).mode & 0o777).toBe(0o600)

		const queryFile = (file: string, sql: string) => {
			const connection = new DatabaseSync(file, { readOnly: true })
			const rows = connection.prepare(sql, { returnArrays: true, readBigInts: true }).all()
			connection.close()
			return rows
		}
		const schema = 'select type, name, sql from sqlite_schema where sql is not null order by type, name'
		expect(queryFile(back, schema)).toEqual(queryFile(odd, schema))
		// Compare the values too, not only our checksums.
		const values =
			"select rowid, typeof(value), case typeof(value) when 'text' then hex(value) else quote(value) end from odd"
		expect(queryFile(back, values)).toEqual(queryFile(odd, values))
		expect(queryFile(odd, MEMBER_SEARCH)).toHaveLength(1)
		expect(queryFile(back, MEMBER_SEARCH)).toEqual(queryFile(odd, MEMBER_SEARCH))
		expect(queryFile(back, "select rowid from questions_search where questions_search match 'retainer'")).toEqual(
			queryFile(odd, "select rowid from questions_search where questions_search match 'retainer'"),
		)
	})

	test('leaves a working club on the server: it migrates, searches, counts and numbers like the file', async () => {
		const { from } = await moveToServer(odd, server)
		await onServer(async (opened) => {
			await migrateDatabase(opened)
			const one = async (sql: string) => (await opened.client.execute(sql)).rows[0]?.[0]
			expect(await one(MEMBER_SEARCH)).toBeTypeOf('string')
			// Triggers run for new rows and did not run for copied ones.
			const countedRows = from.find(({ name }) => name === 'counted')?.rows
			expect(await one('select count(*) from counted')).toBe(countedRows)
			const last = Number(await one("select seq from sqlite_sequence where name = 'counted'"))
			expect(last).toBeGreaterThan(20)
			await opened.client.execute("insert into odd (note) values ('after the move')")
			expect(await one("select id from counted where text = 'after the move'")).toBe(last + 1)
			const id = await one("select id from users where email = 'member@second-chair.example' or role = 'member'")
			await opened.client.execute({ sql: "update users set name = 'Zyxwvut' where id = ?", args: [id ?? null] })
			expect(await one(MEMBER_SEARCH.replace('pri*', 'zyxwvut'))).toBe(id)
		})
	})
})

describe('a copy', () => {
	test('refuses a server that contains data, and leaves it unchanged', async () => {
		await moveToServer(odd, server)
		const before = await onServer(async ({ client }) => (await client.execute('select count(*) from odd')).rows[0]?.[0])
		await expect(moveToServer(odd, server)).rejects.toThrow('already contains data; nothing was changed')
		await expect(moveToServer(odd, server, { clearing: 'unfinished' })).rejects.toThrow('already contains data')
		await onServer(async (opened) => {
			await migrateDatabase(opened)
			expect((await opened.client.execute('select count(*) from odd')).rows[0]?.[0]).toBe(before)
		})
	})

	test('refuses a file that is missing, empty or open in a server', async () => {
		const openFile = join(folder, 'open.db')
		const opened = await openDatabase({ url: `file:${openFile}` })
		onTestFinished(() => opened.close())
		await expect(moveToServer(openFile, server)).rejects.toBeInstanceOf(DatabaseInUseError)
		await expect(moveToServer(join(folder, 'none.db'), server)).rejects.toThrow('There is no database at')
		const empty = join(folder, 'empty.db')
		new DatabaseSync(empty).close()
		await expect(moveToServer(empty, server)).rejects.toThrow("is not a club's database")
		expect(await tablesOnServer()).toEqual([])
	})

	test('refuses an existing target file, and a server without a club', async () => {
		await expect(moveFromServer(server, odd)).rejects.toThrow('already exists and was not changed')
		await expect(moveFromServer(server, join(folder, 'nothing.db'))).rejects.toThrow("is not a club's database")
		expect(readdirSync(folder).filter((name) => /^nothing\.db(\.unfinished)?$/.test(name))).toEqual([])
	})
})

/** Timeout for several commands: each takes up to seven seconds to start on a busy machine. */
const COMMANDS_TIMEOUT_MS = 240_000

/** Starts a copy in a child process. */
function startCopy(dataDir: string): ChildProcess {
	return spawn(process.execPath, commandOf('src/app/cli/database.ts', 'to-server', odd), {
		env: settings(dataDir),
		stdio: 'ignore',
	})
}

describe('an interrupted copy', () => {
	test.each(['the command', 'the server'])(
		'killing %s: no node starts on the partial copy, and the copy can be restarted',
		{ timeout: COMMANDS_TIMEOUT_MS },
		async (victim) => {
			const child = startCopy(join(folder, 'data'))
			const ended = once(child, 'exit')
			// At this point some tables are filled, but most are not.
			await expect.poll(tablesOnServer, { interval: 100, timeout: 60_000 }).toContain('user_search_data')
			if (victim === 'the command') child.kill('SIGKILL')
			else await server.kill()
			await ended
			if (victim === 'the server') await server.restart()
			expect(await tablesOnServer()).toContain('second_chair_move')
			await onServer((opened) => expect(migrateDatabase(opened)).rejects.toThrow('npm run db:to-server -- --anew'))
			const { status, stderr } = await command(join(folder, 'data'), 'to-server', odd)
			expect([status, stderr]).toEqual([1, expect.stringContaining('start over with "npm run db:to-server -- --anew"')])
			await expect(saveServer(server, join(folder, 'half.db'))).rejects.toThrow('or one was interrupted')

			const retry = await command(join(folder, 'data'), 'to-server', odd, '--anew')
			expect([retry.status, retry.stderr]).toEqual([0, ''])
			expect(retry.stdout).toMatch(/^users +11 +11 {2}same$/m)
			expect(await tablesOnServer()).not.toContain('second_chair_move')
			await onServer(migrateDatabase)
		},
	)
})

describe('concurrent changes', () => {
	test('saves a consistent snapshot of a server while nodes write', async () => {
		await moveToServer(odd, server)
		let isWriting = true
		const writer = onServer(async ({ client }) => {
			for (let row = 0; isWriting; row++)
				await client.batch(
					[
						{ sql: 'insert into setup_steps (name, done_at) values (?, 0)', args: [`step ${row}`] },
						{ sql: "insert into publish_events (path, created_at) values ('/written', 0)", args: [] },
					],
					'write',
				)
		})
		const saved = join(folder, 'while-written.db')
		for (let round = 0; round < 3; round++) {
			await saveServer(server, saved)
			const copy = new DatabaseSync(saved, { readOnly: true })
			const count = (sql: string) => Object.values(copy.prepare(sql).get() ?? {})[0]
			const steps = count("select count(*) from setup_steps where name like 'step %'")
			expect(count("select count(*) from publish_events where path = '/written'")).toBe(steps)
			if (round > 0) expect(steps).toBeGreaterThan(0)
			copy.close()
		}
		isWriting = false
		await writer
	})

	test('detects a change to the target by comparing, and names the table', async () => {
		let concurrentUpdate: Promise<unknown> | undefined
		const move = fillServer(odd, server, {
			progress(table) {
				if (table !== 'odd') return
				concurrentUpdate ??= onServer(({ client }) => client.execute("update courses set title = 'Meddled'"))
			},
		})
		const error = await move.catch((thrown: unknown) => thrown)
		await concurrentUpdate
		expect(error).toBeInstanceOf(CopyDiffersError)
		expect(String(error)).toContain('differs from its source in: courses')
		// The table that marks an unfinished copy remains.
		expect(await tablesOnServer()).toContain('second_chair_move')
	})
})

describe('the commands', { timeout: COMMANDS_TIMEOUT_MS }, () => {
	test('back up a server to a file, restore it and keep the replaced data', async () => {
		const dataDir = join(folder, 'commands')
		await moveToServer(odd, server)
		const saved = await command(dataDir, 'backup')
		expect([saved.status, saved.stderr]).toEqual([0, ''])
		const file = saved.stdout.trim().replace('Saved ', '')
		expect(await sumsOfFile(file)).toEqual(await sumsOfFile(odd))

		await onServer(({ client }) => client.execute("update courses set title = 'Later'"))
		const refused = await command(dataDir, 'restore', file)
		expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('add --replace')])
		const restored = await command(dataDir, 'restore', file, '--replace')
		expect([restored.status, restored.stderr]).toEqual([0, ''])
		const former = /The previous one is (.*)/.exec(restored.stdout)?.[1] ?? ''
		expect(existsSync(former)).toBe(true)
		const formerDatabase = new DatabaseSync(former, { readOnly: true })
		expect(formerDatabase.prepare('select distinct title from courses').all()).toEqual([{ title: 'Later' }])
		formerDatabase.close()
		await saveServer(server, join(folder, 'restored.db'))
		expect(await sumsOfFile(join(folder, 'restored.db'))).toEqual(await sumsOfFile(odd))
	})

	test('a scheduled backup of a server is compressed, listed and restorable', async () => {
		const small = join(folder, 'small.db')
		await demoFile(small)
		await moveToServer(small, server)
		const storage = folderStorage(join(folder, 'scheduled'))
		const work = join(folder, 'work')
		const { name } = await onServer((database) =>
			makeBackup({ database, storage, site: 'club.example', work, at: new Date() }),
		)
		expect(await verifyStored(storage, await newestScheduled(storage, 'club.example'))).toContain(
			`${name} of ${storage.place}, 0.0 hours old, can be restored`,
		)
		expect(existsSync(work)).toBe(false)
	})

	test('report errors in one sentence', async () => {
		const dataDir = join(folder, 'rejected')
		const messageOf = async (args: string[], overrides: Record<string, string>) => {
			const { stderr, stdout } = await new Promise<{ stderr: string; stdout: string }>((resolve) =>
				execFile(
					process.execPath,
					commandOf('src/app/cli/database.ts', ...args),
					{ env: { ...settings(dataDir), ...overrides } },
					(_, out, err) => resolve({ stdout: out, stderr: err }),
				),
			)
			expect(stdout).toBe('')
			return stderr.trim()
		}
		expect(await messageOf(['to-server', odd], { DATABASE_AUTH_TOKEN: 'wrong' })).toContain(
			'DATABASE_AUTH_TOKEN (HTTP 401)',
		)
		expect(await messageOf(['to-server', odd], { DATABASE_URL: 'http://127.0.0.1:9' })).toBe(
			'The database server at 127.0.0.1:9 does not answer. Start it, or correct DATABASE_URL.',
		)
		expect(await messageOf(['backup'], { DATABASE_URL: 'http://127.0.0.1:9' })).toMatch(
			/^[^\n]*127.0.0.1:9 does not answer[^\n]*$/,
		)
		expect(await messageOf(['from-server'], { DATABASE_URL: '' })).toContain('Set DATABASE_URL to the libSQL server')
	})
})
