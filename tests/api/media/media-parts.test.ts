import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import * as contracts from '#src/features/media/contract.ts'
import { setMediaStore } from '#src/features/media/server/media-storage.ts'
import { mediaWorkers } from '#src/features/media/server/removal.ts'
import { runOutbox } from '#src/platform/jobs/outbox.ts'
import { callApi, insertAccount, type Principal, signedIn, visitor } from '#tests/support/api/api.ts'
import {
	admin,
	announce,
	arrivedParts,
	bucket,
	finish,
	folder,
	getFile,
	itemOf,
	listFiles,
	longVideo,
	sendPart,
	server,
	setUpMedia,
	stores,
	upload,
} from '#tests/support/media/media.ts'
import { samplePdf, sampleVideo, sha256 } from '#tests/support/media/media-samples.ts'

setUpMedia()

describe.each(stores)('in %s', (_, open) => {
	beforeEach(() => setMediaStore(open()))

	test('a video sent in parts is served whole and in ranges, byte for byte', async () => {
		const video = longVideo()
		const reply = await upload(admin, video, { name: 'Über Gebühren.MP4', purpose: 'video' })
		expect(reply.status, reply.text).toBe(200)
		const item = itemOf(reply)
		expect(item).toMatchObject({
			kind: 'video',
			bytes: video.length,
			seconds: 12,
			isPublic: true,
			isReady: true,
			uses: [],
		})
		expect(item.url).toMatch(/^\/media\/[\da-z]{20}\/uber-gebuhren\.mp4$/)
		const whole = await getFile(item.url)
		expect([whole.status, whole.header('content-type')]).toEqual([200, 'video/mp4'])
		expect(whole.header('cache-control')).toBe('public, max-age=31536000, s-maxage=3600, immutable')
		expect(sha256(whole.bytes)).toBe(sha256(video))
		const part = await getFile(item.url, visitor(), { range: 'bytes=1000-1999' })
		expect([part.status, part.header('content-range')]).toEqual([206, `bytes 1000-1999/${video.length}`])
		expect(part.bytes.equals(video.subarray(1_000, 2_000))).toBe(true)
		const beyond = await getFile(item.url, visitor(), { range: `bytes=${video.length}-` })
		expect([beyond.status, beyond.header('cache-control')]).toEqual([416, 'no-store'])
		expect((await getFile(item.url, visitor(), { 'if-none-match': whole.header('etag') ?? '' })).status).toBe(304)
		expect((await getFile(item.url.replace('gebu', 'other'))).status).toBe(404)
		expect(await db().select({ action: audit.action }).from(audit)).toEqual([{ action: 'media.added' }])
	})

	test('announcing a file again resumes its upload, and announcing another file does not', async () => {
		const video = longVideo()
		const begin = async (name: string, bytes: Uint8Array, isPublic = true) =>
			((await announce(admin, bytes, { name, isPublic })).json as { id: string }).id
		const id = await begin('a.mp4', video)
		await sendPart(admin, id, 1, video.subarray(0, contracts.SMALL_PART))
		expect(await begin('a.mp4', video)).toBe(id)
		expect(await arrivedParts(id)).toEqual([1])
		const others = [
			await begin('b.mp4', video),
			await begin('a.mp4', video.subarray(1)),
			await begin('a.mp4', video, false),
		]
		expect(new Set([id, ...others]).size).toBe(4)
	})

	test("two people do not resume each other's upload of the same name", async () => {
		const video = longVideo()
		const [one, other] = await Promise.all(
			[1, 2].map(async () => signedIn(await insertAccount({ role: 'admin', name: 'Ruth Roe' }))),
		)
		const begin = async (as: Principal) => ((await announce(as, video, { name: 'a.mp4' })).json as { id: string }).id
		if (!one || !other) throw new Error('Both are there')
		const id = await begin(one)
		expect(await begin(other)).not.toBe(id)
		expect(await begin(one)).toBe(id)
	})

	test('an interrupted upload accepts missing parts in any order', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.uniqueArray(fc.constantFrom(1, 2, 3), { maxLength: 3 }),
				fc.array(fc.constantFrom(1, 2, 3), { maxLength: 2 }),
				async (first, again) => {
					const video = longVideo()
					const { id, partSize, parts } = (await announce(admin, video, { name: 'a.mp4', purpose: 'video' })).json as {
						[name in 'partSize' | 'parts']: number
					} & { id: string }
					expect(parts).toBe(3)
					const send = (part: number) =>
						sendPart(admin, id, part, video.subarray((part - 1) * partSize, part * partSize))
					for (const part of [...first, ...again.filter((each) => first.includes(each))])
						expect((await send(part)).status).toBe(204)
					const arrived = await arrivedParts(id)
					expect(arrived).toEqual(first.toSorted())
					const missing = [1, 2, 3].filter((part) => !arrived.includes(part))
					if (missing.length > 0) {
						const early = await finish(admin, id, video)
						expect([early.status, early.text]).toEqual([409, `Part ${missing[0]} is missing`])
					}
					for (const part of missing) await send(part)
					const done = await finish(admin, id, video)
					expect(done.status, done.text).toBe(200)
					expect(sha256((await getFile(itemOf(done).url)).bytes)).toBe(sha256(video))
					// A retry after a lost response returns the same result.
					expect((await finish(admin, id, video)).json).toEqual(done.json)
				},
			),
			{ numRuns: 6 },
		)
	})

	test('a video with its index at the end is stored with the index first', async () => {
		const late = sampleVideo({ startsAtOnce: false, bytes: contracts.SMALL_PART + 1_000 })
		const item = itemOf(await upload(admin, late, { name: 'late.mp4' }))
		const { bytes } = await getFile(item.url)
		expect(bytes).toHaveLength(late.length)
		expect(bytes.indexOf('moov', 0, 'latin1')).toBeLessThan(bytes.indexOf('mdat', 0, 'latin1'))
	})

	test('a part that is too short, too long or truncated does not count', async () => {
		const video = longVideo()
		const { id, partSize } = (await announce(admin, video, { name: 'a.mp4' })).json as { id: string; partSize: number }
		for (const length of [partSize - 1, partSize + 1]) {
			const reply = await sendPart(admin, id, 1, new Uint8Array(length))
			expect([reply.status, reply.text]).toEqual([400, contracts.putMediaPart.errors.length[1]])
		}
		const store = open()
		const truncated = (async function* () {
			yield video.subarray(0, 1_000)
			throw new Error('The connection broke off')
		})()
		await expect(store.putPart(id, { number: 1, offset: 0, bytes: partSize }, truncated)).rejects.toThrow('broke off')
		expect(await arrivedParts(id)).toEqual([])
		for (const part of ['0', '4', '1.5', 'x', '-1'])
			expect((await callApi(contracts.putMediaPart, { as: admin, params: { id, part }, rawBody: video })).status).toBe(
				400,
			)
	})

	test('a corrupted upload is reported and can be sent again', async () => {
		const bytes = samplePdf
		const { id } = (await announce(admin, bytes, { name: 'a.pdf' })).json as { id: string }
		await sendPart(admin, id, 1, Buffer.from(bytes).fill(32, 20, 22))
		const reply = await finish(admin, id, bytes)
		expect([reply.status, reply.text]).toEqual([409, 'The file arrived damaged. Please send it again.'])
		expect(await arrivedParts(id)).toEqual([])
		await sendPart(admin, id, 1, bytes)
		expect((await finish(admin, id, bytes)).status).toBe(200)
	})

	test('aborting does not remove a completed upload', async () => {
		const { id, url } = itemOf(await upload(admin, samplePdf, { name: 'a.pdf' }))
		const abort = (id: string) =>
			callApi(contracts.deleteMedia, { as: admin, params: { id }, query: { only: 'unfinished' } })
		expect((await abort(id)).status).toBe(204)
		expect((await getFile(url)).status).toBe(200)
		const unfinished = (await announce(admin, samplePdf, { name: 'b.pdf' })).json as { id: string }
		expect((await abort(unfinished.id)).status).toBe(204)
		expect((await listFiles()).map(({ name }) => name)).toEqual(['a.pdf'])
	})

	test('a deleted file is removed from the storage too', async () => {
		const { id, url } = itemOf(await upload(admin, samplePdf, { name: 'a.pdf' }))
		expect((await callApi(contracts.deleteMedia, { as: admin, params: { id } })).status).toBe(204)
		expect((await getFile(url)).status).toBe(404)
		expect(await listFiles()).toEqual([])
		await runOutbox(mediaWorkers)
		expect(server.objects.size).toBe(0)
		expect(readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())).toEqual([])
		expect((await callApi(contracts.deleteMedia, { as: admin, params: { id } })).status).toBe(404)
	})
})

