import { expect, test } from 'vitest'
import { parseStored, storedTexts } from './stored-json.ts'

test.each([[null], [''], ['no JSON'], ['{'], ['null'], ['{}'], ['[1]'], ['"a"']])('%j is no list of texts', (json) => {
	expect(parseStored(storedTexts, json, [])).toEqual([])
})

test('a column that holds what it should is read', () => {
	expect(parseStored(storedTexts, '["One item has no sound."]', [])).toEqual(['One item has no sound.'])
	expect(parseStored(storedTexts, '["a"]', undefined)).toEqual(['a'])
})
