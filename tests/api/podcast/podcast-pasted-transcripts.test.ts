import { beforeEach, expect, test } from 'vitest'
import * as contracts from '#src/features/podcast/library-admin-contract.ts'
import { getTranscript, type Transcript } from '#src/features/podcast/library-contract.ts'
import { callApi, visitor } from '#tests/support/api/api.ts'
import { as, feedOf, item, round, setUpLibrary } from '#tests/support/podcast/library.ts'

setUpLibrary()

beforeEach(() => round(feedOf([item('One', 1)])))
const put = (body: object) => callApi(contracts.saveTranscript, { as: as.admin, params: { id: 'one' }, body })
const storedParagraphs = async () =>
	((await callApi(getTranscript, { as: visitor(), params: { id: 'one' } })).json as Transcript).paragraphs

test.each<[string, object, string]>([
	['that is missing', { format: 'vtt', text: '' }, 'Paste a transcript, or choose a file'],
	['of an unknown format', { format: 'html', text: 'x' }, 'Choose what kind of transcript this is'],
	['of more than 2 MiB', { format: 'text', text: 'a'.repeat(2 * 1024 * 1024 + 1) }, 'The transcript is too large'],
	[
		'of too many bytes but few enough characters',
		{ format: 'text', text: 'é'.repeat(1024 * 1024 + 1) },
		'The transcript is too large',
	],
	[
		'that is a web page',
		{ format: 'text', text: '<!doctype html><p>Hello' },
		'This is not a transcript we can read: it is a web page',
	],
	[
		'of plain text declared as WebVTT',
		{ format: 'vtt', text: 'Only words' },
		'This is not a transcript we can read: line 1 is not WEBVTT',
	],
	[
		'with a line that has no time',
		{ format: 'srt', text: '1\nx --> y\nHi' },
		'This is not a transcript we can read: line 2 has no valid time',
	],
	[
		'of broken JSON',
		{ format: 'json', text: '{"segments": [' },
		'This is not a transcript we can read: it is not valid JSON',
	],
	['of whitespace', { format: 'text', text: ' \n\n ' }, 'This is not a transcript we can read: it is empty'],
	[
		'longer than the episode',
		{ format: 'srt', text: '1\n00:00:01,000 --> 00:58:10,000\nHi' },
		'The transcript runs past the end of the episode (58:10 of 10:00)',
	],
])('a pasted transcript %s is rejected and changes nothing', async (_, body, sentence) => {
	await put({ format: 'text', text: 'The last good one.' })
	const reply = await put(body)
	expect([reply.status, reply.text]).toEqual([400, sentence])
	expect(await storedParagraphs()).toEqual([{ start: null, speaker: null, text: 'The last good one.' }])
})

test('a pasted transcript may exceed the duration by two percent, with a note', async () => {
	const putUntil = (time: string) => put({ format: 'vtt', text: `WEBVTT\n\n00:01.000 --> ${time}\nHi\n` })
	const warning = 'The transcript runs past the end of the episode (10:12 of 10:00)'
	expect((await putUntil('10:12.000')).json).toEqual({ cues: 1, speakers: [], warnings: [warning] })
	expect((await putUntil('10:12.100')).status).toBe(400)
})

test('a pasted transcript is plain text, sorted by time', async () => {
	const text =
		'WEBVTT\n\n00:20.000 --> 00:21.000\n<v Eve>Then <script>alert(1)</script>&lt;b&gt;\n\n00:01.000 --> 00:30.000\n<v Bob>First <img src=x onerror=alert(2)>this\n'
	expect((await put({ format: 'vtt', text })).json).toMatchObject({ cues: 2, speakers: ['Bob', 'Eve'] })
	const paragraphs = await storedParagraphs()
	expect(paragraphs.map(({ start, speaker }) => [start, speaker])).toEqual([
		[1, 'Bob'],
		[20, 'Eve'],
	])
	expect(JSON.stringify(paragraphs)).not.toMatch(/<script|<img|onerror/)
})

test('a pasted transcript may have a hundred thousand cues', async () => {
	const text = `WEBVTT\n\n${Array.from({ length: 100_000 }, (_, n) => `00:${String(n % 60).padStart(2, '0')}.0 --> 01:0\n`).join('\n')}`
	expect((await put({ format: 'vtt', text: text.slice(0, 2 * 1024 * 1024) })).status).toBe(400)
	const lines = Array.from({ length: 100_000 }, (_, n) => `${n}\n\n`).join('')
	expect((await put({ format: 'text', text: lines })).json).toMatchObject({ cues: 100_000 })
})

test('a pasted transcript requires an existing episode', async () => {
	for (const contract of [contracts.saveTranscript, contracts.deleteTranscript, contracts.getLibraryEpisode]) {
		const body = contract === contracts.saveTranscript ? { body: { format: 'text', text: 'x' } } : {}
		const reply = await callApi(contract, { as: as.admin, params: { id: 'nope' }, ...body })
		expect([reply.status, reply.text]).toEqual([404, 'Episode not found'])
	}
	const none = await callApi(contracts.deleteTranscript, { as: as.admin, params: { id: 'one' } })
	expect([none.status, none.text]).toEqual([404, 'You have no transcript to remove'])
	const names = { names: [{ from: 'Eve', to: 'Eva' }] }
	const silent = await callApi(contracts.renameSpeakers, { as: as.admin, params: { id: 'one' }, body: names })
	expect([silent.status, silent.text]).toEqual([404, 'This episode has no transcript yet'])
})
