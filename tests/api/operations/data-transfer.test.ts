import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { backupDatabase } from '#db/backup.ts'
import { type Database, database, db, openDatabase, useDatabase } from '#db/client.ts'
import { migrations } from '#db/inspect.ts'
import { media } from '#db/schema/media.ts'
import { users } from '#db/schema/users.ts'
import { exportClub } from '#src/app/data/export.ts'
import { importClub } from '#src/app/data/import.ts'
import { MANIFEST } from '#src/app/data/manifest.ts'
import { exportedTables } from '#src/app/data/tables.ts'
import { searchSources } from '#src/app/search/sources.ts'
import { UNKNOWN_PASSWORD_HASH } from '#src/features/auth/server/passwords/passwords.ts'
import { runSearchIndex } from '#src/features/search/server/index-job.ts'
import { localMedia } from '#src/platform/storage/local-media.ts'
import type { MediaStore } from '#src/platform/storage/media-store.ts'
import { insertAccount } from '#tests/support/api/api.ts'
import { fillFor } from '#tests/support/api/filled-tables.ts'
import { admin, bucket, folder, itemOf, longVideo, server, setUpMedia, upload } from '#tests/support/media/media.ts'
import { samplePdf } from '#tests/support/media/media-samples.ts'
import { manifestIn, pack, unpacked } from '#tests/support/servers/archives.ts'

setUpMedia()

const inFolder = (name: string) => join(folder, name)
const here = () => localMedia(folder)
const elsewhere = () => localMedia(inFolder('elsewhere'))

/** Exports the test's club, or the database `of` with the media of `from`. */
async function exportTo(name: string, { of = database() as Database, from = here(), withCredentials = false } = {}) {
	const snapshot = inFolder(`${name}.snapshot`)
	await backupDatabase(of, snapshot)
	return exportClub({ snapshot, store: from, target: inFolder(name), withCredentials })
}

async function importFrom(name: string, target: { club: string; store: MediaStore }) {
	const club = inFolder(target.club)
	await importClub({ file: inFolder(name), database: { url: `file:${club}` }, dataDir: folder, store: target.store })
	const copy = await openDatabase({ url: `file:${club}` })
	onTestFinished(() => copy.close())
	return copy
}

const bytesOf = (name: string) => readFileSync(inFolder(name))

/** Creates rows in every table, values that JSON cannot represent, and a deleted, restorable member. */
async function fillClub(): Promise<void> {
	const member = await insertAccount({ name: 'Line\u2028separated \0 and \u{1f469}', email: 'kept@club.example' })
	await fillFor(member.id, 'x', () => false)
	// The generated value of `files` is not a list of files.
	await db().update(media).set({ files: [], state: 'arriving' })
	const gone = JSON.stringify({ id: 'gone', name: 'Gone', password_hash: member.passwordHash })
	await database().client.batch([
		'insert into deleted_rows (deletion_id, source, row) select id, \'calendar_subscriptions\', \'{"token_hash":"of-a-calendar"}\' from deletions',
		{ sql: "insert into deleted_rows (deletion_id, source, row) select id, 'users', ? from deletions", args: [gone] },
		...['totp_secrets', 'recovery_codes', 'passkeys'].map((table) => ({
			sql: `insert into deleted_rows (deletion_id, source, row) select id, ?, '{"user_id":"gone-with-a-factor"}' from deletions`,
			args: [table],
		})),
		`insert into deleted_rows (deletion_id, source, row)
			select id, 'cle_admissions', '{"id":"gone-admission","birthday":"1971-02-03"}' from deletions`,
		"update cle_admissions set birthday = '1971-02-03'",
		// The stored counts were generated too.
		"delete from user_counts where role like 'x:%'",
		'update question_categories set question_count = (select count(*) from questions where category_id = question_categories.id)',
		'update questions set comment_count = (select count(*) from question_comments where question_id = questions.id)',
		'update questions set answer_count = (select count(*) from question_comments where question_id = questions.id and hidden_at is null)',
		'update module_places set scroll = 3.0, seconds = 0.1',
		"update episode_transcripts set cues = x'00ff00'",
		'update notifications set since_seq = 9223372036854775807',
		// The highest sequence number belongs to a deleted comment.
		"insert into question_comments (id, question_id, body, created_at) select 'last', id, 'gone', 0 from questions",
		"delete from question_comments where id = 'last'",
	])
	expect((await upload(admin, longVideo(), { name: 'video.mp4' })).status).toBe(200)
	expect((await upload(admin, samplePdf, { name: 'sheet.pdf' })).status).toBe(200)
}

/** Returns every value of an exported table with its type, in key order. */
async function rowsOf(
	{ client }: Pick<Database, 'client'>,
	{ name, columns, key }: ReturnType<typeof exportedTables>[number],
) {
	const values = columns.map((column) => `typeof("${column}"), quote("${column}")`)
	const order = key.map((at) => `"${columns[at]}"`).join(',')
	const { rows } = await client.execute(`select ${values.join(',')} from "${name}" order by ${order}`)
	return rows.map((row) => Array.from({ length: values.length * 2 }, (_, at) => row[at]))
}

