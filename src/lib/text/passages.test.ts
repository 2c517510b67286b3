import { describe, expect, test } from 'vitest'
import type { Cue } from './cues.ts'
import { passagesOf, textPassages } from './passages.ts'

const cue = (start: number, end: number, text: string, speaker: string | null = null): Cue => ({
	start: start * 1000,
	end: end * 1000,
	speaker,
	text,
})
const words = (count: number, end = '.') => `${Array.from({ length: count }, (_, at) => `w${at}`).join(' ')}${end}`

describe('passages of a recording', () => {
	test('are whole sentences of at most sixty words and thirty seconds', () => {
		const cues = [cue(0, 9, words(25)), cue(9, 18, words(25)), cue(18, 27, words(25)), cue(27, 36, words(25))]
		expect(passagesOf(cues, true).map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
			[0, 18_000],
			[18_000, 36_000],
		])
		const slow = [cue(0, 20, 'One.'), cue(20, 40, 'Two.'), cue(40, 45, 'Three.')]
		expect(passagesOf(slow, true).map(({ text }) => text)).toEqual(['One.', 'Two. Three.'])
	})

	test('end after the last whole sentence, and the rest starts the next', () => {
		const cues = [cue(0, 10, words(30)), cue(10, 15, words(20, ' and')), cue(15, 25, words(30))]
		expect(passagesOf(cues, true).map(({ startMs }) => startMs)).toEqual([0, 10_000])
	})

	test('never span two speakers, except for a short interjection', () => {
		const cues = [
			cue(0, 5, 'One.', 'Ann'),
			cue(5, 6, 'Yes.', 'Ben'),
			cue(6, 9, 'Two.', 'Ann'),
			cue(9, 14, 'Three.', 'Ben'),
		]
		expect(passagesOf(cues, true).map(({ text, speaker }) => [speaker, text])).toEqual([
			['Ann', 'One. Yes. Two.'],
			['Ben', 'Three.'],
		])
	})

	test('contain the position of each cue and their paragraph', () => {
		const cues = [
			cue(748, 753, 'First of all.', 'Ann'),
			cue(753.4, 758, 'Then this.', 'Ann'),
			cue(800, 805, 'Later.', 'Ann'),
		]
		const [first, second] = passagesOf(cues, true)
		expect(first).toMatchObject({
			paragraph: 748,
			times: [
				[0, 748_000],
				[14, 753_400],
			],
		})
		expect(second).toMatchObject({ paragraph: 800, startMs: 800_000 })
	})

	test('have no times in a transcript without times', () => {
		expect(passagesOf([cue(0, 0, 'One.'), cue(0, 0, 'Two.')], false)).toEqual([
			{ startMs: null, endMs: null, speaker: null, text: 'One. Two.', paragraph: null, times: null },
		])
	})

	test('include a cue that is longer than a passage', () => {
		expect(
			passagesOf([cue(0, 60, words(200)), cue(60, 61, 'End.')], true).map(({ text }) => text.split(' ').length),
		).toEqual([200, 1])
		expect(passagesOf([], true)).toEqual([])
	})
})

test('text is split at sentences', () => {
	expect(textPassages(`${words(40)} ${words(40)}\n\nA last line`)).toEqual([words(40), `${words(40)} A last line`])
	expect(textPassages('  \n ')).toEqual([])
	const within = 'Under F.R.C.P. 56 (“$1,500.22.”) at 9:00 a.m.! On example.com... he stopped'
	expect(textPassages(within)).toEqual([within])
})
