import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { unpacked } from '#tests/support/servers/archives.ts'
import { commandOf } from '#tests/support/servers/command.ts'
import { type Owner, protectOwner, WRONG_CODE } from '#tests/support/servers/second-factor-club.ts'
import { ADMIN, type SiteNode, startNode } from '#tests/support/servers/site-node.ts'
import { codeOf } from '#tests/support/totp.ts'

// Runs a club in separate processes. Its admin has an app, recovery codes and a passkey. Its files and output must not
// contain secrets, and copies of it must accept the same sign-ins.

const SECRET_KEY = 'x'.repeat(32)

let folder: string
let node: SiteNode
let owner: Owner
/** A used code. Its 30 seconds may be over when it is entered again. */
let usedCode: string
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-moves-'))
	node = await start('club', { LOG_LEVEL: 'trace' })
	owner = await protectOwner(node)
	const [used = ''] = owner.recoveryCodes
	expect(await owner.enter(node, { code: '000000' }, { recoveryCode: WRONG_CODE }, { recoveryCode: used })).toEqual([
		...[401, 400, 400, 200],
	])
	usedCode = codeOf(owner.key)
	expect(await owner.enter(node, { code: usedCode, trustDevice: true })).toEqual([401, 200])
	expect(await owner.enterByPasskey(node)).toBe(200)
	// Leaves an unfinished sign-in step and an unanswered challenge.
	expect(await owner.enter(node)).toEqual([401])
	await owner.beginByPasskey(node)
})
afterAll(async () => {
	await node.end('SIGTERM')
	rmSync(folder, { recursive: true, force: true })
})

const settingsOf = (name: string) => ({
	DATA_DIR: join(folder, name),
	DATABASE_URL: `file:${join(folder, name, 'second-chair.db')}`,
	MEDIA_TO: '',
	PUBLIC_URL: 'https://club.example',
	SECRET_KEY,
})
const start = (name: string, settings: Record<string, string> = {}) => startNode({ ...settingsOf(name), ...settings })

/** Starts a copy of the club for one test. */
async function startCopy(name: string, settings: Record<string, string> = {}): Promise<SiteNode> {
	const copy = await start(name, settings)
	onTestFinished(async () => void (await copy.end('SIGTERM')))
	return copy
}

/** Runs a command as `npm run` does. */
const run = (name: string, script: string, args: string[], settings: Record<string, string> = {}) =>
	new Promise<string>((resolve, reject) => {
		const env = { ...process.env, ...settingsOf(name), ...settings }
		execFile(process.execPath, commandOf(`src/app/cli/${script}.ts`, ...args), { env }, (error, stdout, stderr) =>
			error ? reject(new Error(stderr)) : resolve(stdout),
		)
	})

/** Signs in to a copy in every way. Used codes stay used. */
async function expectSignsIn(copy: SiteNode): Promise<void> {
	const [used = '', unused = ''] = owner.recoveryCodes
	expect(await owner.enter(copy, { recoveryCode: used }, { recoveryCode: unused })).toEqual([401, 400, 200])
	const [, reused, fresh] = await owner.enter(copy, { code: usedCode }, { code: codeOf(owner.key, 30_000) })
	expect([[400, 409].includes(reused ?? 0), fresh]).toEqual([true, 200])
	expect(await owner.enterByPasskey(copy)).toBe(200)
}