const COUNTERS = [
	'select role, status, application_status, count from user_counts where count > 0 order by 1, 2, 3',
	'select kind, total from post_counts order by kind',
	'select id, question_count from question_categories order by id',
	'select seq, comment_count, answer_count from questions order by seq',
	"select rowid from questions_search where questions_search match 'x' order by 1",
	"select user_id from user_search join user_search_rows on row = user_search.rowid where user_search match 'kept*'",
]

describe('a round trip', () => {
	test('produces the same export byte for byte', async () => {
		await fillClub()
		const { manifest } = await exportTo('one.zip')
		for (const { name, rows } of manifest.tables) expect(rows, name).toBeGreaterThan(0)
		const copy = await importFrom('one.zip', { club: 'two.db', store: elsewhere() })
		await exportTo('two.zip', { of: copy, from: elsewhere() })
		expect(bytesOf('two.zip').equals(bytesOf('one.zip'))).toBe(true)

		for (const table of exportedTables(false).filter(({ name }) => name !== 'deleted_rows'))
			expect(await rowsOf(copy, table), table.name).toEqual(await rowsOf(database(), table))
		const values = async ({ client }: Database, sql: string) =>
			(await client.execute(sql)).rows.map((row) => Array.from(row as ArrayLike<unknown>))
		for (const sql of COUNTERS) {
			expect(await values(copy, sql), sql).toEqual(await values(database(), sql))
			expect((await values(copy, sql)).length, sql).toBeGreaterThan(0)
		}
		const numbers = "select name, seq from sqlite_sequence where name in ('questions', 'question_comments') order by 1"
		expect(await values(copy, numbers)).toEqual(await values(database(), numbers))
	})

	test('includes password hashes on request, including those of deleted accounts', async () => {
		await fillClub()
		await exportTo('one.zip', { withCredentials: true })
		const copy = await importFrom('one.zip', { club: 'two.db', store: elsewhere() })
		await exportTo('two.zip', { of: copy, from: elsewhere(), withCredentials: true })
		expect(bytesOf('two.zip').equals(bytesOf('one.zip'))).toBe(true)
		const deletedUser = "select row from deleted_rows where source = 'users'"
		const hash = async ({ client }: Database) =>
			JSON.parse(String((await client.execute(deletedUser)).rows.at(-1)?.row)).password_hash
		expect(await hash(copy)).toMatch(/^\$argon2id/)
		expect(await hash(copy)).toBe(await hash(database()))
	})

	test('moves media from a folder to a bucket and back unchanged', async () => {
		const video = longVideo()
		const { url } = itemOf(await upload(admin, video, { name: 'video.mp4' }))
		await exportTo('one.zip')
		const copy = await importFrom('one.zip', { club: 'two.db', store: bucket() })
		expect([...server.objects.values()].some(({ body }) => body.equals(video))).toBe(true)
		expect(server.unfinished.size).toBe(0)
		await exportTo('two.zip', { of: copy, from: bucket() })
		expect(bytesOf('two.zip').equals(bytesOf('one.zip'))).toBe(true)
		expect(url).toContain('/media/')
	})

	test('is indexed by the search job', async () => {
		await fillClub()
		await exportTo('one.zip')
		const copy = await importFrom('one.zip', { club: 'two.db', store: elsewhere() })
		const original = database()
		useDatabase(copy)
		onTestFinished(() => useDatabase(original))
		await runSearchIndex(searchSources(), { holder: 'test' })
		const { rows } = await copy.client.execute(
			'select (select count(*) from search_work) as waiting, (select finished_at from search_state) as finished',
		)
		expect(rows[0]).toMatchObject({ waiting: 0 })
		expect(rows[0]?.finished).not.toBeNull()
	})

	test('of an earlier version uses its schema and is then migrated', async () => {
		await insertAccount({ name: 'Of that time' })
		await exportTo('one.zip')
		const files = await unpacked(inFolder('one.zip'))
		const manifest = manifestIn(files)
		manifest.migration = migrations().at(-2)?.tag ?? ''
		// An older export lacks the tables and columns that the last migration added.
		const lastMigration = readFileSync(join('db/migrations', `${migrations().at(-1)?.tag}.sql`), 'utf8')
		const isNew = ({ name }: { name: string }) => lastMigration.includes(`CREATE TABLE \`${name}\``)
		for (const { name } of manifest.tables.filter(isNew)) files.delete(`tables/${name}.ndjson`)
		manifest.tables = manifest.tables.filter((table) => !isNew(table))
		for (const table of manifest.tables) {
			const existed = (column: string) => !lastMigration.includes(`\`${table.name}\` ADD \`${column}\``)
			table.columns = table.columns.filter(existed)
			const file = `tables/${table.name}.ndjson`
			const lines = String(files.get(file)).trimEnd().split('\n').filter(Boolean)
			const olderLines = lines.map((line) =>
				JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).filter(([column]) => existed(column)))),
			)
			const content = Buffer.from(olderLines.map((line) => `${line}\n`).join(''))
			files.set(file, content)
			Object.assign(table, { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') })
		}
		files.set(MANIFEST, Buffer.from(JSON.stringify(manifest)))
		await pack(inFolder('older.zip'), files)
		const copy = await importFrom('older.zip', { club: 'two.db', store: elsewhere() })
		await exportTo('two.zip', { of: copy, from: elsewhere() })
		expect(bytesOf('two.zip').equals(bytesOf('one.zip'))).toBe(true)
	})
})

