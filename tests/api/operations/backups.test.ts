import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { leases } from '#db/schema/platform/operations.ts'
import { makeBackup, pruneBackups } from '#src/app/backups/make.ts'
import { backupName } from '#src/app/backups/names.ts'
import { lastBackup, startBackups } from '#src/app/backups/schedule.ts'
import { newestScheduled, verifyBackupFile, verifyStored } from '#src/app/backups/verify.ts'
import type { BackupSettings } from '#src/platform/env/env-backups.ts'
import { log } from '#src/platform/log.ts'
import { folderStorage } from '#src/platform/storage/folder.ts'
import { s3Storage } from '#src/platform/storage/s3.ts'
import type { Storage } from '#src/platform/storage/storage.ts'
import { insertAccount } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { commandOf } from '#tests/support/servers/command.ts'
import { type S3Server, startS3 } from '#tests/support/servers/s3-server.ts'

const site = 'club.example'
const HOUR_MS = 3_600_000

let database: TestDatabase
let folder: string
let place: string
let server: S3Server
beforeEach(async () => {
	database = await freshDatabase()
	await insertAccount()
	folder = mkdtempSync(join(tmpdir(), 'second-chair-backups-'))
	place = join(folder, 'stored')
	server = await startS3()
})
afterEach(async () => {
	await database.discard()
	await server.stop()
	rmSync(folder, { recursive: true, force: true })
})

const verifyNewest = async (storage: Storage, of: string) => verifyStored(storage, await newestScheduled(storage, of))

const bucket = () => s3Storage({ ...server, prefix: 'club', pausesMs: [1, 1] })
const make = (storage: Storage, at = new Date()) =>
	makeBackup({ database, storage, site, work: join(folder, 'work'), at })

describe('a backup', () => {
	test.each([
		['a folder', () => folderStorage(place)],
		['a bucket', () => bucket()],
	])('in %s can be restored, or reports how it differs', async (_, open) => {
		const storage = open()
		const { name, bytes } = await make(storage)
		const storedFiles = (await storage.list()).map((each) => [each.name, each.bytes])
		expect(storedFiles).toContainEqual([`${name}.db.gz`, bytes])
		expect(storedFiles).toHaveLength(2)
		expect(await verifyNewest(storage, site)).toMatch(
			/^second-chair-club\.example-\S+ of \S+, 0\.0 hours old, can be restored: \d+ tables, [\d,]+ rows, 1 users\. /,
		)
		// No copy is left on this machine.
		expect(readdirSync(folder).filter((each) => each !== 'stored')).toEqual([])
		await expect(verifyNewest(storage, 'other.example')).rejects.toThrow('no scheduled backup of other.example')
	})

	test('is one file that any SQLite can read, accessible only to its owner', async () => {
		const { name } = await make(folderStorage(place))
		const plain = gunzipSync(readFileSync(join(place, `${name}.db.gz`)))
		expect(plain.toString('latin1', 0, 15)).toBe('SQLite format 3')
		for (const file of readdirSync(place)) expect(statSync(join(place, file)).mode & 0o777).toBe(0o600)
		expect(await verifyBackupFile(join(place, `${name}.db.gz`))).toContain('can be restored')
	})

	test.each<[string, string, (file: string) => void]>([
		['cut off', 'SHA-256 differs', (file) => writeFileSync(file, readFileSync(file).subarray(0, -1_000))],
		['of other content', 'SHA-256 differs', (file) => writeFileSync(file, gzipSync('something else'))],
		['empty', 'SHA-256 differs', (file) => writeFileSync(file, '')],
	])('that is %s is detected', async (_, reason, corrupt) => {
		const { name } = await make(folderStorage(place))
		corrupt(join(place, `${name}.db.gz`))
		await expect(verifyNewest(folderStorage(place), site)).rejects.toThrow(reason)
		await expect(verifyBackupFile(join(place, `${name}.db.gz`))).rejects.toThrow(
			/damaged|no SQLite|empty|not a club's database|no users/,
		)
	})

	test('with a wrong list of tables is detected, and the table is named', async () => {
		const { name } = await make(folderStorage(place))
		const list = join(place, `${name}.json`)
		writeFileSync(list, readFileSync(list, 'utf8').replace(/("name": "users",\s*"rows": )1/, '$12'))
		await expect(verifyNewest(folderStorage(place), site)).rejects.toThrow(
			`${name} differs from what was saved, in: users`,
		)
		writeFileSync(list, '{"format": 1}')
		await expect(verifyNewest(folderStorage(place), site)).rejects.toThrow('.json of')
	})

	test.each([
		[
			'with dangling references',
			"insert into coaching_topics (id, session_id, user_id, topic, created_at) values ('x', 'nobody', 'nobody', 'x', 0)",
			'matches no row in',
		],
		['without users', 'delete from users', 'has no users'],
	])('%s is detected', async (_, statement, reason) => {
		await database.client.execute('pragma foreign_keys = off')
		await database.client.execute(statement)
		await database.client.execute('pragma foreign_keys = on')
		await make(folderStorage(place))
		await expect(verifyNewest(folderStorage(place), site)).rejects.toThrow(reason)
	})

	test('of a site in use is a consistent snapshot and blocks no write', async () => {
		let isCopying = true
		const backup = make(folderStorage(place)).finally(() => {
			isCopying = false
		})
		let writes = 0
		while (isCopying) {
			const lease = (kind: string) => ({ name: `${kind} ${writes}`, holder: 'test', expiresAt: new Date() })
			await db().batch([db().insert(leases).values(lease('one')), db().insert(leases).values(lease('two'))])
			writes++
			await new Promise((resolve) => setImmediate(resolve))
			await database.checkpoint()
		}
		await backup
		expect(writes).toBeGreaterThan(1)
		expect(await verifyNewest(folderStorage(place), site)).toContain('can be restored')
		const [answer] = (await database.client.execute('pragma integrity_check')).rows
		expect(answer?.[0]).toBe('ok')
	})
})

