import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readVideoScript } from '#src/app/seed/courses/video-script.ts'
import { linesOf, startsOf } from './transcript.ts'

const texts = (transcript: string) => linesOf(transcript).map(({ text }) => text)

test('splits a transcript without times into paragraphs', () => {
	expect(linesOf('One, at\n10:30 sharp.\n\n \nTwo.\n')).toEqual([
		{ start: undefined, text: 'One, at\n10:30 sharp.' },
		{ start: undefined, text: 'Two.' },
	])
	expect(linesOf(' \n\n ')).toEqual([])
})

test('splits a transcript at each time if it starts with one', () => {
	expect(linesOf('\n0:00\nGood morning.\n0:07\nThe names first.\nThen the story.\n1:02:03 Goodbye.')).toEqual([
		{ start: 0, text: 'Good morning.' },
		{ start: 7, text: 'The names first.\nThen the story.' },
		{ start: 3723, text: 'Goodbye.' },
	])
	expect(linesOf('[00:12] One.\n\n(0:20.500) – Two at 9:15 today.').map(({ start }) => start)).toEqual([12, 20])
	expect(texts('[00:12] One.\n\n(0:20.500) – Two at 9:15 today.')).toEqual(['One.', 'Two at 9:15 today.'])
})

test('finds each paragraph of the demonstration transcript in its captions', () => {
	for (const slug of ['the-fifteen-minute-call', 'reconciled-in-twenty-minutes']) {
		const { transcript, captionsUrl } = readVideoScript(slug)
		const starts = startsOf(texts(transcript), readFileSync(`public${captionsUrl}`, 'utf8'))
		expect(starts).not.toContain(undefined)
		expect(starts).toEqual(starts.toSorted((one = 0, other = 0) => one - other))
		expect(starts[0]).toBe(0)
	}
})

test('returns no time for a line that was not spoken, and matches repeated words in order', () => {
	const captions = `WEBVTT

1
00:05.000 --> 00:07.000
<v Ruth>Say it
again.

01:00:09.000 --> 01:00:11.000 align:start
Say it again.
`.replaceAll('\n', '\r\n')
	expect(startsOf(['Say it again.', 'Not said.', 'Say — it again?', 'Say it again.', ''], captions)).toEqual([
		5,
		undefined,
		3609,
		undefined,
		undefined,
	])
	expect(startsOf(['Say it again.'], 'no captions')).toEqual([undefined])
})
