import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { lockDataFolder } from '#db/lock.ts'
import { commandOf } from '#tests/support/servers/command.ts'
import { type Sqld, startSqld } from '#tests/support/servers/sqld.ts'

let server: Sqld
let folder: string
beforeAll(async () => {
	server = await startSqld()
	folder = mkdtempSync(join(tmpdir(), 'second-chair-nodes-'))
})
afterAll(async () => {
	rmSync(folder, { recursive: true, force: true })
	await server.stop()
})

/** Opens another node of the site with its own data folder. */
const openNode = (name: string, settings: Record<string, string> = {}) =>
	promisify(execFile)(process.execPath, commandOf('tests/support/site/open-site.ts'), {
		env: {
			...process.env,
			NODE_ENV: 'production',
			PUBLIC_URL: 'https://club.example',
			SECRET_KEY: 'x'.repeat(32),
			DATA_DIR: join(folder, name),
			DATABASE_URL: server.url,
			DATABASE_AUTH_TOKEN: server.authToken,
			ADMIN_EMAIL: 'ruth@club.example',
			ADMIN_PASSWORD: 'a long enough password',
			...settings,
		},
	})

test('nodes that start together on an empty database all start and seed it once', {
	timeout: 60_000,
}, async () => {
	const nodes = await Promise.all(['one', 'two'].map((name) => openNode(name)))
	for (const { stdout } of nodes) expect(stdout).toMatch(/^open$/m)
	const { client, close } = await openDatabase(server)
	const count = async (table: string) => (await client.execute(`select count(*) from ${table}`)).rows[0]?.[0]
	const admins = await client.execute("select email from users where role = 'admin'")
	expect(admins.rows.map(({ email }) => email)).toEqual(['ruth@club.example'])
	// One step for the starting categories, and one for the introductions category.
	expect(await count('setup_steps')).toBe(2)
	expect(await count('(select name from question_categories group by name having count(*) > 1)')).toBe(0)
	await close()
})

test('a second node in the same data folder is refused with a message', { timeout: 60_000 }, async () => {
	const dataDir = join(folder, 'held')
	mkdirSync(dataDir)
	const release = await lockDataFolder(dataDir)
	const message = await openNode('held').then(
		() => '',
		({ stderr }: { stderr: string }) => stderr,
	)
	expect(message).toBe(
		`The folder ${dataDir} is in use by another Second Chair server (process ${process.pid}). Stop it first, or set DATA_DIR to another folder.\n`,
	)
	await release()
})

describe('an unusable database server is reported in one sentence', () => {
	test.concurrent.each([
		[
			'that does not answer',
			{ DATABASE_URL: 'http://127.0.0.1:9' },
			'The database server at 127.0.0.1:9 does not answer (ECONNREFUSED). Start it',
		],
		['with a wrong token', { DATABASE_AUTH_TOKEN: 'wrong' }, 'does not accept DATABASE_AUTH_TOKEN (HTTP 401). Check'],
	])('one %s', { timeout: 60_000 }, async (_, settings, sentence) => {
		const message = await openNode(`refused-${sentence.length}`, settings).then(
			() => '',
			({ stderr }: { stderr: string }) => stderr,
		)
		expect(message).toContain(sentence)
		expect(message.trim().split('\n')).toHaveLength(1)
	})
})
