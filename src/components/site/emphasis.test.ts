import { expect, it } from 'vitest'
import { emphasized } from './emphasis.ts'

it('emphasizes only text between asterisks', () => {
	expect(emphasized('with someone in the *second chair*.')).toEqual([
		{ text: 'with someone in the ', isStrong: false },
		{ text: 'second chair', isStrong: true },
		{ text: '.', isStrong: false },
	])
	expect(emphasized('*All* of it')).toEqual([
		{ text: 'All', isStrong: true },
		{ text: ' of it', isStrong: false },
	])
	expect(emphasized('5 * 3')).toEqual([{ text: '5 * 3', isStrong: false }])
})
