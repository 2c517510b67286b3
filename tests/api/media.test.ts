import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { media, mediaUses } from '#db/schema/media.ts'
import { createCourse, deleteCourse, enroll, updateCourse } from '#src/features/courses/contract.ts'
import * as contracts from '#src/features/media/contract.ts'
import { removeOrphans } from '#src/features/media/server/library.ts'
import { takeMediaStore } from '#src/features/media/server/media-storage.ts'
import { mediaWorkers } from '#src/features/media/server/removal.ts'
import { createModule, updateModule } from '#src/features/modules/contract.ts'
import { updateSettings } from '#src/features/settings/contract.ts'
import { env } from '#src/platform/env.ts'
import { runOutbox } from '#src/platform/outbox.ts'
import { localMedia } from '#src/platform/storage/local-media.ts'
import { callApi, insertAccount, type Principal, signedIn, visitor } from '#tests/support/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
	announce,
	eachStore,
	finish,
	itemOf,
	type Stores,
	sendPart,
	startStores,
	upload,
} from '#tests/support/media.ts'
import {
	sampleDocument,
	sampleFilm,
	sampleMovement,
	samplePdf,
	samplePicture,
	sampleSound,
	sha256,
} from '#tests/support/media-samples.ts'
import type { S3Server } from '#tests/support/s3-server.ts'
import { hasSmallDisks, mountSmallDisk } from '#tests/support/small-disk.ts'

let database: TestDatabase
let admin: Principal
let at: Stores
let folder: string
let server: S3Server
beforeEach(async () => {
	database = await freshDatabase()
	at = await startStores()
	folder = at.folder
	server = at.server
	admin = await signedIn(await insertAccount({ role: 'admin' }))
	takeMediaStore(localMedia(folder))
})
afterEach(async () => {
	await at.discard()
	await database.discard()
})

const bucket = () => at.inBucket()
const stores = eachStore(() => at)

const [, idOf] = [0, (url: string) => url.split('/')[2] ?? '']
const get = (url: string, as: Principal = visitor(), headers: Record<string, string> = {}) =>
	callApi(contracts.getMediaFile, { as, params: { id: idOf(url), name: url.split('/')[3] ?? '' }, headers })
const partsThere = async (id: string) =>
	((await callApi(contracts.listMediaParts, { as: admin, params: { id } })).json as { there: number[] }).there
const list = async (query: Record<string, string> = {}) =>
	(await callApi(contracts.listMedia, { as: admin, query })).json as contracts.MediaItem[]

/** Bytes of a film that needs several parts. */
const longFilm = () => sampleFilm({ bytes: contracts.SMALL_PART * 2 + 777 })

test('of a sound file it is known how long it lasts', async () => {
	const reply = await upload(admin, sampleSound({ seconds: 12 }), { name: 'Opening words.mp3', purpose: 'worksheet' })
	expect(reply.status, reply.text).toBe(200)
	expect(itemOf(reply)).toMatchObject({ kind: 'audio', seconds: 12 })
})