describe('an export', () => {
	test('contains no password hash, no token and no birthday unless requested', async () => {
		await fillClub()
		await exportTo('one.zip')
		const [row] = await db().select().from(users).limit(1)
		expect(row?.passwordHash).toMatch(/^\$argon2id/)
		for (const [name, content] of await unpacked(inFolder('one.zip'))) {
			expect(content.includes('argon2'), name).toBe(false)
			expect(content.includes('of-a-calendar'), name).toBe(false)
			expect(content.includes('token_hash'), name).toBe(false)
			expect(content.includes('gone-with-a-factor'), name).toBe(false)
			expect(content.includes('1971-02-03'), name).toBe(false)
		}
		await exportTo('with.zip', { withCredentials: true })
		const files = await unpacked(inFolder('with.zip'))
		expect(files.get('tables/users.ndjson')?.includes(row?.passwordHash ?? '-')).toBe(true)
		const deleted = files.get('tables/deleted_rows.ndjson')
		expect(deleted?.includes('of-a-calendar')).toBe(false)
		expect(deleted?.toString().match(/gone-with-a-factor/g)).toHaveLength(3)
		expect(deleted?.includes('1971-02-03')).toBe(true)
		expect(files.get('tables/cle_admissions.ndjson')?.includes('1971-02-03')).toBe(true)
	})

	test('without passwords does not allow sign-ins by password', async () => {
		const account = await insertAccount({ name: 'Someone' })
		await exportTo('one.zip')
		const copy = await importFrom('one.zip', { club: 'two.db', store: elsewhere() })
		const [row] = await copy.db.select().from(users).where(eq(users.id, account.id))
		expect(row).toEqual({ ...account, passwordHash: UNKNOWN_PASSWORD_HASH })
	})

	test('names missing and corrupted files, and continues', async () => {
		for (const [name, bytes] of [
			['video.mp4', longVideo()],
			['sheet.pdf', samplePdf],
		] as const)
			await upload(admin, bytes, { name })
		const rows = await db().select().from(media).orderBy(media.id)
		const [missing = '', damaged = ''] = rows.map(({ files }) => files[0]?.key ?? '')
		rmSync(join(folder, missing))
		writeFileSync(join(folder, damaged), 'something else')
		const result = await exportTo('one.zip')
		expect(result.manifest.missing).toEqual([missing])
		expect(result.damaged).toEqual([damaged])
		const copy = await importFrom('one.zip', { club: 'two.db', store: elsewhere() })
		await exportTo('two.zip', { of: copy, from: elsewhere() })
		expect(bytesOf('two.zip').equals(bytesOf('one.zip'))).toBe(true)
	})

	test('never overwrites a file, and leaves no file if the storage fails', async () => {
		await upload(admin, longVideo(), { name: 'video.mp4' })
		writeFileSync(inFolder('one.zip'), 'of somebody')
		await expect(exportTo('one.zip')).rejects.toThrow('already exists and was not changed')
		expect(bytesOf('one.zip').toString()).toBe('of somebody')
		const failingStore: MediaStore = {
			...here(),
			async read(key) {
				const content = await here().read(key)
				content.once('data', () => content.destroy(new Error('The storage broke off')))
				return content
			},
		}
		await expect(exportTo('two.zip', { from: failingStore })).rejects.toThrow('The storage broke off')
		expect(() => bytesOf('two.zip')).toThrow('ENOENT')
		expect(() => bytesOf('two.zip.unfinished')).toThrow('ENOENT')
	})

	test('of a database with an earlier schema has the current schema', async () => {
		const older = inFolder('older.db')
		const { createEmpty } = await import('#src/app/data/files.ts')
		const last = migrations().at(-2)
		if (!last) throw new Error('There are fewer migrations than this test needs')
		await createEmpty(older, last)
		const { manifest } = await exportClub({
			...{ snapshot: older, store: here(), target: inFolder('one.zip'), withCredentials: false },
		})
		expect(manifest.migration).toBe(migrations().at(-1)?.tag)
		const connection = new DatabaseSync(older, { readOnly: true })
		const { count } = connection.prepare('select count(*) as count from __drizzle_migrations').get() ?? {}
		connection.close()
		expect(count).toBe(migrations().length)
	})
})
