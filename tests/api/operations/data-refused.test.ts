import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { backupDatabase } from '#db/backup.ts'
import { database } from '#db/client.ts'
import { exportClub } from '#src/app/data/export.ts'
import { importClub } from '#src/app/data/import.ts'
import { MANIFEST, type Manifest } from '#src/app/data/manifest.ts'
import { localMedia } from '#src/platform/storage/local-media.ts'
import { insertAccount } from '#tests/support/api/api.ts'
import { admin, folder, longVideo, setUpMedia, upload } from '#tests/support/media/media.ts'
import { sha256 } from '#tests/support/media/media-samples.ts'
import { manifestIn, pack, unpacked } from '#tests/support/servers/archives.ts'

setUpMedia()

const file = (name: string) => join(folder, name)

beforeEach(async () => {
	await insertAccount({ name: 'Someone' })
	await upload(admin, longVideo(), { name: 'video.mp4' })
	await backupDatabase(database(), file('snapshot.db'))
	await exportClub({
		...{ snapshot: file('snapshot.db'), store: localMedia(folder), target: file('good.zip'), withCredentials: false },
	})
})

const importFile = (name: string) =>
	importClub({
		...{ file: file(name), database: { url: `file:${file('new/club.db')}` }, dataDir: file('new') },
		store: localMedia(file('new/media')),
	})

/** Returns the files that a rejected import left. */
const leftoverFiles = () =>
	existsSync(file('new')) ? readdirSync(file('new')).filter((name) => !name.endsWith('.lock')) : []

async function expectRejected(name: string, reason: string | RegExp): Promise<void> {
	await expect(importFile(name)).rejects.toThrow(reason)
	expect(leftoverFiles()).toEqual([])
}

/** Writes the valid export with a change. @returns its name. */
async function exportWith(
	change: (files: Map<string, Buffer>, manifest: Manifest) => void,
	isCompressed?: (name: string) => boolean,
): Promise<string> {
	const files = await unpacked(file('good.zip'))
	const manifest = manifestIn(files)
	change(files, manifest)
	files.set(MANIFEST, Buffer.from(JSON.stringify(manifest)))
	rmSync(file('bad.zip'), { force: true })
	await pack(file('bad.zip'), files, isCompressed)
	return 'bad.zip'
}

/** Replaces a table's lines and updates the manifest, as an attacker would. */
function rewrite(files: Map<string, Buffer>, manifest: Manifest, name: string, lines: string[]): void {
	const content = Buffer.from(lines.map((line) => `${line}\n`).join(''))
	files.set(`tables/${name}.ndjson`, content)
	const table = manifest.tables.find((each) => each.name === name)
	Object.assign(table ?? {}, { rows: lines.length, bytes: content.length, sha256: sha256(content) })
}

const linesIn = (files: Map<string, Buffer>, name: string) =>
	files.get(`tables/${name}.ndjson`)?.toString().split('\n').slice(0, -1) ?? []

describe('a rejected target', () => {
	test('contains a database, which stays unchanged', async () => {
		mkdirSync(file('new'))
		writeFileSync(file('new/club.db'), 'of somebody')
		await expect(importFile('good.zip')).rejects.toThrow('an import needs an empty one: nothing was changed')
		expect(readFileSync(file('new/club.db'), 'utf8')).toBe('of somebody')
		expect(leftoverFiles()).toEqual(['club.db'])
	})

	test('already contains an import', async () => {
		await importFile('good.zip')
		await expect(importFile('good.zip')).rejects.toThrow('an import needs an empty one')
	})
})

