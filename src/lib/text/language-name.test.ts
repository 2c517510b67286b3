import { expect, test } from 'vitest'
import { languageName, languageTag } from './language-name.ts'

test('normalizes the language of a feed to a tag', () => {
	expect(['en-us', ' pt_br ', 'DE', 'zh-hans'].map(languageTag)).toEqual(['en-US', 'pt-BR', 'de', 'zh-Hans'])
	expect(['English', 'x', '', 'e n', '12', null, undefined].map(languageTag)).toEqual(Array(7).fill(undefined))
})

test('names a language, and keeps unknown text', () => {
	expect(['es', 'pt-BR', 'klingonian', '!'].map(languageName)).toEqual([
		'Spanish',
		'Brazilian Portuguese',
		'klingonian',
		'!',
	])
})
