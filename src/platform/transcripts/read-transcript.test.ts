import { expect, test } from 'vitest'
import { readTranscript } from './read-transcript.ts'

const cuesOf = async (text: string, declared: Parameters<typeof readTranscript>[1]) =>
	(await readTranscript(text, declared)).cues.map((cue) => [cue.start, cue.end, cue.speaker, cue.text])

const HELLO_WORLD = [
	[1000, 2000, null, 'Hello'],
	[3000, 4000, null, 'World'],
]
const FIRST = '00:00:01,000 --> 00:00:02,000'
const SECOND = '00:00:03,000 --> 00:00:04,000'

test.each([
	['without numbers, declared as text', `${FIRST}\nHello\n\n${SECOND}\nWorld\n`, 'text'],
	['declared as VTT', `1\n${FIRST}\nHello\n\n2\n${SECOND}\nWorld\n`, 'vtt'],
	['with a byte order mark and CRLF', `\ufeff1\r\n${FIRST}\r\nHello\r\n\r\n2\r\n${SECOND}\r\nWorld\r\n`, 'srt'],
	['with an empty line before the text', `1\n${FIRST}\n\nHello\n\n2\n${SECOND}\n\nWorld`, 'srt'],
	['with positions and lines of white space', `1\n${FIRST} X1:1 X2:2\n{\\an8}Hello\n \n2\n${SECOND}\nWorld`, 'srt'],
	['with a cue without text', `1\n${FIRST}\nHello\n\n2\n${FIRST}\n\n3\n${SECOND}\nWorld`, 'srt'],
] as const)('reads SubRip %s', async (_, text, declared) => {
	expect(await cuesOf(text, declared)).toEqual(HELLO_WORLD)
})

test('reads WebVTT with commas in its times', async () => {
	expect(await cuesOf(`WEBVTT\n\n${FIRST}\nHello, 1,000\n`, 'vtt')).toEqual([[1000, 2000, null, 'Hello, 1,000']])
})

test('splits a cue by voice and divides its time by the number of letters', async () => {
	expect(await cuesOf('WEBVTT\n\n00:01.000 --> 00:05.000\n<v Jane>Hello.</v>\n<v.loud Bob>Hi.</v>\n', 'vtt')).toEqual([
		[1000, 3667, 'Jane', 'Hello.'],
		[3667, 5000, 'Bob', 'Hi.'],
	])
})

test('names the line of the original file in a warning', async () => {
	const text = `1\n${FIRST}\n\nHello\n\n2\n00:00:03,000 --> soon\nWorld\n`
	expect((await readTranscript(text, 'srt')).warnings).toEqual(['line 7 has no valid time'])
})

test('rejects captions without words', async () => {
	await expect(readTranscript(`1\n${FIRST}\n\n2\n${SECOND}\n\n`, 'srt')).rejects.toThrow('it has no cues')
})

test.each([
	[
		'seconds as strings',
		'{"segments":[{"startTime":"1","endTime":"2.0","body":"Hello."},{"startTime":"3","body":"World"}]}',
	],
	[
		'formatted times',
		'{"segments":[{"startTime":"00:00:01.000","body":"Hello."},{"startTime":"0:03","body":"World"}]}',
	],
	['a list alone', '[{"start":"1","end":2,"text":"Hello."},{"start":3,"text":"World"}]'],
])('reads JSON with %s', async (_, text) => {
	expect((await cuesOf(text, 'json')).map(([start, , , words]) => [start, words])).toEqual([
		[1000, 'Hello.'],
		[3000, 'World'],
	])
})

test('reads HTML paragraphs if a name repeats, and rejects what may be an error page', async () => {
	const dialogue = '<p>JANE: Hello.</p>\n<p><b>Bob:</b> Hi.</p><p>JANE: Well.</p>'
	expect(await readTranscript(dialogue, 'html')).toMatchObject({ isTimed: false })
	expect((await cuesOf(dialogue, 'html')).map(([, , speaker, words]) => [speaker, words])).toEqual([
		['JANE', 'Hello.'],
		['Bob', 'Hi.'],
		['JANE', 'Well.'],
	])
	for (const page of [`<html><body>${dialogue}`, '<p>Error: gone</p><p>Reason: unknown</p>', '<p>Not found</p>'])
		await expect(readTranscript(page, 'html'), page).rejects.toThrow('it is a web page')
})

