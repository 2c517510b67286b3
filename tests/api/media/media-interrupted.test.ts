import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, like } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { media } from '#db/schema/media.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import * as contracts from '#src/features/media/contract.ts'
import { removeOrphans } from '#src/features/media/server/library.ts'
import { setMediaStore } from '#src/features/media/server/media-storage.ts'
import { mediaWorkers } from '#src/features/media/server/removal.ts'
import { putMediaPart } from '#src/features/media/server/uploads.ts'
import { newId } from '#src/lib/ids.ts'
import * as settings from '#src/platform/env/env.ts'
import { runOutbox } from '#src/platform/jobs/outbox.ts'
import { log } from '#src/platform/log.ts'
import { localMedia } from '#src/platform/storage/local-media.ts'
import { callApi } from '#tests/support/api/api.ts'
import {
	admin,
	announce,
	bucket,
	finish,
	folder,
	itemOf,
	sendPart,
	server,
	setUpMedia,
	stores,
	upload,
} from '#tests/support/media/media.ts'
import { samplePdf, sampleVideo, sha256 } from '#tests/support/media/media-samples.ts'

const DAY = 24 * 60 * 60_000

setUpMedia()
beforeEach(() => {
	vi.spyOn(log, 'warn').mockReturnValue(undefined)
})
afterEach(() => {
	vi.restoreAllMocks()
})

const begin = async (bytes: Uint8Array, name = 'a.pdf') =>
	((await announce(admin, bytes, { name })).json as { id: string }).id
const remove = (id: string, query: Record<string, string> = {}) =>
	callApi(contracts.deleteMedia, { as: admin, params: { id }, query })
/** Returns stored files and uploads in progress. */
const stored = () => [
	...server.objects.keys(),
	...readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
		entry.isFile() ? [entry.name] : [],
	),
]
const runRemovals = () => runOutbox(mediaWorkers, { only: ['media-removal'] })
const makeDue = () => db().update(outbox).set({ availableAt: new Date() }).where(like(outbox.id, 'media-removal%'))
const actions = async () => (await db().select({ action: audit.action }).from(audit)).map(({ action }) => action)

describe.each(stores)('in %s', (_, open) => {
	test('a file deleted during its check is removed and reported as deleted', async () => {
		const store = open()
		setMediaStore(store)
		const id = await begin(samplePdf)
		await sendPart(admin, id, 1, samplePdf)
		setMediaStore({
			...store,
			async keep(key, file) {
				expect((await remove(id)).status).toBe(204)
				await store.keep(key, file)
			},
		})
		const reply = await finish(admin, id, samplePdf)
		expect([reply.status, reply.text]).toEqual([404, contracts.deleteMedia.errors.notFound[1]])
		await runRemovals()
		expect(stored()).toEqual([])
		expect(await actions()).toEqual(['media.deleted'])
	})

	test('a file that a killed process stored after the deletion is removed a day later', async () => {
		const store = open()
		setMediaStore(store)
		const id = await begin(samplePdf)
		await sendPart(admin, id, 1, samplePdf)
		setMediaStore({
			...store,
			async keep(key, file) {
				await remove(id)
				// The other process has its own copy of the file, so the cleanup finds nothing to remove yet.
				writeFileSync(join(folder, 'copy'), samplePdf)
				await runRemovals()
				await store.keep(key, join(folder, 'copy'))
				expect(file).toBeTruthy()
				throw new Error('The process ends here')
			},
		})
		expect((await finish(admin, id, samplePdf)).status).toBe(404)
		expect(stored()).toHaveLength(1)
		await makeDue()
		await runRemovals()
		expect(stored()).toEqual([])
	})

	test('either a concurrent abort or the completion wins, so the file is complete or removed', async () => {
		setMediaStore(open())
		for (let round = 0; round < 8; round++) {
			const id = await begin(samplePdf, `${round}.pdf`)
			await sendPart(admin, id, 1, samplePdf)
			const late = async () => {
				for (let turn = 0; turn < round; turn++) await new Promise((resolve) => setImmediate(resolve))
				return remove(id, { only: 'unfinished' })
			}
			const [done] = await Promise.all([finish(admin, id, samplePdf), late()])
			await runRemovals()
			const [row] = await db().select().from(media).where(eq(media.id, id))
			expect([done.status, row?.state]).toEqual(done.status === 200 ? [200, 'ready'] : [404, undefined])
			if (row) await remove(id)
			await runRemovals()
			await makeDue()
			await runRemovals()
			expect(stored()).toEqual([])
		}
	})

	test('a part that is still arriving at completion is cut off and changes nothing', async () => {
		setMediaStore(open())
		const video = sampleVideo({ bytes: contracts.SMALL_PART + 100 })
		const id = await begin(video, 'a.mp4')
		for (const part of [1, 2])
			await sendPart(admin, id, part, video.subarray((part - 1) * contracts.SMALL_PART, part * contracts.SMALL_PART))
		let release: () => void = () => undefined
		const silence = new Promise<void>((resolve) => {
			release = resolve
		})
		let markStarted: () => void = () => undefined
		const started = new Promise<void>((resolve) => {
			markStarted = resolve
		})
		const body = (async function* () {
			yield video.subarray(0, 1_000)
			markStarted()
			await silence
			yield Buffer.alloc(contracts.SMALL_PART - 1_000, 'evil')
		})()
		const late = putMediaPart({ params: { id, part: '1' }, query: {}, body }, {} as never)
		const rejection = expect(late).rejects.toMatchObject({ status: contracts.putMediaPart.errors.complete[0] })
		await started
		// Sends the part again, as after a lost connection.
		await sendPart(admin, id, 1, video.subarray(0, contracts.SMALL_PART))
		const reply = await finish(admin, id, video)
		expect(reply.status, reply.text).toBe(200)
		release()
		await rejection
		const { url } = itemOf(reply)
		const params = { id, name: url.split('/')[3] ?? '' }
		expect(sha256((await callApi(contracts.getMediaFile, { as: admin, params })).bytes)).toBe(sha256(video))
	})
})

