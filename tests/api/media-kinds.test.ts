import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import * as contracts from '#src/features/media/contract.ts'
import { env } from '#src/platform/env.ts'
import { callApi } from '#tests/support/api.ts'
import { admin, announce, getFile, itemOf, listFiles, setUpMedia, upload } from '#tests/support/media.ts'
import {
	sampleDocument,
	sampleFilm,
	sampleMovement,
	samplePdf,
	samplePicture,
	sampleSound,
} from '#tests/support/media-samples.ts'

setUpMedia()

test('of a sound file it is known how long it lasts', async () => {
	const reply = await upload(admin, sampleSound({ seconds: 12 }), { name: 'Opening words.mp3', purpose: 'worksheet' })
	expect(reply.status, reply.text).toBe(200)
	expect(itemOf(reply)).toMatchObject({ kind: 'audio', seconds: 12 })
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
			const reply = await getFile(item.url.replace('img-12.webp', name))
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
		expect((await listFiles()).map(({ isReady, url }) => [isReady, url])).toEqual([[false, '']])
	})

	test('that moves goes on moving, in each width', async () => {
		const gif = await sampleMovement(4, { width: 600, height: 40 })
		const item = itemOf(await upload(admin, gif, { name: 'steps.gif', purpose: 'picture' }))
		expect(item).toMatchObject({ width: 600, height: 40 })
		for (const url of [item.url, item.thumbnail]) {
			const facts = await sharp((await getFile(url)).bytes, { animated: true }).metadata()
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
	const reply = await getFile(item.url)
	expect(reply.text).toBe('WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\nGood morning\n')
	expect(reply.header('content-type')).toBe('text/vtt; charset=utf-8')
})

test.each([
	['without hours', '00:01,000 --> 00:03,500\nHello there.\n', '00:00:01.000 --> 00:00:03.500\nHello there.\n'],
	['without thousandths', 'WEBVTT\n\n0:01 --> 0:03\nHello there.\n', '00:00:01.000 --> 00:00:03.000\nHello there.\n'],
	[
		'that roll up',
		'WEBVTT\n\n0:01 --> 0:02\none\n\n0:02 --> 0:02.010\none\n\n0:02.010 --> 0:03\none\ntwo\n',
		'00:00:01.000 --> 00:00:02.010\none\n\n00:00:02.010 --> 00:00:03.000\ntwo\n',
	],
])('captions %s are taken as a transcript is', async (name, text, expected) => {
	const item = itemOf(await upload(admin, Buffer.from(text), { name: `${name}.vtt`, purpose: 'captions' }))
	expect((await getFile(item.url)).text).toBe(`WEBVTT\n\n${expected}`)
})

test('captions of which not all can be read are taken, with a word about the rest', async () => {
	const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\n00:03.000 --> soon\nTwo\n'
	const reply = await upload(admin, Buffer.from(text), { name: 'odd.vtt', purpose: 'captions' })
	expect(reply.json).toMatchObject({ warnings: ['A caption was left out: line 6 has no valid time.'] })
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
		refused.map(() => "409 The club's storage is full (20 GB). Delete something or raise the limit."),
	)
})