describe.each(stores)('in %s', (_, open) => {
	beforeEach(() => takeMediaStore(open()))

	test('a film that came in parts is served whole and in part, as the bytes that were sent', async () => {
		const film = longFilm()
		const reply = await upload(admin, film, { name: 'Über Gebühren.MP4', purpose: 'video' })
		expect(reply.status, reply.text).toBe(200)
		const item = itemOf(reply)
		expect(item).toMatchObject({
			kind: 'video',
			bytes: film.length,
			seconds: 12,
			isPublic: true,
			isReady: true,
			uses: [],
		})
		expect(item.url).toMatch(/^\/media\/[\da-z]{20}\/u-ber-gebu-hren\.mp4$/)
		const whole = await get(item.url)
		expect([whole.status, whole.header('content-type')]).toEqual([200, 'video/mp4'])
		expect(whole.header('cache-control')).toBe('public, max-age=31536000, immutable')
		expect(sha256(whole.bytes)).toBe(sha256(film))
		const part = await get(item.url, visitor(), { range: 'bytes=1000-1999' })
		expect([part.status, part.header('content-range')]).toEqual([206, `bytes 1000-1999/${film.length}`])
		expect(part.bytes.equals(film.subarray(1_000, 2_000))).toBe(true)
		expect((await get(item.url, visitor(), { range: `bytes=${film.length}-` })).status).toBe(416)
		expect((await get(item.url, visitor(), { 'if-none-match': whole.header('etag') ?? '' })).status).toBe(304)
		expect((await get(item.url.replace('gebu', 'other'))).status).toBe(404)
		expect(await db().select({ action: audit.action }).from(audit)).toEqual([{ action: 'media.added' }])
	})

	test('the same file announced again goes on where it broke off; another does not', async () => {
		const film = longFilm()
		const begin = async (name: string, bytes: Uint8Array, isPublic = true) =>
			((await announce(admin, bytes, { name, isPublic })).json as { id: string }).id
		const id = await begin('a.mp4', film)
		await sendPart(admin, id, 1, film.subarray(0, contracts.SMALL_PART))
		expect(await begin('a.mp4', film)).toBe(id)
		expect(await partsThere(id)).toEqual([1])
		const others = [
			await begin('b.mp4', film),
			await begin('a.mp4', film.subarray(1)),
			await begin('a.mp4', film, false),
		]
		expect(new Set([id, ...others]).size).toBe(4)
	})

	test('whoever was interrupted sends what is missing, in any order, and gets the same file', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.uniqueArray(fc.constantFrom(1, 2, 3), { maxLength: 3 }),
				fc.array(fc.constantFrom(1, 2, 3), { maxLength: 2 }),
				async (first, again) => {
					const film = longFilm()
					const { id, partSize, parts } = (await announce(admin, film, { name: 'a.mp4', purpose: 'video' })).json as {
						[name in 'partSize' | 'parts']: number
					} & { id: string }
					expect(parts).toBe(3)
					const send = (part: number) =>
						sendPart(admin, id, part, film.subarray((part - 1) * partSize, part * partSize))
					for (const part of [...first, ...again.filter((each) => first.includes(each))])
						expect((await send(part)).status).toBe(204)
					const there = await partsThere(id)
					expect(there).toEqual(first.toSorted())
					const missing = [1, 2, 3].filter((part) => !there.includes(part))
					if (missing.length > 0) {
						const early = await finish(admin, id, film)
						expect([early.status, early.text]).toEqual([409, `Part ${missing[0]} is missing`])
					}
					for (const part of missing) await send(part)
					const done = await finish(admin, id, film)
					expect(done.status, done.text).toBe(200)
					expect(sha256((await get(itemOf(done).url)).bytes)).toBe(sha256(film))
					// An answer that was lost: asked again, it is the same.
					expect((await finish(admin, id, film)).json).toEqual(done.json)
				},
			),
			{ numRuns: 6 },
		)
	})

	test('a part that is too short, too long or cut off counts for nothing', async () => {
		const film = longFilm()
		const { id, partSize } = (await announce(admin, film, { name: 'a.mp4' })).json as { id: string; partSize: number }
		for (const length of [partSize - 1, partSize + 1]) {
			const reply = await sendPart(admin, id, 1, new Uint8Array(length))
			expect([reply.status, reply.text]).toEqual([400, contracts.putMediaPart.errors.length[1]])
		}
		const store = open()
		const cut = (async function* () {
			yield film.subarray(0, 1_000)
			throw new Error('The connection broke off')
		})()
		await expect(store.putPart(id, { number: 1, offset: 0, bytes: partSize }, cut)).rejects.toThrow('broke off')
		expect(await partsThere(id)).toEqual([])
		for (const part of ['0', '4', '1.5', 'x', '-1'])
			expect((await callApi(contracts.putMediaPart, { as: admin, params: { id, part }, rawBody: film })).status).toBe(
				400,
			)
	})

	test('what arrived damaged is said so, and can be sent again', async () => {
		const bytes = samplePdf
		const { id } = (await announce(admin, bytes, { name: 'a.pdf' })).json as { id: string }
		await sendPart(admin, id, 1, Buffer.from(bytes).fill(32, 20, 22))
		const reply = await finish(admin, id, bytes)
		expect([reply.status, reply.text]).toEqual([409, 'The file arrived damaged. Please send it again.'])
		expect(await partsThere(id)).toEqual([])
		await sendPart(admin, id, 1, bytes)
		expect((await finish(admin, id, bytes)).status).toBe(200)
	})

	test('whoever gives an upload up takes back none that is finished', async () => {
		const { id, url } = itemOf(await upload(admin, samplePdf, { name: 'a.pdf' }))
		const giveUp = (id: string) =>
			callApi(contracts.deleteMedia, { as: admin, params: { id }, query: { only: 'unfinished' } })
		expect((await giveUp(id)).status).toBe(204)
		expect((await get(url)).status).toBe(200)
		const begun = (await announce(admin, samplePdf, { name: 'b.pdf' })).json as { id: string }
		expect((await giveUp(begun.id)).status).toBe(204)
		expect((await list()).map(({ name }) => name)).toEqual(['a.pdf'])
	})

	test('a deleted file is gone, also where it was stored', async () => {
		const { id, url } = itemOf(await upload(admin, samplePdf, { name: 'a.pdf' }))
		expect((await callApi(contracts.deleteMedia, { as: admin, params: { id } })).status).toBe(204)
		expect((await get(url)).status).toBe(404)
		expect(await list()).toEqual([])
		await runOutbox(mediaWorkers)
		expect(server.objects.size).toBe(0)
		expect(readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())).toEqual([])
		expect((await callApi(contracts.deleteMedia, { as: admin, params: { id } })).status).toBe(404)
	})
})

