import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db, openDatabase } from '#db/client.ts'
import * as lock from '#db/lock.ts'
import journal from '#db/migrations/meta/_journal.json' with { type: 'json' }
import { leases } from '#db/schema/platform/operations.ts'
import { withBuildLock } from '#src/app/build/build-lock.ts'
import { serveOldAssets } from '#src/app/build/old-assets.ts'
import { projectRoot } from '#src/app/build/paths.ts'
import type { Release } from '#src/app/build/release.ts'
import { askServer, listenForCommands } from '#src/app/startup/control.ts'
import { sentenceOf } from '#src/app/startup/startup-errors.ts'
import { StaticStore } from '#src/platform/http/files/static-store.ts'
import { logOptions } from '#src/platform/log.ts'
import { freshDatabase } from '#tests/support/api/database.ts'

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'ops-'))
})
afterEach(() => {
	rmSync(folder, { recursive: true, force: true })
})

const modeOf = (path: string) => statSync(path).mode & 0o777

describe('the log', () => {
	/** Returns the log line for `fields`. */
	function logLine(fields: object | Error, message?: string): string {
		let output = ''
		const lines = new Writable({
			write(part, _, done) {
				output += String(part)
				done()
			},
		})
		pino({ ...logOptions, level: 'info' }, lines).error(fields, message)
		return output
	}

	/** Returns drizzle's error for an insert that the database rejects. */
	async function failedInsertError(name: string): Promise<Error> {
		const database = await freshDatabase()
		const row = { name, holder: 'argon2-hash', expiresAt: new Date() }
		await db().insert(leases).values(row)
		const error = await db()
			.insert(leases)
			.values(row)
			.catch((thrown: unknown) => thrown)
		await database.discard()
		return error as Error
	}

	test('contains a failed statement, its error and its location, but none of its values', async () => {
		const error = await failedInsertError('member@club.example\n    at a line of his own')
		expect(error.message).toContain('argon2-hash')
		const nested = new Error('outer', { cause: new AggregateError([error], 'middle', { cause: error }) })
		for (const line of [
			logLine({ err: error }, 'request failed'),
			logLine({ err: nested }, 'request failed'),
			logLine({ reason: error.message }, 'row failed'),
			logLine({ err: error }),
			logLine(error),
		]) {
			expect(line).not.toMatch(/member@|argon2-hash|line of his own/)
			expect(line).toContain('insert into')
		}
		const { err } = JSON.parse(logLine({ err: nested }, 'request failed'))
		expect(err).toMatchObject({ type: 'Error', message: 'outer', cause: { message: 'middle' } })
		expect(err.cause.cause.cause.code).toBe('SQLITE_CONSTRAINT')
		expect(err.stack).toMatch(/^Error: outer\n\s+at .*operations\.test\.ts/)
		expect(err.cause.cause.stack).toMatch(/params: \[hidden\]\n\s+at /)
	})

	test.each([
		['/api/calendar/k3y-of-a-member.ics', '/api/calendar/[hidden]'],
		['/api/unsubscribe/k3y-of-a-mail', '/api/unsubscribe/[hidden]'],
		['/unsubscribe/k3y-of-a-mail/', '/unsubscribe/[hidden]'],
		['/api//calendar//k3y', '/api//calendar//[hidden]'],
		['/api/coaching/sessions/1/calendar', '/api/coaching/sessions/1/calendar'],
	])('logs the path %s as %s', (path, logged) => {
		expect(JSON.parse(logLine({ path }, 'request')).path).toBe(logged)
	})

	test('handles circular error causes', () => {
		const error = new Error('round')
		error.cause = error
		expect(JSON.parse(logLine({ err: error }, 'x')).err.cause.message).toBe('round')
	})
})

describe('the control socket', () => {
	test('rejects names of inherited properties as unknown and keeps running', async () => {
		const stop = await listenForCommands(folder, { ping: async (argument) => `pong ${argument}` })
		for (const name of ['constructor', '__proto__', 'toString', '/', ''])
			await expect(askServer(folder, name)).rejects.toThrow('There is no such command.')
		expect(await askServer(folder, 'ping', 'a b&c')).toBe('pong a b&c')
		await stop()
	})

	test('only accepts POST and reports why a command failed', async () => {
		const stop = await listenForCommands(join(folder, 'data'), {
			async broken() {
				throw new Error('The disk is full')
			},
		})
		expect(modeOf(join(folder, 'data'))).toBe(0o700)
		await expect(askServer(join(folder, 'data'), 'broken')).rejects.toThrow('The disk is full')
		const getRequest = request({ socketPath: join(folder, 'data', 'control.sock'), path: '/broken' }).end()
		const [answer] = await once(getRequest, 'response')
		answer.resume()
		expect(answer.statusCode).toBe(404)
		await stop()
	})
})

test('the control socket reports an occupied or overlong path in one sentence', async () => {
	const sentence = async (data: string) =>
		sentenceOf(await listenForCommands(data, {}).catch((error: unknown) => error))
	mkdirSync(join(folder, 'control.sock'))
	expect(await sentence(folder)).toBe(
		`${join(folder, 'control.sock')} is a folder, but must be a file. Move it, or choose another path.`,
	)
	const deep = join(folder, 'd'.repeat(120))
	expect(await sentence(deep)).toBe(
		`The path ${join(deep, 'control.sock')} is too long for a socket. Set DATA_DIR to a shorter one.`,
	)
})

