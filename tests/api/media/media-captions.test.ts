import { expect, test } from 'vitest'
import { admin, getFile, itemOf, setUpMedia, upload } from '#tests/support/media/media.ts'

setUpMedia()

test('SubRip captions are converted to WebVTT', async () => {
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
		'below a title',
		'Captions by Ruth\n\n1\n00:01,000 --> 00:03,500\nHello there.\n',
		'Captions by Ruth\n\n1\n00:00:01.000 --> 00:00:03.500\nHello there.\n',
	],
	[
		'that roll up',
		'WEBVTT\n\n0:01 --> 0:02\none\n\n0:02 --> 0:02.010\none\n\n0:02.010 --> 0:03\none\ntwo\n',
		'00:00:01.000 --> 00:00:02.010\none\n\n00:00:02.010 --> 00:00:03.000\ntwo\n',
	],
])('captions %s are accepted like transcripts', async (name, text, expected) => {
	const item = itemOf(await upload(admin, Buffer.from(text), { name: `${name}.vtt`, purpose: 'captions' }))
	expect((await getFile(item.url)).text).toBe(`WEBVTT\n\n${expected}`)
})

test('partially readable captions are accepted with a note', async () => {
	const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\n00:03.000 --> soon\nTwo\n'
	const reply = await upload(admin, Buffer.from(text), { name: 'odd.vtt', purpose: 'captions' })
	expect(reply.json).toMatchObject({ warnings: ['A caption was left out: line 6 has no valid time.'] })
})