describe('a picture', () => {
	test('is made anew in three widths, without what the camera noted', async () => {
		const sent = await samplePicture(2_400, 1_600)
		expect((await sharp(sent).metadata()).exif).toBeDefined()
		const item = itemOf(await upload(admin, sent, { name: 'IMG 12.jpeg', purpose: 'picture' }))
		expect(item).toMatchObject({ kind: 'image', width: 1_920, height: 1_280 })
		for (const [name, width] of [
			['img-12.webp', 1_920],
			['img-12-960.webp', 960],
			['img-12-480.webp', 480],
		] as const) {
			const reply = await get(item.url.replace('img-12.webp', name))
			expect([reply.status, reply.header('content-type')]).toEqual([200, 'image/webp'])
			const facts = await sharp(reply.bytes).metadata()
			expect([facts.format, facts.width, facts.exif]).toEqual(['webp', width, undefined])
		}
		expect(item.thumbnail).toBe(item.url.replace('img-12.webp', 'img-12-480.webp'))
	})

	test('that lies on its side is set upright', async () => {
		const lying = await sharp(await samplePicture(300, 200))
			.withMetadata({ orientation: 6 })
			.jpeg()
			.toBuffer()
		expect(itemOf(await upload(admin, lying, { name: 'a.jpg' }))).toMatchObject({ width: 200, height: 300 })
	})

	test('that would be taken apart into more than 40 megapixels is refused', async () => {
		const huge = await sharp({ create: { width: 9_000, height: 5_000, channels: 3, background: 'white' } })
			.png()
			.toBuffer()
		const reply = await upload(admin, huge, { name: 'small.png' })
		expect([reply.status, reply.text]).toEqual([413, 'Pictures may have at most 40 megapixels'])
	})
})

