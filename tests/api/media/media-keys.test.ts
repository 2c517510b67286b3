import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { backupDatabase, restoreDatabase } from '#db/backup.ts'
import { database, db } from '#db/client.ts'
import { moveToServer } from '#db/copy/move.ts'
import { media } from '#db/schema/media.ts'
import { verifyBackupFile } from '#src/app/backups/verify.ts'
import { exportClub } from '#src/app/data/export.ts'
import { importClub } from '#src/app/data/import.ts'
import { MANIFEST } from '#src/app/data/manifest.ts'
import { setMediaStore } from '#src/features/media/server/media-storage.ts'
import { mediaWorkers } from '#src/features/media/server/removal.ts'
import { localMedia } from '#src/platform/storage/local-media.ts'
import type { MediaStore } from '#src/platform/storage/media-store.ts'
import { NotStoredError } from '#src/platform/storage/storage.ts'
import {
	admin,
	bucket,
	folder,
	getFile,
	itemOf,
	listFiles,
	server,
	setUpMedia,
	upload,
} from '#tests/support/media/media.ts'
import { samplePdf, sha256 } from '#tests/support/media/media-samples.ts'
import { manifestIn, pack, unpacked } from '#tests/support/servers/archives.ts'

setUpMedia()

const SUM = 'a'.repeat(64)
const INVALID_KEYS = [
	'../secret-key',
	'../../../../etc/passwd',
	'secret-key',
	'/etc/passwd',
	'aa/aa/../../../secret-key',
	`aa/aa/${SUM}.../secret-key`,
	`aa/aa/${SUM}.x/../../../../secret-key`,
	`aa/aa/${SUM}.x\n`,
	'..',
	'',
	'incoming/x/1',
]
const INVALID_UPLOADS = ['..', '.', '../..', '../../elsewhere', '', 'a/b']

/** Both kinds of storage. Other files are next to the folder. */
const stores: ReadonlyArray<[string, () => MediaStore]> = [
	['a folder', () => localMedia(join(folder, 'media'))],
	['a bucket', () => bucket()],
]

describe.each(stores)('%s', (_, open) => {
	let store: MediaStore
	beforeEach(() => {
		store = open()
		writeFileSync(join(folder, 'secret-key'), 'of the machine')
		const object = { body: Buffer.from('of the machine'), sum: undefined, at: new Date() }
		for (const key of ['secret-key', 'media/secret-key']) server.objects.set(key, object)
	})

	test.each(INVALID_KEYS)('neither reads, stores nor removes %j', async (key) => {
		const objects = [...server.objects.keys()]
		const ownFile = await store.scratchFile('own')
		writeFileSync(ownFile, 'mine')
		await expect(store.read(key)).rejects.toThrow(NotStoredError)
		await expect(store.keep(key, ownFile)).rejects.toThrow(NotStoredError)
		await store.remove(key)
		expect(readFileSync(join(folder, 'secret-key'), 'utf8')).toBe('of the machine')
		expect([...server.objects.keys()]).toEqual(objects)
	})

	test.each(INVALID_UPLOADS)('rejects the upload id %j', async (id) => {
		for (const name of ['elsewhere', 'media/kept']) mkdirSync(join(folder, name), { recursive: true })
		const objects = [...server.objects.keys()]
		const part = (async function* () {
			yield Buffer.from('x')
		})()
		await expect(store.putPart(id, { number: 1, offset: 0, bytes: 1 }, part)).rejects.toThrow(NotStoredError)
		await expect(store.gather(id, 1)).rejects.toThrow(NotStoredError)
		expect(await store.listParts(id)).toEqual([])
		await store.dropParts(id)
		await expect(store.scratchFile(`${id}/x`)).rejects.toThrow(NotStoredError)
		for (const name of ['secret-key', 'elsewhere', 'media/kept']) expect(existsSync(join(folder, name))).toBe(true)
		expect([...server.objects.keys()]).toEqual(objects)
	})
})

test.each(['text/html', 'text/javascript', 'image/svg+xml', 'video/mp4\r\nX-Other: 1'])(
	'a file is not sent as %j, even if the database has that type',
	async (type) => {
		setMediaStore(localMedia(join(folder, 'media')))
		const { url, id } = itemOf(await upload(admin, samplePdf, { name: 'x.pdf' }))
		const sentType = async () => (await getFile(url, admin)).header('content-type')
		expect(await sentType()).toBe('application/pdf')
		const [row] = await db().select().from(media).where(eq(media.id, id))
		const files = (row?.files ?? []).map((one) => ({ ...one, type }))
		await db().update(media).set({ files }).where(eq(media.id, id))
		expect(await sentType()).toBe('application/octet-stream')
	},
)

