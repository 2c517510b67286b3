import { expect, test } from 'vitest'
import { languageName, languageTag } from './language-name.ts'

test('a language is told as pages name it, whatever a feed writes', () => {
	expect(['en-us', ' pt_br ', 'DE', 'zh-hans'].map(languageTag)).toEqual(['en-US', 'pt-BR', 'de', 'zh-Hans'])
	expect(['English', 'x', '', 'e n', '12', null, undefined].map(languageTag)).toEqual(Array(7).fill(undefined))
})

test('a language is told in words, and what is none as it stands', () => {
	expect(['es', 'pt-BR', 'klingonian', '!'].map(languageName)).toEqual([
		'Spanish',
		'Brazilian Portuguese',
		'klingonian',
		'!',
	])
})
