import { expect, it } from 'vitest'
import { splitEmphasis } from './emphasis.ts'

it('emphasizes only text between asterisks', () => {
	expect(splitEmphasis('with someone in the *second chair*.')).toEqual([
		{ text: 'with someone in the ', isStrong: false },
		{ text: 'second chair', isStrong: true },
		{ text: '.', isStrong: false },
	])
	expect(splitEmphasis('*All* of it')).toEqual([
		{ text: 'All', isStrong: true },
		{ text: ' of it', isStrong: false },
	])
	expect(splitEmphasis('5 * 3')).toEqual([{ text: '5 * 3', isStrong: false }])
})
