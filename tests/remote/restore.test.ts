import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#db/client.ts'
import { sumsOfFile } from '#db/copy/copy.ts'
import { fillServer, moveToServer, saveServer } from '#db/copy/move.ts'
import { demoFile } from '#tests/support/api/odd-rows.ts'
import { commandOf } from '#tests/support/servers/command.ts'
import { type Sqld, startSqld } from '#tests/support/servers/sqld.ts'

let folder: string
let dataDir: string
let club: string
let server: Sqld
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-restore-'))
	dataDir = join(folder, 'data')
	club = join(folder, 'club.db')
	await demoFile(club)
	server = await startSqld()
})
afterAll(async () => {
	await server.stop()
	rmSync(folder, { recursive: true, force: true })
})

/** Runs the owner's command as npm does. */
const restore = () =>
	new Promise<{ status: number; stderr: string }>((resolve) => {
		const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: server.url, DATABASE_AUTH_TOKEN: server.authToken }
		execFile(
			process.execPath,
			commandOf('src/app/cli/database.ts', 'restore', club, '--replace'),
			{ env },
			(error, _, stderr) => resolve({ status: error ? Number(error.code) : 0, stderr }),
		)
	})

async function onServer<T>(work: (opened: Database) => Promise<T>): Promise<T> {
	const opened = await openDatabase(server)
	try {
		return await work(opened)
	} finally {
		await opened.close()
	}
}
const tables = () =>
	onServer(async ({ client }) => (await client.execute('select name from sqlite_schema')).rows.map(({ name }) => name))

test('restore names running nodes and changes nothing; a stopped node does not block it', async () => {
	await moveToServer(club, server)
	const insertNode = (id: string, url: string | null, secondsAgo: number) =>
		onServer(({ client }) =>
			client.execute({
				sql: "insert into nodes (id, url, seen_at) values (?, ?, unixepoch('subsec') * 1000 - ?)",
				args: [id, url, secondsAgo * 1_000],
			}),
		)
	// Far in the future, so both count as running however long the test takes.
	await insertNode('one', 'http://10.0.0.5:4321', -3_600)
	await insertNode('two', null, -3_600)
	await insertNode('killed', 'http://10.0.0.7:4321', 40)
	const refused = await restore()
	expect([refused.status, refused.stderr]).toEqual([
		1,
		'Nothing was restored: 2 nodes are running on the database of DATABASE_URL (one without an address, http://10.0.0.5:4321); stop every node and try again, after 30 seconds where one was killed.\n',
	])
	expect(existsSync(join(dataDir, 'backups'))).toBe(false)
	// A node may start after the first check. The check after the mark is set finds the node and removes the mark.
	await expect(fillServer(club, server, { clearing: 'everything' })).rejects.toThrow('2 nodes are running')
	expect(await tables()).not.toContain('second_chair_move')
	await onServer(({ client }) => client.execute("update nodes set seen_at = unixepoch('subsec') * 1000 - 31000"))
	expect((await restore()).status).toBe(0)
	await saveServer(server, join(folder, 'no-nodes.db'))
	expect(await sumsOfFile(join(folder, 'no-nodes.db'))).toEqual(await sumsOfFile(club))
})
