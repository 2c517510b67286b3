import { expect, test } from 'vitest'
import { readTranscript } from './read-transcript.ts'

const cuesOf = async (text: string) =>
	(await readTranscript(text, undefined)).cues.map(({ start, end, text }) => `${start}-${end} ${text}`)

test.each([
	['SubViewer', '0:00:01.000,0:00:03.000\nHello\n\n0:00:04.000,0:00:05.000\nthere\n'],
	['a short arrow', '1\n00:00:01,000 -> 00:00:03,000\nHello\n\n2\n00:00:04,000 -> 00:00:05,000\nthere\n'],
	['an arrow of a word processor', '00:01,000 –> 00:03,000\nHello\n\n00:04,000 → 00:05,000\nthere\n'],
	['an invisible first character', '\u200b1\n00:01,000 --> 00:03,000\nHello\n\n2\n00:04,000 --> 00:05,000\nthere\n'],
])('reads captions with %s', async (_, text) => {
	expect(await cuesOf(text)).toEqual(['1000-3000 Hello', '4000-5000 there'])
})

test('reads lyrics without a space after the time', async () => {
	expect(await cuesOf('[00:01.00]Hello\n[00:04.00]there')).toEqual(['1000-4000 Hello', '4000-4000 there'])
})

test.each([
	[
		'a line that grows',
		['welcome', 'welcome to', 'welcome to the call', 'today', 'today we talk'],
		['0-3000 welcome to the call', '3000-5000 today we talk'],
	],
	[
		'a line that begins with the last words',
		['welcome to the', 'welcome to the intake call', 'intake call about fees', 'about fees and costs'],
		['0-2000 welcome to the intake call', '2000-3000 about fees', '3000-4000 and costs'],
	],
	['each caption twice', ['Hello', 'Hello', 'Bye now', 'Bye now'], ['0-2000 Hello', '2000-4000 Bye now']],
	[
		'a sentence spoken twice',
		['I do.', 'I do.', 'We agree.', 'You do not.', 'The fee is due.', 'Bye.'],
		[
			'0-1000 I do.',
			'1000-2000 I do.',
			'2000-3000 We agree.',
			'3000-4000 You do not.',
			'4000-5000 The fee is due.',
			'5000-6000 Bye.',
		],
	],
])('contains %s as often as it was spoken', async (_, lines, expected) => {
	const captions = lines.map((line, at) => `00:0${at}.000 --> 00:0${at + 1}.000\n${line}\n`)
	expect(await cuesOf(`WEBVTT\n\n${captions.join('\n')}`)).toEqual(expected)
})

test('extends a JSON segment without an end to the next one, and reads times with many digits', async () => {
	const segments = [
		{ start: 0, end: null, text: 'Hello.' },
		{ start: '2.123456789', text: 'The fee is due.' },
		{ start: 5, end: 6, text: 'Bye.' },
	]
	const { cues, warnings } = await readTranscript(JSON.stringify({ segments }), 'json')
	expect(cues.map(({ start, end }) => [start, end])).toEqual([
		[0, 2123],
		[2123, 5000],
		[5000, 6000],
	])
	expect(warnings).toEqual([])
})