test('reads WebVTT with empty lines before its header', async () => {
	expect(await cuesOf(`\n\nWEBVTT\n\n${FIRST}\nHello\n`, 'vtt')).toEqual([[1000, 2000, null, 'Hello']])
})

test.each([
	['of Descript', '[00:00:01] Jane: Hello.\n\n[00:00:03] Bob: Hi there.\nAgain.\n\n[00:01:02] Jane: Bye.'],
	['of Rev', 'Jane (00:01):\nHello.\n\nBob (00:03):\nHi there.\nAgain.\n\nJane (01:02):\nBye.\n'],
	['of Otter', 'Jane  0:01  \nHello.\n\nBob  0:03  \nHi there. Again.\n\nJane  1:02  \nBye.\n'],
	['of Sonix', 'Jane: [00:00:01] Hello.\n\nBob: [00:00:03] Hi there. Again.\n\nJane: [00:01:02] Bye.'],
	['with names below times', '[0:01] Jane\nHello.\n\n[0:03] Bob\nHi there. Again.\n\n[1:02] Jane\nBye.'],
	['of our own download', '[0:01] Jane:\nHello.\n\n[0:03] Bob:\nHi there. Again.\n\n[1:02] Jane:\nBye.\n'],
	['of Riverside', 'Jane (00:01.200)\nHello.\n\nBob (00:03.000)\nHi there. Again.\n\nJane (01:02.0)\nBye.'],
])('reads text with times %s', async (_, text) => {
	const { cues, isTimed } = await readTranscript(text, 'text')
	expect(isTimed).toBe(true)
	expect(cues.map(({ start, speaker, text: words }) => [Math.floor(start / 1000), speaker, words])).toEqual([
		[1, 'Jane', 'Hello.'],
		[3, 'Bob', 'Hi there. Again.'],
		[62, 'Jane', 'Bye.'],
	])
})

test('reads text below or after a time, with or without an end, and numbered speakers', async () => {
	const twoLines = [
		[1000, 3000, null, 'Hello.'],
		[3000, 3000, null, 'World.'],
	]
	expect(await cuesOf('0:01\nHello.\n0:03\nWorld.\n', 'text')).toEqual(twoLines)
	expect(await cuesOf('[00:01.000 --> 00:03.000] Hello.\n[00:03.000 --> 00:05.000] World.\n', 'text')).toEqual(twoLines)
	const numbered = '[00:01] Speaker 1: Hello.\n[00:03] SPEAKER_02: World.'
	expect((await cuesOf(numbered, 'text')).map(([, , speaker]) => speaker)).toEqual(['Speaker 1', 'SPEAKER_02'])
})

test('divides the time between two times by the number of letters, and keeps text above the first', async () => {
	const long = `${'A'.repeat(399)}. ${'B'.repeat(399)}.`
	const cues = await cuesOf(`Episode 5\n\n[00:10] ${long}\n\nCcc.\n\n[01:30] End.\n\n[01:40] Over.`, 'text')
	expect(cues.map(([start, , , words]) => [Math.round(Number(start) / 1000), String(words).slice(0, 9)])).toEqual([
		[0, 'Episode 5'],
		[10, 'AAAAAAAAA'],
		[50, 'BBBBBBBBB'],
		[90, 'Ccc.'],
		[90, 'End.'],
		[100, 'Over.'],
	])
})

test.each([
	['hours of the day', '9:05 AM was early.\n\n10:30 a.m. was late.\n\nThe end.'],
	['times that run backwards', '1:30 One.\n\n0:20 Two.\n\n1:10 Three.'],
	['one time', 'At first.\n\n12:30 we ate.\n\nThe end.'],
	['times in few of many paragraphs', `12:00 One.\n\n${'Words.\n\n'.repeat(20)}13:00 Two.`],
])('treats text with %s as untimed', async (_, text) => {
	expect(await readTranscript(text, 'text')).toMatchObject({ isTimed: false })
})

test('reads HTML lines with times as it reads plain text', async () => {
	const page =
		'<html><body><p><b>Jane (00:01):</b><br>Hello.</p><p><b>Bob (00:03):</b><br/>Hi &amp; bye.</p></body></html>'
	expect(await cuesOf(page, 'html')).toEqual([
		[1000, 3000, 'Jane', 'Hello.'],
		[3000, 3000, 'Bob', 'Hi & bye.'],
	])
})