describe('the commands', () => {
	/** Creates a checkout whose `.env` names the data folder. */
	function checkout(settings = ''): string {
		const root = join(folder, 'checkout')
		mkdirSync(root)
		for (const name of ['src', 'db']) cpSync(join(projectRoot, name), join(root, name), { recursive: true })
		for (const name of ['node_modules', 'public']) symlinkSync(join(projectRoot, name), join(root, name))
		for (const name of ['package.json', 'tailwind.config.mjs']) cpSync(join(projectRoot, name), join(root, name))
		// A settings file of a systemd unit, with the link that docs/operations.md describes.
		writeFileSync(
			join(folder, 'common.env'),
			`MAIL_FROM=A Club <a@club.example>\nDATA_DIR=${join(folder, 'data')}\n${settings}`,
		)
		symlinkSync(join(folder, 'common.env'), join(root, '.env'))
		return root
	}

	async function run(root: string, ...args: string[]): Promise<{ code: number; text: string }> {
		// Removes empty variables too, because the environment takes precedence over `.env`.
		const { DATA_DIR: _, NODE_ENV: __, ...settings } = process.env
		const childEnv = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''))
		const child = spawn(process.execPath, args, { cwd: root, env: childEnv, stdio: ['ignore', 'pipe', 'pipe'] })
		let text = ''
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding('utf8').on('data', (part: string) => {
				text += part
			})
		const [code] = (await once(child, 'close')) as [number]
		return { code, text }
	}

	test('read .env, and a backup neither creates a database nor changes the schema', async () => {
		const root = checkout()
		const file = join(folder, 'data', 'second-chair.db')
		const none = await run(root, 'src/app/cli/database.ts', 'backup')
		expect(none).toEqual({ code: 1, text: `There is no database at ${file}: nothing was saved.\n` })
		expect(existsSync(file)).toBe(false)

		// A database of an earlier release: it has a table that identifies backups, but not the current schema.
		const former = await openDatabase({ url: `file:${file}` })
		await former.client.execute('create table users (id integer primary key)')
		await former.client.execute('create table __drizzle_migrations (id integer, hash text, created_at numeric)')
		const [first] = journal.entries
		await former.client.execute(`insert into __drizzle_migrations values (1, '${first?.tag}', ${first?.when})`)
		await former.close()
		const copy = join(folder, 'copy.db')
		expect(await run(root, 'src/app/cli/database.ts', 'backup', copy)).toEqual({ code: 0, text: `Saved ${copy}\n` })
		for (const each of [file, copy]) {
			const opened = await openDatabase({ url: `file:${each}` })
			const { rows } = await opened.client.execute("select name from sqlite_master where type = 'table'")
			await opened.close()
			expect(rows.map(({ name }) => name)).toEqual(['users', '__drizzle_migrations'])
		}

		const stop = await listenForCommands(join(folder, 'data'), { 'feed-check': async () => 'It was read.' })
		expect(await run(root, 'src/app/cli/feed-check.ts')).toEqual({ code: 0, text: 'It was read.\n' })
		await stop()
	})

	test('seed refuses to run in production', async () => {
		const root = checkout(`NODE_ENV=production\nPUBLIC_URL=https://club.example\nSECRET_KEY=${'x'.repeat(32)}\n`)
		const { code, text } = await run(root, 'src/app/cli/database.ts', 'seed')
		expect(code).toBe(1)
		expect(text).toBe('The demonstration club is not available in production: its passwords are public.\n')
		expect(existsSync(join(folder, 'data'))).toBe(false)
	})
})

test('withBuildLock releases the lock before it returns', async () => {
	let isFree = false
	vi.spyOn(lock, 'lockDatabase').mockResolvedValueOnce(async () => {
		await new Promise((resolve) => setImmediate(resolve))
		isFree = true
	})
	expect(await withBuildLock(async () => isFree)).toBe(false)
	expect(isFree).toBe(true)
})

test('incomplete copies of assets are not releases and are removed', async () => {
	const client = join(folder, 'client')
	const assets = join(folder, 'data', 'assets')
	const writeAsset = (root: string, name: string) => {
		mkdirSync(join(root, '_astro'), { recursive: true })
		writeFileSync(join(root, '_astro', name), name)
	}
	writeAsset(client, 'new.js')
	writeAsset(join(assets, 'former'), 'former.js')
	for (const pid of [1, 2, process.pid]) writeAsset(join(assets, `present.new-${pid}`), `half-${pid}.js`)
	const store = new StaticStore()
	const release: Release = {
		id: 'present',
		scriptHashes: [],
		styleHashes: [],
		inputs: 'i',
		snapshot: 's',
		publicUrl: 'http://localhost:4321',
		production: false,
	}
	await serveOldAssets(store, { client, dataDir: join(folder, 'data'), release })
	expect(readdirSync(assets).sort()).toEqual(['former', 'present'])
	expect(readdirSync(join(assets, 'present', '_astro'))).toEqual(['new.js'])
	expect(store.paths()).toEqual(['/_astro/former.js'])
})
