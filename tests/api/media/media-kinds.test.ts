import { readFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import * as contracts from '#src/features/media/contract.ts'
import { env } from '#src/platform/env/env.ts'
import { callApi } from '#tests/support/api/api.ts'
import { admin, announce, getFile, itemOf, listFiles, setUpMedia, upload } from '#tests/support/media/media.ts'
import {
	sampleAudio,
	sampleDocument,
	sampleMovement,
	samplePdf,
	samplePicture,
	sampleVideo,
} from '#tests/support/media/media-samples.ts'

setUpMedia()

test('a file name is one line without bidirectional marks', async () => {
	const item = itemOf(await upload(admin, samplePdf, { name: ' fee\u202egdp\r\nagreement\u0007.pdf ' }))
	expect(item.name).toBe('feegdp agreement .pdf')
	const reply = await announce(admin, samplePdf, { name: '\u202e\u2066' })
	expect([reply.status, reply.text]).toEqual([400, 'Name the file'])
})

test('an audio file has a duration', async () => {
	const reply = await upload(admin, sampleAudio({ seconds: 12 }), { name: 'Opening words.mp3', purpose: 'worksheet' })
	expect(reply.status, reply.text).toBe(200)
	expect(itemOf(reply)).toMatchObject({ kind: 'audio', seconds: 12 })
})

test.each([
	['mp42', 'a.m4a'],
	['3gp4', 'a.m4a'],
	['isom', 'a.m4a'],
	['qt  ', 'a.m4a'],
	['M4A ', 'a.m4a'],
])('an audio file of the brand %s is accepted', async (brand, name) => {
	const bytes = sampleVideo({ brand, coding: 'mp4a', handler: 'soun', startsAtOnce: false })
	const item = itemOf(await upload(admin, bytes, { name, purpose: 'audio' }))
	expect(item).toMatchObject({ kind: 'audio', seconds: 12 })
	expect(item.url).toMatch(/\.m4a$/)
	expect((await getFile(item.url)).header('content-type')).toBe('audio/mp4')
})

test.each([
	['a byte order mark', '\ufeff'],
	['empty lines', '\r\n\r\n'],
	['a form header', 'Content-Type: application/pdf\r\n\r\n'],
	['printer commands', '\u001b%-12345X@PJL ENTER LANGUAGE=PDF\r\n'],
	['a MacBinary header', '\0'.repeat(128)],
])('a PDF after %s is accepted', async (_, before) => {
	const reply = await upload(admin, Buffer.concat([Buffer.from(before), samplePdf]), { name: 'a.pdf' })
	expect(itemOf(reply)).toMatchObject({ kind: 'pdf' })
})

describe('a picture', () => {
	test('of an animated PNG is its first frame', async () => {
		const whole = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
			.png()
			.toBuffer()
		const chunk = (type: string, data: Buffer) => {
			const content = Buffer.concat([Buffer.from(type), data])
			const numbers = Buffer.alloc(8)
			numbers.writeUInt32BE(data.length, 0)
			numbers.writeUInt32BE(crc32(content), 4)
			return Buffer.concat([numbers.subarray(0, 4), content, numbers.subarray(4)])
		}
		const control = Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])
		const animated = Buffer.concat([whole.subarray(0, 33), chunk('acTL', control), whole.subarray(33)])
		expect(itemOf(await upload(admin, animated, { name: 'a.png' }))).toMatchObject({ width: 60, height: 40 })
	})

	test.each(['avif', 'mif1', 'avis', 'miaf', 'MA1B'])('in AV1 of the brand %s is accepted', async (brand) => {
		const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
			.avif({ effort: 0 })
			.toBuffer()
		picture.write(brand, 8, 'latin1')
		expect(itemOf(await upload(admin, picture, { name: 'a.avif' }))).toMatchObject({ width: 60, height: 40 })
	})

	test.each([false, true])('truncated by some bytes is accepted, progressive: %s', async (progressive) => {
		const noise = Buffer.from(Array.from({ length: 400 * 300 * 3 }, (_, at) => (at * 7_919 + (at >> 5) * 31) % 256))
		const whole = await sharp(noise, { raw: { width: 400, height: 300, channels: 3 } })
			.jpeg({ progressive })
			.toBuffer()
		const truncated = await upload(admin, whole.subarray(0, -20), { name: 'a.jpg' })
		expect(itemOf(truncated)).toMatchObject({ width: 400, height: 300 })
		const fifth = await upload(admin, whole.subarray(0, whole.length / 5), { name: 'b.jpg' })
		expect([fifth.status, fifth.text]).toEqual([...contracts.completeMedia.errors.notImage])
	})

	const heic = (name: string) => readFile(`tests/fixtures/pictures/${name}.heic`)

	test.each([
		['one', 'IMG_1.HEIC', '', 96, 64],
		['turned', 'IMG_2.heif', 'image/heif', 64, 96],
		['grid', 'IMG_3.hif', '', 280, 120],
		['one', 'a.jpg', 'image/jpeg', 96, 64],
	] as const)('of an iPhone (%s, called %s) is converted', async (file, name, type, width, height) => {
		const item = itemOf(await upload(admin, await heic(file), { name, type, purpose: 'picture' }))
		expect(item).toMatchObject({ kind: 'image', width, height })
		expect(item.url).toMatch(/\.webp$/)
		const { dominant } = await sharp((await getFile(item.url)).bytes).stats()
		expect(Object.values(dominant).some((value) => value > 50)).toBe(true)
	})

	/** Returns the picture with another declared size. */
	async function withDeclaredSize(name: string, width: number, height: number): Promise<Buffer> {
		const picture = await heic(name)
		const at = picture.lastIndexOf('ispe', undefined, 'latin1') + 8
		picture.writeUInt32BE(width, at)
		picture.writeUInt32BE(height, at + 4)
		return picture
	}

	test.each([
		['one', 100_000, 100_000, contracts.completeMedia.errors.manyPixels],
		['grid', 60_000, 60_000, contracts.completeMedia.errors.manyPixels],
		['one', 6_400, 4_800, contracts.completeMedia.errors.largeHeic],
	] as const)(
		'of an iPhone (%s) that declares %i by %i pixels is rejected before decoding',
		async (name, width, height, error) => {
			const reply = await upload(admin, await withDeclaredSize(name, width, height), { name: 'a.heic' })
			expect([reply.status, reply.text]).toEqual([...error])
			expect((await listFiles()).map(({ isReady, url }) => [isReady, url])).toEqual([[false, '']])
		},
	)

	test('of an iPhone that cannot be decoded is rejected with help', async () => {
		const whole = await heic('one')
		const nothing = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
		for (const picture of [
			Buffer.concat([nothing, Buffer.alloc(500)]),
			whole.subarray(0, 900),
			await heic('larger-than-declared'),
		]) {
			const reply = await upload(admin, picture, { name: 'a.heic' })
			expect([reply.status, reply.text]).toEqual([...contracts.completeMedia.errors.heic])
		}
	})

	test('is re-encoded in three widths without camera metadata', async () => {
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

	test('is rotated upright', async () => {
		const rotated = await sharp(await samplePicture(300, 200))
			.withMetadata({ orientation: 6 })
			.jpeg()
			.toBuffer()
		expect(itemOf(await upload(admin, rotated, { name: 'a.jpg' }))).toMatchObject({ width: 200, height: 300 })
	})

	test('that would decode to more than 40 megapixels is rejected', async () => {
		const huge = await sharp({ create: { width: 9_000, height: 5_000, channels: 3, background: 'white' } })
			.png()
			.toBuffer()
		const reply = await upload(admin, huge, { name: 'small.png' })
		expect([reply.status, reply.text]).toEqual([413, 'Pictures can have at most 40 megapixels'])
	})
})

test.each(['iphone.mov', 'android-phone.mp4', 'telephone.mp4'])('the film %s plays while it loads', async (name) => {
	const film = await readFile(`tests/fixtures/films/${name}`)
	const item = itemOf(await upload(admin, film, { name, purpose: 'video' }))
	expect(item).toMatchObject({ kind: 'video', seconds: 2, bytes: film.length })
	const reply = await getFile(item.url)
	expect(reply.header('content-type')).toBe('video/mp4')
	expect(reply.bytes.indexOf('moov', 0, 'latin1')).toBeLessThan(reply.bytes.indexOf('mdat', 0, 'latin1'))
})

describe('a file whose content does not match its type', () => {
	const { errors } = contracts.completeMedia
	test.each([
		['a program called a picture', 'a.png', Buffer.from('<script>alert(1)</script>'), errors.notImage],
		['the beginning of a picture', 'a.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), errors.notImage],
		['a page called a PDF', 'a.pdf', Buffer.from('<html>%PDF-</html>'), errors.notPdf],
		['a page with a PDF header far down', 'a.pdf', Buffer.concat([Buffer.alloc(2_000), samplePdf]), errors.notPdf],
		['a video called audio', 'a.m4a', sampleVideo({ brand: 'mp42' }), errors.notAudio],
		['telephone audio', 'a.m4a', sampleVideo({ brand: '3gp4', coding: 'samr', handler: 'soun' }), errors.notAudio],
		['a PDF called a video', 'a.mp4', samplePdf, errors.notVideo],
		['a PDF called audio', 'a.mp3', samplePdf, errors.notAudio],
		['a document with macros', 'a.docx', sampleDocument('docm'), errors.notDocument],
		['an archive called a document', 'a.xlsx', sampleDocument('zip'), errors.notDocument],
		[
			'a fragmented video with its index last',
			'a.mp4',
			sampleVideo({ startsAtOnce: false, isFragmented: true }),
			errors.lateStart,
		],
		['a video with a wrong index', 'a.mp4', sampleVideo({ startsAtOnce: false, chunk: 5_000 }), errors.badIndex],
		[
			'a recording that was interrupted',
			'a.mov',
			sampleVideo({ startsAtOnce: false }).subarray(0, 2_100),
			errors.incomplete,
		],
		['an HEVC video', 'a.mp4', sampleVideo({ coding: 'hvc1' }), errors.hevc],
		['a video without a video', 'a.mp4', sampleVideo().subarray(0, 40), errors.incomplete],
		['a caption file without captions', 'a.srt', Buffer.from('only words'), errors.notCaptions],
		['captions in another encoding', 'a.vtt', Buffer.from([0x57, 0xff, 0xfe, 0x00]), errors.notCaptions],
	])('%s is rejected, and nothing is stored', async (_, name, bytes, [status, text]) => {
		const reply = await upload(admin, bytes, { name })
		expect([reply.status, reply.text]).toEqual([status, text])
		expect((await listFiles()).map(({ isReady, url }) => [isReady, url])).toEqual([[false, '']])
	})

	test('an animated picture stays animated in all widths', async () => {
		const gif = await sampleMovement(4, { width: 600, height: 40 })
		const item = itemOf(await upload(admin, gif, { name: 'steps.gif', purpose: 'picture' }))
		expect(item).toMatchObject({ width: 600, height: 40 })
		for (const url of [item.url, item.thumbnail]) {
			const facts = await sharp((await getFile(url)).bytes, { animated: true }).metadata()
			expect([facts.format, facts.pages, facts.pageHeight]).toEqual(['webp', 4, url === item.url ? 40 : 32])
		}
	})

	test('an animated picture beyond 40 megapixels is rejected with help', async () => {
		const gif = await sampleMovement(6, { width: 2_700, height: 2_500 })
		const reply = await upload(admin, gif, { name: 'long.gif', purpose: 'picture' })
		expect([reply.status, reply.text]).toEqual([...contracts.completeMedia.errors.longMovement])
	})

	test('a picture that declares ten thousand megapixels is rejected before decoding', async () => {
		const picture = await sharp({ create: { width: 10, height: 10, channels: 3, background: 'white' } })
			.png()
			.toBuffer()
		picture.writeUInt32BE(100_000, 16)
		picture.writeUInt32BE(100_000, 20)
		picture.writeUInt32BE(crc32(picture.subarray(12, 29)), 29)
		const reply = await upload(admin, picture, { name: 'a.png' })
		expect([reply.status, reply.text]).toEqual([413, 'Pictures can have at most 40 megapixels'])
	})

	test('an SVG named like a picture is rejected', async () => {
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
	] as const)('%s is rejected before the upload', async (_, announced, [status, text]) => {
		const reply = await announce(admin, new Uint8Array(10), announced)
		expect([reply.status, reply.text]).toEqual([status, text])
	})

	test.each([
		['a.png', 10_000_001, 'Pictures can have at most 10 MB'],
		['a.pdf', 50_000_001, 'PDFs can have at most 50 MB'],
		['a.mp4', 4_000_000_001, 'Videos can have at most 4 GB'],
	])('%s of %i bytes is rejected before the upload', async (name, size, sentence) => {
		const body = { name, size, type: '', purpose: 'library' }
		const reply = await callApi(contracts.createMedia, { as: admin, body })
		expect([reply.status, reply.text]).toEqual([413, sentence])
	})
})

test('all files together, including announced ones, stay within the quota', async () => {
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
