import { expect, it } from 'vitest'
import { emphasised } from './emphasis.ts'

it('emphasises what stands between asterisks, and nothing else', () => {
	expect(emphasised('with someone in the *second chair*.')).toEqual([
		{ text: 'with someone in the ', isStrong: false },
		{ text: 'second chair', isStrong: true },
		{ text: '.', isStrong: false },
	])
	expect(emphasised('*All* of it')).toEqual([
		{ text: 'All', isStrong: true },
		{ text: ' of it', isStrong: false },
	])
	expect(emphasised('5 * 3')).toEqual([{ text: '5 * 3', isStrong: false }])
})