describe('old backups', () => {
	test('are deleted by the rule, except the newest, one in progress, and files of other sites or names', async () => {
		const storage = folderStorage(place)
		const now = Date.parse('2026-11-22T12:00:00Z')
		const add = async (names: string[]) => {
			for (const name of names) await storage.put(name, join(folder, 'some'))
		}
		writeFileSync(join(folder, 'some'), 'some')
		const name = (hoursAgo: number, of = site) => backupName(of, new Date(now - hoursAgo * HOUR_MS))
		const filesOf = (hours: number, of = site) => [`${name(hours, of)}.db.gz`, `${name(hours, of)}.json`]
		await add([0, 24, 48, 72].flatMap((hours) => filesOf(hours)))
		const others = [
			'second-chair-2020-01-01T00-00-00-000Z.db',
			'holiday.db.gz',
			`${name(90)}-mine.db.gz`,
			...filesOf(2_000, 'other.example'),
			`${name(2)}.db.gz`,
		]
		await add([...others, `${name(30)}.db.gz`])
		const settings = { storage, site, now }
		expect(await pruneBackups(settings, { hours: 0, days: 2, weeks: 0 })).toBe(3)
		expect(readdirSync(place).toSorted()).toEqual([...others, ...filesOf(0), ...filesOf(24)].toSorted())
		expect(await pruneBackups(settings, { hours: 0, days: 0, weeks: 0 })).toBe(1)
		expect(readdirSync(place)).toEqual(expect.arrayContaining(filesOf(0)))
	})

	test('made while the clock was ahead do not replace or delay others', async () => {
		const storage = folderStorage(place)
		const now = Date.now()
		const [fromAhead, old, recent] = [24 * 365, -26, -25].map((hours) => new Date(now + hours * HOUR_MS))
		for (const at of [fromAhead, old, recent] as Date[]) await make(storage, at)
		expect(await pruneBackups({ storage, site, now }, { hours: 1, days: 0, weeks: 0 })).toBe(1)
		const names = () =>
			readdirSync(place)
				.filter((name) => name.endsWith('.json'))
				.map((name) => name.slice(0, -5))
		expect(names().toSorted()).toEqual([backupName(site, recent as Date), backupName(site, fromAhead as Date)])
		const newest = (await newestScheduled(storage, site)).name
		expect(newest).toBe(backupName(site, recent as Date))
		const settings: BackupSettings = {
			everyMs: 24 * HOUR_MS,
			keep: { hours: 9, days: 0, weeks: 0 },
			site,
			to: { folder: '' },
		}
		onTestFinished(startBackups({ settings, storage, opened: database, work: join(folder, 'work-ahead') }))
		await expect.poll(names).toHaveLength(3)
	})

	test('are all kept while none is complete', async () => {
		writeFileSync(join(folder, 'some'), 'some')
		await folderStorage(place).put(`${backupName(site, new Date(0))}.db.gz`, join(folder, 'some'))
		expect(await pruneBackups({ storage: folderStorage(place), site }, { hours: 1, days: 1, weeks: 1 })).toBe(0)
	})
})

