import { expect, test } from 'vitest'
import { readTranscript } from './read-transcript.ts'

const said = async (text: string, told: Parameters<typeof readTranscript>[1]) =>
	(await readTranscript(text, told)).cues.map(({ start, end, speaker, text: words }) => [start, end, speaker, words])

const HELLO_WORLD = [
	[1000, 2000, null, 'Hello'],
	[3000, 4000, null, 'World'],
]
const FIRST = '00:00:01,000 --> 00:00:02,000'
const SECOND = '00:00:03,000 --> 00:00:04,000'

test.each([
	['without numbers, called text', `${FIRST}\nHello\n\n${SECOND}\nWorld\n`, 'text'],
	['called VTT', `1\n${FIRST}\nHello\n\n2\n${SECOND}\nWorld\n`, 'vtt'],
	['with a mark and CRLF', `\ufeff1\r\n${FIRST}\r\nHello\r\n\r\n2\r\n${SECOND}\r\nWorld\r\n`, 'srt'],
	['with an empty line before what is said', `1\n${FIRST}\n\nHello\n\n2\n${SECOND}\n\nWorld`, 'srt'],
	['with places, and lines of white space', `1\n${FIRST} X1:1 X2:2\n{\\an8}Hello\n \n2\n${SECOND}\nWorld`, 'srt'],
	['with a cue that says nothing', `1\n${FIRST}\nHello\n\n2\n${FIRST}\n\n3\n${SECOND}\nWorld`, 'srt'],
] as const)('SubRip is read %s', async (_, text, told) => {
	expect(await said(text, told)).toEqual(HELLO_WORLD)
})

test('WebVTT is read with commas in its times', async () => {
	expect(await said(`WEBVTT\n\n${FIRST}\nHello, 1,000\n`, 'vtt')).toEqual([[1000, 2000, null, 'Hello, 1,000']])
})

test('every voice of a cue speaks for itself', async () => {
	expect(await said('WEBVTT\n\n00:01.000 --> 00:05.000\n<v Jane>Hello.</v>\n<v.loud Bob>Hi.</v>\n', 'vtt')).toEqual([
		[1000, 3000, 'Jane', 'Hello.'],
		[3000, 5000, 'Bob', 'Hi.'],
	])
})

test('a refusal names the line as it is in the file', async () => {
	const text = `1\n${FIRST}\n\nHello\n\n2\n00:00:03,000 --> soon\nWorld\n`
	expect((await readTranscript(text, 'srt')).warnings).toEqual(['line 7 has no valid time'])
})

test('captions that say nothing are refused', async () => {
	await expect(readTranscript(`1\n${FIRST}\n\n2\n${SECOND}\n\n`, 'srt')).rejects.toThrow('it has no cues')
})

test.each([
	[
		'seconds in words',
		'{"segments":[{"startTime":"1","endTime":"2.0","body":"Hello."},{"startTime":"3","body":"World"}]}',
	],
	[
		'times as people write them',
		'{"segments":[{"startTime":"00:00:01.000","body":"Hello."},{"startTime":"0:03","body":"World"}]}',
	],
	['a list alone', '[{"start":"1","end":2,"text":"Hello."},{"start":3,"text":"World"}]'],
])('JSON is read with %s', async (_, text) => {
	expect((await said(text, 'json')).map(([start, , , words]) => [start, words])).toEqual([
		[1000, 'Hello.'],
		[3000, 'World'],
	])
})

test('HTML with paragraphs alone is read where a name comes again, and refused where it may be a page', async () => {
	const dialogue = '<p>JANE: Hello.</p>\n<p><b>Bob:</b> Hi.</p><p>JANE: Well.</p>'
	expect(await readTranscript(dialogue, 'html')).toMatchObject({ isTimed: false })
	expect((await said(dialogue, 'html')).map(([, , speaker, words]) => [speaker, words])).toEqual([
		['JANE', 'Hello.'],
		['Bob', 'Hi.'],
		['JANE', 'Well.'],
	])
	for (const page of [`<html><body>${dialogue}`, '<p>Error: gone</p><p>Reason: unknown</p>', '<p>Not found</p>'])
		await expect(readTranscript(page, 'html'), page).rejects.toThrow('it is a web page')
})

test('WebVTT is read with empty lines before its first', async () => {
	expect(await said(`\n\nWEBVTT\n\n${FIRST}\nHello\n`, 'vtt')).toEqual([[1000, 2000, null, 'Hello']])
})