describe('a file rejected before any write', () => {
	test('is missing, not a ZIP, or truncated anywhere', async () => {
		await expectRejected('none.zip', 'There is no file')
		writeFileSync(file('text.zip'), 'no ZIP at all')
		await expectRejected('text.zip', 'is damaged, incomplete, or not an export of Second Chair')
		const good = readFileSync(file('good.zip'))
		for (const part of [0, 0.1, 0.5, 0.9, 0.999]) {
			writeFileSync(file('cut.zip'), good.subarray(0, Math.floor(good.length * part)))
			await expectRejected('cut.zip', 'is damaged, incomplete, or not an export of Second Chair')
		}
	})

	test('has one flipped bit, in any part that is read', async () => {
		const good = readFileSync(file('good.zip'))
		const video = good.indexOf(longVideo().subarray(0, 64))
		const users = good.indexOf('tables/users.ndjson') + 'tables/users.ndjson'.length
		for (const at of [users + 20, video + 5_000, good.length - 400]) {
			const flipped = Buffer.from(good)
			flipped[at] = (flipped[at] ?? 0) ^ 1
			writeFileSync(file('bit.zip'), flipped)
			await expectRejected('bit.zip', /Nothing was imported/)
		}
	})

	test('has another format or a newer version', async () => {
		await expectRejected(
			await exportWith((_, manifest) => Object.assign(manifest, { format: 'of another program' })),
			'manifest.json is not one of ours',
		)
		await expectRejected(await exportWith((_, manifest) => Object.assign(manifest, { version: 2 })), 'newer version')
		await expectRejected(
			await exportWith((_, manifest) => Object.assign(manifest, { migration: '9999_of_tomorrow' })),
			'newer version of Second Chair (format 1, schema 9999_of_tomorrow)',
		)
	})

	test('has more, fewer or other files than declared', async () => {
		await expectRejected(
			await exportWith((files) => files.set('more.txt', Buffer.from('more'))),
			'more.txt does not belong in it',
		)
		await expectRejected(
			await exportWith((files) => files.delete('tables/users.ndjson')),
			'tables/users.ndjson is missing',
		)
		await expectRejected(
			await exportWith((files) => files.set('tables/users.ndjson', Buffer.from('{}\n'))),
			'tables/users.ndjson has the wrong length',
		)
		await expectRejected(
			await exportWith((files) => {
				const [first = Buffer.alloc(0)] = [files.get('tables/users.ndjson')]
				files.set('tables/users.ndjson', Buffer.from(first.toString().replace('Someone', 'Someome')))
			}),
			'tables/users.ndjson is not what was exported',
		)
	})

	test('has paths that lead outside', async () => {
		const name = await exportWith((files) => files.set('tables/xx/of-nobody', Buffer.from('more')))
		const bytes = readFileSync(file(name), 'latin1').replaceAll('tables/xx/of-nobody', 'tables/../of-nobody')
		writeFileSync(file(name), bytes, 'latin1')
		await expectRejected(name, 'invalid relative path')
		const key = '../../../of-nobody'
		await expectRejected(
			await exportWith((_, manifest) => Object.assign(manifest.media[0] ?? {}, { key })),
			'manifest.json does not have the form that this version writes',
		)
	})

	test('is a ZIP bomb', async () => {
		const zeros = Buffer.alloc(8 * 1024 * 1024)
		await expectRejected(
			await exportWith((files, manifest) => {
				files.set('tables/users.ndjson', zeros)
				const table = manifest.tables.find(({ name }) => name === 'users')
				Object.assign(table ?? {}, { bytes: zeros.length, sha256: sha256(zeros) })
			}),
			'would expand to more than 300 times its size',
		)
		await expectRejected(
			await exportWith(
				() => undefined,
				() => true,
			),
			/media\/.* is compressed/,
		)
	})

	test('has a row that violates a constraint, which is named with its table', async () => {
		const withRow = (change: (row: Record<string, unknown>) => void) =>
			exportWith((files, manifest) => {
				const lines = linesIn(files, 'users')
				const row = {
					...(JSON.parse(lines.at(-1) ?? '') as Record<string, unknown>),
					id: 'another',
					username: 'another',
				}
				change(row)
				rewrite(files, manifest, 'users', [...lines, JSON.stringify(row)])
			})
		const violation = (rule: string) =>
			`The rows of the export do not fit: row 3 of users: ${rule}. Nothing was imported.`
		await expectRejected(await withRow(() => undefined), violation('another row has the same email_key'))
		const email = 'another@club.example'
		await expectRejected(await withRow((row) => Object.assign(row, { email, name: null })), violation('it has no name'))
		await expectRejected(
			await exportWith((files, manifest) => {
				const [line = ''] = linesIn(files, 'media')
				rewrite(files, manifest, 'media', [line.replace(/"size":\d+/, '"size":0')])
			}),
			'row 1 of media: it breaks the rule media_size',
		)
	})

	test('has invalid, dangling, duplicate or excluded rows', async () => {
		await expectRejected(
			await exportWith((files, manifest) => rewrite(files, manifest, 'users', ['no JSON'])),
			'The rows of the export do not fit',
		)
		await expectRejected(
			await exportWith((files, manifest) => rewrite(files, manifest, 'users', ['{"id":"other columns"}'])),
			'row 1 of users: A row does not have the columns of its table',
		)
		await expectRejected(
			await exportWith((files, manifest) => {
				const [line = ''] = linesIn(files, 'users')
				rewrite(files, manifest, 'users', [line, line])
			}),
			'Only 1 of the 2 rows of users are distinct',
		)
		await expectRejected(
			await exportWith((files, manifest) => {
				const { columns = [] } = manifest.tables.find(({ name }) => name === 'notification_preferences') ?? {}
				const row = Object.fromEntries(columns.map((column) => [column, column === 'user_id' ? 'nobody' : 1]))
				rewrite(files, manifest, 'notification_preferences', [JSON.stringify(row)])
			}),
			'has rows in notification_preferences whose user_id matches no row in users, such as the one with user_id "nobody"',
		)
		await expectRejected(
			await exportWith((files, manifest) => {
				const empty = { columns: ['id'], rows: 0, bytes: 0, sha256: sha256(Buffer.alloc(0)) }
				manifest.tables.push({ name: 'auth_sessions', ...empty })
				files.set('tables/auth_sessions.ndjson', Buffer.alloc(0))
			}),
			'a table auth_sessions, which is not allowed',
		)
	})
})