test('bidirectional marks are removed from names, including those of older rows', async () => {
	setMediaStore(localMedia(join(folder, 'media')))
	const { url, id } = itemOf(await upload(admin, samplePdf, { name: 'x.pdf' }))
	await db().update(media).set({ name: 'cod\u202efdp\n.pdf' }).where(eq(media.id, id))
	expect((await getFile(url, admin)).header('content-disposition')).toBe(
		`attachment; filename="codfdp .pdf"; filename*=UTF-8''codfdp%20.pdf`,
	)
	expect((await listFiles()).map(({ name }) => name)).toEqual(['codfdp .pdf'])
})

describe('an invalid key in the database', () => {
	const file = (name: string) => join(folder, name)
	let url: string
	let id: string
	beforeEach(async () => {
		setMediaStore(localMedia(join(folder, 'media')))
		writeFileSync(join(folder, 'secret-key'), 'of the machine')
		;({ url, id } = itemOf(await upload(admin, samplePdf, { name: 'x.pdf' })))
	})
	async function corruptKey(key: string): Promise<void> {
		const [row] = await db().select().from(media).where(eq(media.id, id))
		const files = (row?.files ?? []).map((one) => ({ ...one, key }))
		await db().update(media).set({ files }).where(eq(media.id, id))
	}

	test('is never served and deletes nothing', async () => {
		await corruptKey('../secret-key')
		await expect(getFile(url, admin)).rejects.toMatchObject({ status: 404 })
		await mediaWorkers['media-removal']?.(JSON.stringify({ upload: '../..', keys: ['../secret-key'] }), 'x' as never)
		expect(readFileSync(join(folder, 'secret-key'), 'utf8')).toBe('of the machine')
	})

	const message = 'which is not a valid storage key. Nothing was changed.'

	test.each(INVALID_KEYS)('makes a backup invalid for restores, transfers and checks: %j', async (key) => {
		await corruptKey(key)
		await backupDatabase(database(), file('backup.db'))
		await expect(restoreDatabase(file('backup.db'), file('new.db'))).rejects.toThrow(message)
		await expect(verifyBackupFile(file('backup.db'))).rejects.toThrow(message)
		// No server is listening, because the backup is rejected before any request.
		const nowhere = { url: 'http://127.0.0.1:9', authToken: undefined }
		await expect(moveToServer(file('backup.db'), nowhere)).rejects.toThrow(message)
		expect(existsSync(file('new.db'))).toBe(false)
	})

	test('is refused in an export, which leaves no file', async () => {
		await backupDatabase(database(), file('snapshot.db'))
		const source = { snapshot: file('snapshot.db'), store: localMedia(file('media')), target: file('good.zip') }
		await exportClub({ ...source, withCredentials: false })
		const importing = (name: string) =>
			importClub({
				...{ file: file(name), database: { url: `file:${file('new/club.db')}` }, dataDir: file('new') },
				store: localMedia(file('new/media')),
			})
		for (const change of [
			(line: string) => line.replace(/"key\\":\\"[^"\\]+/, '"key\\":\\"../secret-key'),
			(line: string) => line.replace(`"id":"${id}"`, '"id":"../.."'),
		]) {
			const files = await unpacked(file('good.zip'))
			const manifest = manifestIn(files)
			const before = files.get('tables/media.ndjson')?.toString() ?? ''
			const content = Buffer.from(change(before))
			expect(content.toString()).not.toBe(before)
			files.set('tables/media.ndjson', content)
			const table = manifest.tables.find(({ name }) => name === 'media')
			Object.assign(table ?? {}, { bytes: content.length, sha256: sha256(content) })
			files.set(MANIFEST, Buffer.from(JSON.stringify(manifest)))
			rmSync(file('bad.zip'), { force: true })
			await pack(file('bad.zip'), files)
			await expect(importing('bad.zip')).rejects.toThrow(message)
			expect(existsSync(file('new/club.db'))).toBe(false)
		}
	})
})