test('no secret is in the log, an export, the audit, a backup or the files of the club', async () => {
	const get = async (path: string) => {
		const reply = await owner.browser.call(node, 'GET', path)
		expect(reply.status, path).toBe(200)
		return Buffer.from(await reply.arrayBuffer())
	}
	const texts = new Map<string, Buffer>()
	for (const path of [
		...['/api/user/data', '/api/user/data/page', '/api/user/security', '/api/user/sign-ins'],
		...['/api/admin/users', '/api/admin/audit'],
	])
		texts.set(path, await get(path))
	writeFileSync(join(folder, 'club.zip'), await get('/api/admin/club-data'))
	await run('club', 'data', ['export', join(folder, 'whole.zip'), '--with-credentials'])
	for (const name of ['club.zip', 'whole.zip'])
		texts.set(name, Buffer.concat([...(await unpacked(join(folder, name))).values()]))
	await run('club', 'database', ['backup', join(folder, 'plain.db')])
	texts.set('backup', readFileSync(join(folder, 'plain.db')))
	for (const name of readdirSync(join(folder, 'club'), { recursive: true, encoding: 'utf8' }))
		if (statSync(join(folder, 'club', name)).isFile()) texts.set(name, readFileSync(join(folder, 'club', name)))
	texts.set('log', Buffer.from(node.said()))

	expect(owner.secrets.size).toBeGreaterThan(35)
	for (const [name, text] of texts)
		for (const secret of [...owner.secrets, ADMIN.password, SECRET_KEY])
			expect(text.includes(secret), `${secret} in ${name}`).toBe(false)
	// Checks that the search finds text that these files do contain.
	for (const name of ['/api/user/data', '/api/admin/users', 'club.zip', 'whole.zip', 'backup', 'second-chair.db'])
		expect(texts.get(name)?.includes(ADMIN.email), name).toBe(true)
	expect(texts.get('/api/admin/audit')?.toString()).toContain('factor.added')
	expect(texts.get('log')?.toString()).toContain('/api/login/second-factor')
	// Only the archive that was exported with credentials contains the tables of second factors.
	for (const table of ['totp_secrets', 'recovery_codes', 'passkeys']) {
		expect(texts.get('whole.zip')?.includes(table), table).toBe(true)
		expect(texts.get('club.zip')?.includes(`"${table}"`), table).toBe(false)
	}
})

test('a restored backup signs in as before', async () => {
	const file = join(folder, 'club.db')
	await run('club', 'database', ['backup', file])
	await run('restored', 'database', ['restore', file])
	await expectSignsIn(await startCopy('restored'))
})

test('a moved club signs in as before', async () => {
	const file = join(folder, 'moving.zip')
	await run('club', 'data', ['export', file, '--with-credentials'])
	await run('moved', 'data', ['import', file])
	await expectSignsIn(await startCopy('moved'))
})

test('after a change of SECRET_KEY a start warns, recovery codes work, and the command makes app codes work again', async () => {
	const file = join(folder, 'resealed-from.db')
	await run('club', 'database', ['backup', file])
	await run('resealed', 'database', ['restore', file])
	const other = { SECRET_KEY: 'another key of at least 32 characters' }
	const before = await startCopy('resealed', other)
	expect(before.said()).toMatch(/"unreadable":1,.*SECRET_KEY was changed/)
	const recovery = { recoveryCode: owner.recoveryCodes[1] ?? '' }
	expect(await owner.enter(before, { code: codeOf(owner.key, 30_000) }, recovery)).toEqual([401, 409, 200])
	expect(await owner.enterByPasskey(before)).toBe(200)
	await before.end('SIGTERM')
	await expect(run('resealed', 'account', ['reseal'], other)).rejects.toThrow('Set OLD_SECRET_KEY')
	expect(await run('resealed', 'account', ['reseal'], { ...other, OLD_SECRET_KEY: SECRET_KEY })).toBe(
		'1 authenticator apps work again.\n',
	)
	const after = await startCopy('resealed', other)
	expect(after.said()).not.toContain('SECRET_KEY was changed')
	expect(await owner.enter(after, { code: codeOf(owner.key, 30_000) })).toEqual([401, 200])
})

test('the owner of the server can remove a second factor whether or not the site runs', async () => {
	const file = join(folder, 'reset-from.db')
	await run('club', 'database', ['backup', file])
	for (const name of ['reset-stopped', 'reset-running']) await run(name, 'database', ['restore', file])
	const reset = (name: string) => run(name, 'account', ['reset-second-factor', ADMIN.email])
	const done = `The second factor of ${ADMIN.email} was removed, and they were signed out everywhere. They can now sign in with their password only.\n`
	expect(await reset('reset-stopped')).toBe(done)
	expect(await owner.enter(await startCopy('reset-stopped'))).toEqual([200])

	const running = await startCopy('reset-running')
	expect(await owner.enter(running)).toEqual([401])
	expect(await reset('reset-running')).toBe(done)
	expect(await owner.enter(running)).toEqual([200])
	expect(await owner.enterByPasskey(running)).toBe(404)
	expect(await reset('reset-running')).toContain('has no second factor')
	await expect(run('reset-running', 'account', ['reset-second-factor', 'nobody@club.example'])).rejects.toThrow(
		'No account has the address nobody@club.example.',
	)
	await expect(run('reset-running', 'account', ['reset-second-factor'])).rejects.toThrow('Give the email address')
})