describe('storage that fails', () => {
	beforeEach(() => setMediaStore(bucket()))
	const respondWith = (status: number) => (_: unknown, response: { writeHead(status: number): { end(): void } }) =>
		response.writeHead(status).end()

	test('is reported, and earlier parts are kept', async () => {
		const video = longVideo()
		const { id, partSize } = (await announce(admin, video, { name: 'a.mp4' })).json as { id: string; partSize: number }
		const first = video.subarray(0, partSize)
		expect((await sendPart(admin, id, 1, first)).status).toBe(204)
		server.surprises.push(respondWith(503), respondWith(503))
		const reply = await sendPart(admin, id, 2, first)
		expect([reply.status, reply.text]).toEqual([503, contracts.putMediaPart.errors.away[1]])
		expect(reply.header('retry-after')).toBe('60')
		expect(await arrivedParts(id)).toEqual([1])
	})

	test('by dying midway leaves nothing partial, and a retry succeeds', async () => {
		const video = longVideo()
		const { id, partSize } = (await announce(admin, video, { name: 'a.mp4' })).json as { id: string; partSize: number }
		for (let part = 1; part <= 3; part++)
			await sendPart(admin, id, part, video.subarray((part - 1) * partSize, part * partSize))
		// The list and three parts are read, a multipart upload is created with two parts; then the server dies.
		const die = (request: { socket: { destroy(): void } }) => request.socket.destroy()
		server.surprises.push(...Array<undefined>(7).fill(undefined), die as never, die as never)
		const reply = await finish(admin, id, video)
		expect([reply.status, reply.text]).toEqual([503, contracts.completeMedia.errors.away[1]])
		expect([server.unfinished.size, [...server.objects.keys()].filter((key) => !key.includes('incoming'))]).toEqual([
			0,
			[],
		])
		const retry = await finish(admin, id, video)
		expect(retry.status, retry.text).toBe(200)
		expect(sha256((await getFile(itemOf(retry).url)).bytes)).toBe(sha256(video))
		expect([...server.objects.keys()].filter((key) => key.includes('incoming'))).toEqual([])
	})
})