test.each(['WEBVTT\n', 'WEBVTT - Title\nKind: captions\n', 'WEBVTT\n1\n'])(
	'reads WebVTT without an empty line below %j, and names the line in errors',
	async (head) => {
		const text = `${head}${FIRST}\nHello\n\n${SECOND}\nWorld\n`
		expect(await cuesOf(text, 'vtt')).toEqual(HELLO_WORLD)
		const bad = `${head}${FIRST}\nHello\n\n00:00:03.000 --> soon\nWorld\n`
		const line = head.split('\n').length + 3
		expect((await readTranscript(bad, 'vtt')).warnings).toEqual([`line ${line} has no valid time`])
	},
)

test('quickly reads text that is built to cause slow matching', async () => {
	for (const text of [`Jane${' '.repeat(1_000_000)}x`, 'Jane (0:0'.repeat(100_000), '0:01 a\n'.repeat(100_000)])
		expect((await readTranscript(text, 'text')).cues.length).toBeGreaterThan(0)
})

const speakersAndTexts = async (text: string, declared: Parameters<typeof readTranscript>[1]) =>
	(await cuesOf(text, declared)).map(([, , speaker, words]) => [speaker, words])

test('keeps a JSON segment with an unknown speaker, and does not assign it to another speaker', async () => {
	const segments = [
		{ start: 0, end: 2, text: 'Hi.', speaker: 'SPEAKER_00' },
		{ start: 3, end: 5, text: 'The fee is due.', speaker: null },
		{ start: 6, end: 8, text: 'Yes.', speaker: 'SPEAKER_00' },
		{ start: 9, end: 11, text: 'Where?' },
		{ start: 12, end: 14, text: 'Here.', speaker: 2 },
		{ start: 15, end: null, text: 'Bye.', speaker: { name: 'Jane' } },
	]
	expect(await speakersAndTexts(JSON.stringify({ segments, word_segments: [] }), 'json')).toEqual([
		['SPEAKER_00', 'Hi.'],
		[null, 'The fee is due.'],
		['SPEAKER_00', 'Yes.'],
		[null, 'Where?'],
		['2', 'Here.'],
		['Jane', 'Bye.'],
	])
})

test('continues the speaker in podcast namespace segments without one, and reads the voice of Podlove', async () => {
	const segments = [
		{ startTime: 0, endTime: 1, body: 'Hi.', speaker: '1', voice: 'Jane' },
		{ startTime: 1, endTime: 2, body: 'And welcome.' },
		{ startTime: 2, endTime: 3, body: 'Who?', speaker: null },
	]
	expect(await speakersAndTexts(JSON.stringify({ version: '1.0.0', segments }), 'json')).toEqual([
		['Jane', 'Hi.'],
		['Jane', 'And welcome.'],
		[null, 'Who?'],
	])
})

test.each([
	[
		'whisper.cpp',
		'{"transcription":[{"offsets":{"from":1000,"to":2000},"text":" Hello."},{"offsets":{"from":3000,"to":4000},"text":" World"}]}',
	],
	[
		'Hugging Face',
		'{"text":"…","chunks":[{"timestamp":[1,2],"text":" Hello."},{"timestamp":[3,null],"text":" World"}]}',
	],
])('reads JSON of %s', async (_, text) => {
	expect((await cuesOf(text, 'json')).map(([start, , , words]) => [start, words])).toEqual([
		[1000, 'Hello.'],
		[3000, 'World'],
	])
})

test('counts unreadable segments by reason, and rejects a file that has only such segments', async () => {
	const bad = [{ text: 'Never.' }, { start: 'soon', text: 'Never.' }, { start: 1 }]
	const { cues, warnings } = await readTranscript(JSON.stringify([{ start: 0, text: 'Hi.' }, ...bad]), 'json')
	expect(cues).toHaveLength(1)
	expect(warnings).toEqual([
		'2 of 4 segments have no valid time and were left out, the first of them segment 2',
		'1 of 4 segments has no text and was left out: segment 4',
	])
	await expect(readTranscript(JSON.stringify(bad.slice(0, 1)), 'json')).rejects.toThrow(
		'1 of 1 segment has no valid time and was left out: segment 1',
	)
	await expect(readTranscript('{"words":[]}', 'json')).rejects.toThrow('it has no list of segments')
})

