import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandOf } from '#tests/support/servers/command.ts'
import { protectOwner } from '#tests/support/servers/second-factor-club.ts'
import { type SiteNode, startNode } from '#tests/support/servers/site-node.ts'
import { type Sqld, startSqld } from '#tests/support/servers/sqld.ts'
import { codeOf } from '#tests/support/totp.ts'

let folder: string
let server: Sqld
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-factors-'))
	server = await startSqld()
})
afterAll(async () => {
	await server.stop()
	rmSync(folder, { recursive: true, force: true })
})

const onFile = (name: string) => ({
	DATA_DIR: join(folder, name),
	DATABASE_URL: `file:${join(folder, name, 'second-chair.db')}`,
})
const onServer = () => ({
	DATA_DIR: join(folder, 'there'),
	DATABASE_URL: server.url,
	DATABASE_AUTH_TOKEN: server.authToken,
})

/** Runs a command on the server as `npm run db:...` does. */
const move = (...args: string[]) =>
	new Promise<string>((resolve, reject) =>
		execFile(
			process.execPath,
			commandOf('src/app/cli/database.ts', ...args),
			{ env: { ...process.env, ...onServer() } },
			(error, stdout, stderr) => (error ? reject(new Error(stderr)) : resolve(stdout)),
		),
	)

/** Runs `work` on a started node, then stops the node. */
async function withNode(settings: Record<string, string>, work: (node: SiteNode) => Promise<void>): Promise<void> {
	const node = await startNode(settings)
	try {
		await work(node)
	} finally {
		await node.end('SIGTERM')
	}
}

test('sign-in works with every second factor after a club moves to a server and back', async () => {
	let owner: Awaited<ReturnType<typeof protectOwner>> | undefined
	/** A used code. Its 30 seconds may be over when it is entered again. */
	let usedCode = ''
	await withNode(onFile('here'), async (node) => {
		owner = await protectOwner(node)
		usedCode = codeOf(owner.key)
		expect(await owner.enter(node, { code: usedCode, trustDevice: true })).toEqual([401, 200])
		expect(await owner.enter(node, { recoveryCode: owner.recoveryCodes[0] })).toEqual([401, 200])
		expect(await owner.enterByPasskey(node)).toBe(200)
	})
	if (!owner) throw new Error('No owner was set up')
	const { enter, enterByPasskey, enterTrusted, key, recoveryCodes } = owner
	expect(await move('to-server', join(folder, 'here', 'second-chair.db'))).toContain('identical')
	await withNode(onServer(), async (node) => {
		// The browser that signed in before is still signed in, and trusted.
		expect((await owner?.browser.call(node, 'GET', '/api/user'))?.status).toBe(200)
		expect(await enterTrusted(node)).toBe(200)
		expect(await enter(node, { recoveryCode: recoveryCodes[0] }, { recoveryCode: recoveryCodes[1] })).toEqual([
			...[401, 400, 200],
		])
		const [, reused, fresh] = await enter(node, { code: usedCode }, { code: codeOf(key, 30_000) })
		expect([[400, 409].includes(reused ?? 0), fresh]).toEqual([true, 200])
		expect(await enterByPasskey(node)).toBe(200)
	})
	const back = join(folder, 'back', 'second-chair.db')
	expect(await move('from-server', back)).toContain('identical')
	await withNode(onFile('back'), async (node) => {
		expect((await owner?.browser.call(node, 'GET', '/api/user'))?.status).toBe(200)
		expect(await enterTrusted(node)).toBe(200)
		// Codes that were used on the server stay used.
		const [first, second, third] = recoveryCodes.map((recoveryCode) => ({ recoveryCode }))
		expect(await enter(node, first ?? {}, second ?? {}, third ?? {})).toEqual([401, 400, 400, 200])
		const [, reused] = await enter(node, { code: usedCode })
		expect([400, 409]).toContain(reused)
		expect(await enterByPasskey(node)).toBe(200)
	})
})
