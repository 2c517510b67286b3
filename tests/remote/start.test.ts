import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { type Sqld, startSqld } from '#tests/support/sqld.ts'

const script = fileURLToPath(new URL('../support/open-site.ts', import.meta.url))

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

/** Another node of the site, with a data folder of its own. */
const openNode = (name: string) =>
	promisify(execFile)(process.execPath, [script], {
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
		},
	})

test('nodes that start together on an empty database all start, and make one of each', {
	timeout: 60_000,
}, async () => {
	const nodes = await Promise.all(['one', 'two'].map(openNode))
	for (const { stdout } of nodes) expect(stdout).toMatch(/^open$/m)
	const { client, close } = await openDatabase(server)
	const count = async (table: string) => (await client.execute(`select count(*) from ${table}`)).rows[0]?.[0]
	const admins = await client.execute("select email from users where role = 'admin'")
	expect(admins.rows.map(({ email }) => email)).toEqual(['ruth@club.example'])
	expect(await count('setup_steps')).toBe(1)
	expect(await count('(select name from question_categories group by name having count(*) > 1)')).toBe(0)
	await close()
})