describe('what is not what it says', () => {
	const { errors } = contracts.completeMedia
	test.each([
		['a program called a picture', 'a.png', Buffer.from('<script>alert(1)</script>'), errors.notImage],
		['the beginning of a picture', 'a.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), errors.notImage],
		['a page called a PDF', 'a.pdf', Buffer.from('<html>%PDF-</html>'), errors.notPdf],
		['a PDF called a film', 'a.mp4', samplePdf, errors.notVideo],
		['a PDF called a sound', 'a.mp3', samplePdf, errors.notAudio],
		['a document with macros', 'a.docx', sampleDocument('docm'), errors.notDocument],
		['an archive called a document', 'a.xlsx', sampleDocument('zip'), errors.notDocument],
		['a film that ends before its beginning', 'a.mp4', sampleFilm({ startsAtOnce: false }), errors.lateStart],
		['a film that few can play', 'a.mp4', sampleFilm({ coding: 'hvc1' }), errors.hevc],
		['a film without a film', 'a.mp4', sampleFilm().subarray(0, 40), errors.notVideo],
		['a film of more boxes than one could look at', 'a.mp4', sampleFilm({ traks: 110 }), errors.notVideo],
		['captions without any', 'a.srt', Buffer.from('only words'), errors.notCaptions],
		['captions in another alphabet', 'a.vtt', Buffer.from([0x57, 0xff, 0xfe, 0x00]), errors.notCaptions],
	])('%s is refused, and nothing is kept of it', async (_, name, bytes, [status, text]) => {
		const reply = await upload(admin, bytes, { name })
		expect([reply.status, reply.text]).toEqual([status, text])
		expect((await list()).map(({ isReady, url }) => [isReady, url])).toEqual([[false, '']])
	})

	test('that moves goes on moving, in each width', async () => {
		const gif = await sampleMovement(4, { width: 600, height: 40 })
		const item = itemOf(await upload(admin, gif, { name: 'steps.gif', purpose: 'picture' }))
		expect(item).toMatchObject({ width: 600, height: 40 })
		for (const url of [item.url, item.thumbnail]) {
			const facts = await sharp((await get(url)).bytes, { animated: true }).metadata()
			expect([facts.format, facts.pages, facts.pageHeight]).toEqual(['webp', 4, url === item.url ? 40 : 32])
		}
	})

	test('that moves through more than 40 megapixels is refused in words that help', async () => {
		const gif = await sampleMovement(6, { width: 2_700, height: 2_500 })
		const reply = await upload(admin, gif, { name: 'long.gif', purpose: 'picture' })
		expect([reply.status, reply.text]).toEqual([...contracts.completeMedia.errors.longMovement])
	})

	test('a picture that says of itself to have ten thousand megapixels is refused unread', async () => {
		const claims = await sharp({ create: { width: 10, height: 10, channels: 3, background: 'white' } })
			.png()
			.toBuffer()
		claims.writeUInt32BE(100_000, 16)
		claims.writeUInt32BE(100_000, 20)
		claims.writeUInt32BE(crc32(claims.subarray(12, 29)), 29)
		const reply = await upload(admin, claims, { name: 'a.png' })
		expect([reply.status, reply.text]).toEqual([413, 'Pictures may have at most 40 megapixels'])
	})

	test('a drawing under the name of a picture is none', async () => {
		const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
		const reply = await upload(admin, drawing, { name: 'a.png', type: 'image/png' })
		expect([reply.status, reply.text]).toEqual([400, errors.notImage[1]])
	})

	test.each([
		['a drawing', { name: 'logo.svg', purpose: 'picture' }, contracts.createMedia.errors.svg],
		['a drawing in disguise', { name: 'logo.png', type: 'image/svg+xml' }, contracts.createMedia.errors.svg],
		['a program', { name: 'setup.exe', type: 'application/x-msdownload' }, contracts.createMedia.errors.unknown],
		['a PDF for a cover', { name: 'a.pdf', purpose: 'picture' }, contracts.createMedia.errors.notImage],
		['a picture for a worksheet', { name: 'a.png', purpose: 'worksheet' }, contracts.createMedia.errors.notWorksheet],
	] as const)('%s is refused before it is sent', async (_, announced, [status, text]) => {
		const reply = await announce(admin, new Uint8Array(10), announced)
		expect([reply.status, reply.text]).toEqual([status, text])
	})

	test.each([
		['a.png', 10_000_001, 'Pictures may have at most 10 MB'],
		['a.pdf', 50_000_001, 'PDFs may have at most 50 MB'],
		['a.mp4', 4_000_000_001, 'Videos may have at most 4 GB'],
	])('%s of %i bytes is refused before it is sent', async (name, size, sentence) => {
		const body = { name, size, type: '', purpose: 'library' }
		const reply = await callApi(contracts.createMedia, { as: admin, body })
		expect([reply.status, reply.text]).toEqual([413, sentence])
	})
})

test('captions of SubRip become WebVTT', async () => {
	const srt = '\ufeff1\r\n0:00:01,000 --> 00:00:02,500\r\nGood morning\r\n'
	const item = itemOf(await upload(admin, Buffer.from(srt), { name: 'Talk.srt', purpose: 'captions' }))
	expect(item.url).toMatch(/\/talk\.vtt$/)
	const reply = await get(item.url)
	expect(reply.text).toBe('WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\nGood morning\n')
	expect(reply.header('content-type')).toBe('text/vtt; charset=utf-8')
})

test('together they are no more than the quota, what only was announced included', async () => {
	const { quotaBytes } = env().media
	const size = 3_999_999_999
	const ask = (_: unknown, index: number) =>
		callApi(contracts.createMedia, { as: admin, body: { name: `${index}.mp4`, size, type: '', purpose: 'video' } })
	const replies = await Promise.all(Array.from({ length: Math.floor(quotaBytes / size) + 2 }, ask))
	expect(replies.filter(({ status }) => status === 201)).toHaveLength(Math.floor(quotaBytes / size))
	const refused = replies.filter(({ status }) => status !== 201)
	expect(refused.map(({ status, text }) => `${status} ${text}`)).toEqual(
		refused.map(() => '409 The club’s storage is full (20 GB). Delete something or raise the limit.'),
	)
})

describe('who may have a file', () => {
	let member: Principal
	let course: string
	const COURSE = { title: 'Fees', description: 'How to raise them, and when', isPublished: true }
	const MODULE = { title: 'One', description: 'What it is about', type: 'text' }
	beforeEach(async () => {
		member = await signedIn(await insertAccount())
		course = ((await callApi(createCourse, { as: admin, body: COURSE })).json as { id: string }).id
	})
	const addModule = async (content: string) => {
		const reply = await callApi(createModule, { as: admin, params: { id: course }, body: { ...MODULE, content } })
		expect(reply.status, reply.text).toBe(201)
		return (reply.json as { id: string }).id
	}
	const privatePdf = async () => itemOf(await upload(admin, samplePdf, { name: 'Checkliste.pdf', isPublic: false }))

	test('of one that is not public: admins, and who takes the course that shows it, as long as they do', async () => {
		const { url } = await privatePdf()
		const asked = async (as: Principal) => (await get(url, as)).status
		expect([await asked(visitor()), await asked(member), await asked(admin)]).toEqual([401, 404, 200])
		const module = await addModule(`<p>See <a href="${env().publicUrl}${url}">the sheet</a>, please</p>`)
		expect(await asked(member)).toBe(404)
		expect((await callApi(enroll, { as: member, params: { id: course } })).status).toBe(200)
		const other = await signedIn(await insertAccount())
		expect([await asked(visitor()), await asked(member), await asked(other)]).toEqual([401, 200, 404])
		await callApi(updateCourse, { as: admin, params: { id: course }, body: { isPublished: false } })
		expect(await asked(member)).toBe(404)
		await callApi(updateCourse, { as: admin, params: { id: course }, body: { isPublished: true } })
		await callApi(updateModule, { as: admin, params: { id: module }, body: { content: '<p>Nothing to see here</p>' } })
		expect([await asked(member), await asked(admin)]).toEqual([404, 200])
	})

	test('what is not public is kept by no shared cache, and a PDF is a download in which nothing runs', async () => {
		const { url } = await privatePdf()
		const reply = await get(url, admin)
		expect(reply.header('cache-control')).toBe('private, no-cache')
		expect(reply.header('content-disposition')).toContain('attachment; filename="Checkliste.pdf"')
	})

	test('where a file is used is known, whoever writes there', async () => {
		const picture = itemOf(await upload(admin, await samplePicture(100, 80), { name: 'a.jpg' }))
		const usesOf = async () => (await list()).find(({ id }) => id === picture.id)?.uses
		await callApi(updateCourse, { as: admin, params: { id: course }, body: { imageUrl: picture.url } })
		await addModule(`<p>A picture: <a href="${env().publicUrl}${picture.url}">here</a></p>`)
		await callApi(updateSettings, { as: admin, body: { logo: picture.url } })
		expect((await usesOf())?.map(({ type, title, href }) => [type, title, href])).toEqual([
			['course', 'Fees', '/admin/courses'],
			['module', 'One', `/admin/courses/${course}/modules`],
			['settings', 'Settings of the club', '/admin/settings'],
		])
		await callApi(updateSettings, { as: admin, body: { logo: '' } })
		await callApi(deleteCourse, { as: admin, params: { id: course } })
		expect(await usesOf()).toEqual([])
	})
})

describe('what shows a file', () => {
	test('is found in whatever text, by its whole address alone', async () => {
		const ids: string[] = []
		for (const name of ['a', 'b', 'c', 'd'])
			ids.push(itemOf(await upload(admin, samplePdf, { name: `${name}.pdf` })).id)
		const [a = '', b = '', c = '', d = ''] = ids
		const course = { title: 'Fees', description: 'How to raise them, and when', isPublished: true }
		const { id } = (await callApi(createCourse, { as: admin, body: course })).json as { id: string }
		const texts = [
			[`"\\/media/${a}/x" and 'one' \u0041 {"k":["/media/${b}/y"]} ]}`, [a, b]],
			[`/media//media/${a}/x/media/${a}/y`, [a]],
			[`/media/${c}`, []],
			[`/media/${c.slice(1)}/x /media/x${d}/x media/${d}/x`, []],
			[`\n\t\0/media/${d}/`, [d]],
			['nothing', []],
		] as const
		for (const [text, uses] of texts) {
			await db().run(sql`update courses set image_url = ${text} where id = ${id}`)
			const found = await db().select().from(mediaUses).where(eq(mediaUses.subjectId, id))
			expect(found.map(({ mediaId }) => mediaId)).toEqual([...uses].sort())
		}
	})

	test('is looked up by key, with however many files: no file is looked at that the text does not name', async () => {
		const triggers = await db().all<{ sql: string }>(
			sql`select sql from sqlite_master where type = 'trigger' and name like 'media_used_by%'`,
		)
		expect(triggers).toHaveLength(10)
		for (const trigger of triggers) {
			const [select = ''] = /SELECT `media`[\s\S]*?(?=;)/.exec(trigger.sql) ?? []
			const plan = await db().all<{ detail: string }>(
				sql.raw(`explain query plan ${select.replaceAll(/new\.`\w+`/g, "'x'")}`),
			)
			expect(plan.map(({ detail }) => detail).filter((detail) => /media/i.test(detail))).toEqual([
				expect.stringMatching(/^SEARCH media USING .*INDEX .*\(id=\?\)/),
			])
		}
	})
})

describe('what nobody needs any more', () => {
	const DAY = 24 * 60 * 60_000

	test('goes by itself: unfinished after a day, unused after thirty; what is used stays', async () => {
		const used = itemOf(await upload(admin, samplePdf, { name: 'used.pdf' }))
		const unused = itemOf(await upload(admin, samplePdf, { name: 'unused.pdf' }))
		await announce(admin, samplePdf, { name: 'unfinished.pdf' })
		await db().insert(mediaUses).values({ mediaId: used.id, subjectType: 'settings', subjectId: 'club' })
		const names = async () => (await list()).map(({ name }) => name).toSorted()
		await removeOrphans(Date.now() + DAY - 60_000)
		expect(await names()).toEqual(['unfinished.pdf', 'unused.pdf', 'used.pdf'])
		await removeOrphans(Date.now() + DAY + 60_000)
		expect(await names()).toEqual(['unused.pdf', 'used.pdf'])
		expect(unused.goesAt).not.toBeNull()
		await removeOrphans(Date.now() + 30 * DAY + 60_000)
		expect(await names()).toEqual(['used.pdf'])
		expect([(await get(used.url)).status, (await get(unused.url)).status]).toEqual([200, 404])
	})

	test('counts from the day on which it came out of use', async () => {
		const { id } = itemOf(await upload(admin, samplePdf, { name: 'a.pdf' }))
		await db()
			.update(media)
			.set({ unusedSince: new Date(0) })
			.where(eq(media.id, id))
		await db().insert(mediaUses).values({ mediaId: id, subjectType: 'settings', subjectId: 'club' })
		await db().delete(mediaUses)
		await removeOrphans()
		expect((await list()).map((item) => item.id)).toEqual([id])
	})

	test('what the storage has without a row goes too', async () => {
		await announce(admin, samplePdf, { name: 'kept.pdf' })
		const store = localMedia(folder)
		const part = (async function* () {
			yield samplePdf
		})()
		await store.putPart('forgotten', { number: 1, offset: 0, bytes: samplePdf.length }, part)
		await removeOrphans()
		expect(existsSync(join(folder, 'incoming', 'forgotten'))).toBe(false)
	})
})

describe('a storage that fails', () => {
	beforeEach(() => takeMediaStore(bucket()))
	const refuse = (status: number) => (_: unknown, response: { writeHead(status: number): { end(): void } }) =>
		response.writeHead(status).end()

	test('is said so, and what arrived before is kept', async () => {
		const film = longFilm()
		const { id, partSize } = (await announce(admin, film, { name: 'a.mp4' })).json as { id: string; partSize: number }
		const first = film.subarray(0, partSize)
		expect((await sendPart(admin, id, 1, first)).status).toBe(204)
		server.surprises.push(refuse(503), refuse(503))
		const reply = await sendPart(admin, id, 2, first)
		expect([reply.status, reply.text]).toEqual([503, contracts.putMediaPart.errors.away[1]])
		expect(reply.header('retry-after')).toBe('60')
		expect(await partsThere(id)).toEqual([1])
	})

	test('that dies in the middle of a long file leaves nothing half, and the same call ends well later', async () => {
		const film = longFilm()
		const { id, partSize } = (await announce(admin, film, { name: 'a.mp4' })).json as { id: string; partSize: number }
		for (let part = 1; part <= 3; part++)
			await sendPart(admin, id, part, film.subarray((part - 1) * partSize, part * partSize))
		// The list and three parts are read, the upload in pieces begun, two of them brought; then it is gone.
		const die = (request: { socket: { destroy(): void } }) => request.socket.destroy()
		server.surprises.push(...Array<undefined>(7).fill(undefined), die as never, die as never)
		const reply = await finish(admin, id, film)
		expect([reply.status, reply.text]).toEqual([503, contracts.completeMedia.errors.away[1]])
		expect([server.unfinished.size, [...server.objects.keys()].filter((key) => !key.includes('incoming'))]).toEqual([
			0,
			[],
		])
		const again = await finish(admin, id, film)
		expect(again.status, again.text).toBe(200)
		expect(sha256((await get(itemOf(again).url)).bytes)).toBe(sha256(film))
		expect([...server.objects.keys()].filter((key) => key.includes('incoming'))).toEqual([])
	})
})

test.skipIf(!hasSmallDisks())(
	'a disk that is full in the middle of a part is said so, and the part does not count',
	async () => {
		const disk = mountSmallDisk(1024 * 1024)
		try {
			takeMediaStore(localMedia(disk?.folder ?? ''))
			const film = longFilm()
			const { id, partSize } = (await announce(admin, film, { name: 'a.mp4' })).json as { id: string; partSize: number }
			expect((await sendPart(admin, id, 1, film.subarray(0, partSize))).status).toBe(204)
			const replies = []
			for (const part of [2, 3]) {
				const bytes = film.subarray((part - 1) * partSize, part * partSize)
				replies.push(await sendPart(admin, id, part, bytes))
			}
			const full = replies.find(({ status }) => status !== 204)
			expect([full?.status, full?.text]).toEqual([503, contracts.putMediaPart.errors.noRoom[1]])
			expect(await partsThere(id)).toContain(1)
			expect((await partsThere(id)).length).toBeLessThan(3)
		} finally {
			disk?.remove()
		}
	},
)