describe('the schedule', () => {
	const settings: BackupSettings = {
		everyMs: 24 * HOUR_MS,
		keep: { hours: 1, days: 2, weeks: 0 },
		site,
		to: { folder: '' },
	}
	const countComplete = () =>
		(readdirSync(place, { withFileTypes: true }) ?? []).filter(({ name }) => name.endsWith('.json')).length
	let nodes = 0
	/** Starts a node's backups with a separate work folder. */
	function start(storage: Storage, overrides: Partial<Parameters<typeof startBackups>[0]> = {}) {
		const work = join(folder, `work-${nodes++}`)
		const stop = startBackups({ settings, storage, opened: database, work, pauseMs: () => 1, ...overrides })
		onTestFinished(stop)
		return stop
	}

	test('makes one backup if none is recent, even on two nodes', async () => {
		const storage = folderStorage(place)
		await make(storage, new Date(Date.now() - 25 * HOUR_MS))
		const one = start(storage)
		const two = start(storage)
		await expect.poll(countComplete).toBe(2)
		await expect.poll(() => Date.now() - (lastBackup()?.at.getTime() ?? 0)).toBeLessThan(HOUR_MS)
		expect(lastBackup()?.where).toMatch(new RegExp(`^${place}/second-chair-club\\.example-`))
		expect(lastBackup()?.bytes).toBeGreaterThan(1_000)
		await Promise.all([one(), two()])
		expect(countComplete()).toBe(2)
		// A restart makes no backup, because the last one is recent.
		const [before] = [readdirSync(place)]
		await start(storage)()
		expect(readdirSync(place)).toEqual(before)
	})

	test('warns on failure and retries without harm', async () => {
		const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined)
		const hangUp = (_: unknown, response: { destroy(): void }) => void response.destroy()
		server.surprises.push(...Array.from({ length: 7 }, () => hangUp))
		start(bucket())
		await expect.poll(() => server.objects.size).toBe(2)
		expect(warn).toHaveBeenCalledWith(
			expect.objectContaining({
				reason: 'The storage s3://club-backups/club does not answer, or closed the connection.',
				failures: 1,
			}),
			'backup failed',
		)
		expect(await verifyNewest(bucket(), site)).toContain('can be restored')
	})

	test('stops with the server, even midway, and leaves no partial files', async () => {
		const stop = start(folderStorage(place))
		await expect.poll(() => readdirSync(folder).some((name) => name.startsWith('work-'))).toBe(true)
		await stop()
		expect(readdirSync(folder).filter((name) => name.startsWith('work-'))).toEqual([])
		expect((await db().select().from(leases)).map(({ name }) => name)).not.toContain('backup')
	})

	test('makes no backups without the setting', async () => {
		await startBackups({
			settings: { ...settings, everyMs: undefined },
			storage: folderStorage(place),
			opened: database,
			work: folder,
		})()
		expect(readdirSync(folder)).toEqual([])
	})
})

test("the owner’s commands: verify prints one sentence and a status, restore uses the bucket's newest", async () => {
	const runCommand = (...args: string[]) =>
		new Promise<{ status: number; stdout: string; stderr: string }>((resolve) =>
			execFile(
				process.execPath,
				commandOf('src/app/cli/database.ts', ...args),
				{
					env: {
						...process.env,
						DATA_DIR: join(folder, 'data'),
						PUBLIC_URL: 'https://club.example',
						BACKUP_TO: `s3://${server.bucket}/club`,
						S3_ENDPOINT: server.endpoint,
						S3_REGION: server.region,
						S3_ACCESS_KEY_ID: server.accessKeyId,
						S3_SECRET_ACCESS_KEY: server.secretAccessKey,
					},
				},
				(error, stdout, stderr) => resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
			),
		)
	const missing = await runCommand('verify')
	expect([missing.status, missing.stderr]).toEqual([
		1,
		'There is no scheduled backup of club.example in s3://club-backups/club, and none was made by hand into DATA_DIR/backups.\n',
	])
	await make(bucket())
	const verified = await runCommand('verify')
	expect([verified.status, verified.stderr, verified.stdout.trim().split('\n').length]).toEqual([0, '', 1])
	const restored = await runCommand('restore', 'newest')
	expect([restored.status, restored.stderr]).toEqual([0, ''])
	expect(await verifyBackupFile(join(folder, 'data', 'second-chair.db'))).toContain('1 users')
	// The manual backup is the newest. The safety copy of a restore does not count.
	const manualBackup = (await runCommand('backup')).stdout.replace(/^Saved (.*)\n$/, '$1')
	writeFileSync(join(folder, 'data', 'backups', 'before-restore-later.db'), '')
	expect((await runCommand('verify')).stdout).toMatch(`${manualBackup} can be restored`)
	expect((await runCommand('restore', 'newest')).stdout).toContain(`Restoring ${manualBackup}\n`)
	await make(bucket(), new Date(Date.now() + 60_000))
	expect((await runCommand('restore', 'newest')).stdout).toContain('Restoring second-chair-club.example-')
})
