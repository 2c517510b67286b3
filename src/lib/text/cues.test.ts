import { expect, test } from 'vitest'
import {
	type Cue,
	clock,
	continueSpeakers,
	orderedCues,
	paragraphsOf,
	speakerLabels,
	speakersOf,
	toText,
	toVtt,
} from './cues.ts'

const cue = (start: number, end: number, text: string, speaker: string | null = null): Cue => ({
	...{ start, end, speaker, text },
})

test('sorts cues and removes overlaps', () => {
	const read = [cue(9_000, 9_500.4, 'third'), cue(-5, 4_000, 'first'), cue(1_000, 99_000, 'second'), cue(2, 3, '')]
	expect(orderedCues([...read, cue(Number.NaN, 1, 'never')])).toEqual([
		cue(0, 1_000, 'first'),
		cue(1_000, 9_000, 'second'),
		cue(9_000, 9_500, 'third'),
	])
	// A cue that ends before it starts has no duration.
	expect(orderedCues([cue(5_000, 1_000, 'odd')])).toEqual([cue(5_000, 5_000, 'odd')])
})

test('ends a paragraph at a new speaker, at a silence, or at the end of a sentence once it is long', () => {
	const sentence = `${'word '.repeat(40).trim()}.`
	const cues = [
		cue(1_000, 2_000, 'Good morning.', 'Ruth'),
		cue(2_000, 3_000, 'And welcome.', 'Ruth'),
		cue(3_000, 4_000, 'Thank you.', 'Sam'),
		cue(20_000, 21_000, 'After a while.', 'Sam'),
		cue(21_000, 22_000, sentence, 'Sam'),
		cue(22_000, 23_000, sentence, 'Sam'),
		cue(23_000, 24_000, 'Another one.', 'Sam'),
	]
	expect(paragraphsOf(cues, true).map(({ start, speaker, text }) => [start, speaker, text.slice(0, 14)])).toEqual([
		[1, 'Ruth', 'Good morning. '],
		[3, 'Sam', 'Thank you.'],
		[20, 'Sam', 'After a while.'],
		[23, 'Sam', 'Another one.'],
	])
	expect(speakersOf(cues)).toEqual(['Ruth', 'Sam'])
})

test('does not attribute cues of an unknown speaker to another', () => {
	const cues = [cue(0, 1_000, 'Hi.', 'Ruth'), cue(1_000, 2_000, 'The fee is due.'), cue(2_000, 3_000, 'Bye.', 'Sam')]
	const paragraphs = paragraphsOf(cues, true)
	expect(paragraphs.map(({ speaker, text }) => [speaker, text])).toEqual([
		['Ruth', 'Hi.'],
		[null, 'The fee is due.'],
		['Sam', 'Bye.'],
	])
	expect(speakerLabels(paragraphs)).toEqual(['Ruth', 'Unknown speaker', 'Sam'])
	expect(paragraphsOf(continueSpeakers(cues), true)[0]).toMatchObject({ speaker: 'Ruth', text: 'Hi. The fee is due.' })
})

test('gives two paragraphs in the same second different anchors', () => {
	const cues = [cue(1_000, 1_200, 'Yes?', 'Ruth'), cue(1_300, 1_500, 'No.', 'Sam'), cue(1_600, 1_700, 'Oh.', 'Ruth')]
	expect(paragraphsOf(cues, true).map(({ start }) => start)).toEqual([1, 2, 3])
})

test.each([
	[0, '0:00'],
	[59.9, '0:59'],
	[754, '12:34'],
	[3_723, '1:02:03'],
	[43_210, '12:00:10'],
	[-3, '0:00'],
])('%s seconds are %s', (seconds, text) => expect(clock(seconds)).toBe(text))

test('exports files with the content of the page, with markup escaped', () => {
	const cues = [cue(0, 0, 'A <b> & a "c"', 'Ann <x>'), cue(43_200_000, 43_201_500, 'Twelve hours on')]
	expect(toVtt(cues)).toBe(
		'WEBVTT\n\n00:00:00.000 --> 00:00:00.001\n<v Ann &lt;x&gt;>A &lt;b&gt; &amp; a "c"\n\n12:00:00.000 --> 12:00:01.500\nTwelve hours on\n',
	)
	expect(toText(paragraphsOf(cues, true))).toBe(
		'[0:00] Ann <x>:\nA <b> & a "c"\n\n[12:00:00] Unknown speaker:\nTwelve hours on\n',
	)
	expect(toText(paragraphsOf([cue(0, 0, 'No times')], false))).toBe('No times\n')
})