test('a deletion is retried until the storage is available', async () => {
	setMediaStore(bucket())
	const { id } = itemOf(await upload(admin, samplePdf, { name: 'a.pdf' }))
	const reply503 = (_: unknown, response: { writeHead(status: number): { end(): void } }) =>
		response.writeHead(503).end()
	server.surprises.push(reply503 as never, reply503 as never)
	expect((await remove(id)).status).toBe(204)
	await runRemovals()
	expect(stored()).toHaveLength(1)
	await makeDue()
	await runRemovals()
	expect(stored()).toEqual([])
})

describe('a CDN', () => {
	const real = settings.env()
	const purged = async () =>
		(await db().select().from(outbox).where(eq(outbox.kind, 'cdn-purge'))).map(({ payload }) => JSON.parse(payload))
	beforeEach(() => {
		setMediaStore(localMedia(folder))
		vi.spyOn(settings, 'env').mockImplementation(() => ({ ...real, cdnPurgeUrl: 'http://127.0.0.1:1/purge' }))
	})

	test('is purged of every deleted public file and of no other file', async () => {
		const first = itemOf(await upload(admin, samplePdf, { name: 'a.pdf' }))
		const second = itemOf(await upload(admin, samplePdf, { name: 'b.pdf' }))
		const hidden = itemOf(await upload(admin, samplePdf, { name: 'c.pdf', isPublic: false }))
		await remove(await begin(samplePdf, 'd.pdf'))
		await remove(hidden.id)
		expect(await purged()).toEqual([])
		await remove(first.id)
		expect(await purged()).toEqual([{ paths: [first.url], urls: [real.publicUrl + first.url] }])
		await removeOrphans(Date.now() + 31 * DAY)
		expect((await purged()).flatMap(({ paths }) => paths)).toEqual([first.url, second.url])
	})
})

describe('the cleanup job', () => {
	const setAge = (file: string, ms: number) => {
		const at = new Date(Date.now() - ms)
		utimesSync(file, at, at)
	}

	test('removes any number of files', async () => {
		setMediaStore(localMedia(folder))
		const then = new Date(Date.now() - 40 * DAY)
		const rows = Array.from({ length: 250 }, (_, index) => ({
			...{ id: newId(), name: `${index}.pdf`, kind: 'pdf' as const, state: 'ready' as const, isPublic: true },
			...{ size: 1, partSize: 1, bytes: 1, files: [], createdAt: then, createdBy: 'Ruth', unusedSince: then },
		}))
		await db().insert(media).values(rows)
		for (let index = 0; index < 1_050; index++)
			mkdirSync(join(folder, 'incoming', `upload-${index}`), { recursive: true })
		await removeOrphans()
		expect(await db().select().from(media)).toEqual([])
		expect(readdirSync(join(folder, 'incoming'))).toEqual([])
	})

	test('also runs if the list is empty, and removes the parts of completed uploads', async () => {
		setMediaStore(localMedia(folder))
		const part = join(folder, 'incoming', 'forgotten')
		mkdirSync(part, { recursive: true })
		await removeOrphans()
		expect(existsSync(part)).toBe(false)
		const { id } = itemOf(await upload(admin, samplePdf, { name: 'a.pdf' }))
		mkdirSync(join(folder, 'incoming', id), { recursive: true })
		const arriving = await begin(samplePdf, 'b.pdf')
		await sendPart(admin, arriving, 1, samplePdf)
		await removeOrphans()
		expect(readdirSync(join(folder, 'incoming'))).toEqual([arriving])
	})

	test.each(stores)('removes only uploads of a killed process into %s', async (_, open) => {
		setMediaStore(open())
		const scratch = join(folder, 'scratch')
		mkdirSync(scratch, { recursive: true })
		for (const [name, age] of [
			['old.whole', 25 * 60 * 60_000],
			['new.whole', 60_000],
		] as const) {
			writeFileSync(join(scratch, name), 'x')
			setAge(join(scratch, name), age)
		}
		const unfinishedUpload = (key: string, age: number) => ({ key, pieces: new Map(), at: new Date(Date.now() - age) })
		server.unfinished.set('old', unfinishedUpload('media/ab/cd/old', 25 * 60 * 60_000))
		server.unfinished.set('new', unfinishedUpload('media/ab/cd/new', 60_000))
		server.unfinished.set('other', unfinishedUpload('other/ab/cd/old', 25 * 60 * 60_000))
		await removeOrphans()
		expect(readdirSync(scratch)).toEqual(['new.whole'])
		if (open === bucket) expect([...server.unfinished.keys()]).toEqual(['new', 'other'])
	})
})