test('assigns each line of a Google Meet transcript to its speaker', async () => {
	const text =
		'Intake call\n\n00:00:01\n\nJane Doe: Hello.\nBob Roe: Hi.\n\n00:05:00\n\nJane Doe: The fee.\nBob Roe: Is due.\n'
	expect(await cuesOf(text, 'text')).toEqual([
		[0, 1000, null, 'Intake call'],
		[1000, 171_857, 'Jane Doe', 'Hello.'],
		[171_857, 300_000, 'Bob Roe', 'Hi.'],
		[300_000, 300_000, 'Jane Doe', 'The fee.'],
		[300_000, 300_000, 'Bob Roe', 'Is due.'],
	])
	expect(await speakersAndTexts(text.replaceAll(/^\d.*$/gm, ''), 'text')).toContainEqual(['Bob Roe', 'Is due.'])
})

test('counts words outside the paragraphs of a marked-up page', async () => {
	const { warnings } = await readTranscript('<cite>Jane:</cite><time>0:01</time><p>Hello.</p>And two more', 'html')
	expect(warnings).toEqual(['3 words outside of paragraphs were left out'])
})

const ROLLING = `WEBVTT
Kind: captions

00:00:00.160 --> 00:00:02.389 align:start position:0%
 
welcome<00:00:00.480><c> to</c><00:00:00.640><c> the</c><00:00:00.960><c> call</c>

00:00:02.389 --> 00:00:02.399 align:start position:0%
welcome to the call
 

00:00:02.399 --> 00:00:04.630 align:start position:0%
welcome to the call
today<00:00:02.720><c> we</c><00:00:02.960><c> talk</c>

00:00:04.630 --> 00:00:04.640 align:start position:0%
today we talk
 

00:00:04.640 --> 00:00:07.000 align:start position:0%
today we talk
and<00:00:05.000><c> retainers</c>
`
test.each([
	['of YouTube', ROLLING],
	[
		'of three lines',
		'WEBVTT\n\n0:01 --> 0:02\nwelcome to the call\n\n0:02 --> 0:03\nwelcome to the call\ntoday we talk\n\n0:03 --> 0:04\nwelcome to the call\ntoday we talk\nand retainers\n',
	],
	[
		'as SubRip',
		'1\n0:01,000 --> 0:02,000\nwelcome to the call\n\n2\n0:01,500 --> 0:03,000\nwelcome to the call\ntoday we talk\n\n3\n0:03,000 --> 0:04,000\ntoday we talk\nand retainers\n',
	],
])('reads each line of roll-up captions once: %s', async (_, text) => {
	expect((await speakersAndTexts(text, undefined)).map(([, words]) => words).join(' ')).toBe(
		'welcome to the call today we talk and retainers',
	)
})

test('keeps repeated sentences in captions that do not roll up', async () => {
	const text = `WEBVTT\n\n00:01.000 --> 00:02.000\nNo.\n\n00:02.000 --> 00:03.000\nNo.\n\n00:03.000 --> 00:04.000\nNo.\nWhy?\n\n${'00:05.000 --> 00:06.000\nWell.\n\n00:07.000 --> 00:08.000\nSo.\n\n'.repeat(3)}`
	const texts = (await speakersAndTexts(text, 'vtt')).map(([, words]) => words)
	expect(texts.slice(0, 3)).toEqual(['No.', 'No.', 'No. Why?'])
})

test('completely reads captions without hours and with empty lines in their text', async () => {
	const text = '00:01,000 --> 00:03,500\nHello\n\nthere.\n\n00:04,000 --> 00:04,000\nAgain.\n'
	expect(await speakersAndTexts(text, 'text')).toEqual([
		[null, 'Hello there.'],
		[null, 'Again.'],
	])
})

test('compares captions with very many lines in linear time', async () => {
	const lines = 'a\n'.repeat(50_000)
	const text = `WEBVTT\n\n00:01.000 --> 00:02.000\n${lines}a\n\n00:02.000 --> 00:03.000\n${lines}b\n${lines}`
	expect((await readTranscript(text, 'vtt')).isTimed).toBe(true)
})

test('scans a page with very many head tags in linear time', async () => {
	const page = `<cite>Ann:</cite><time>0:01</time><p>Hello.</p>${'<head '.repeat(100_000)}>`
	expect((await readTranscript(page, 'html')).cues).toMatchObject([{ speaker: 'Ann', text: 'Hello.' }])
})
