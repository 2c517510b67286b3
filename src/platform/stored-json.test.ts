import { expect, test } from 'vitest'
import { parseStored, storedTexts } from './stored-json.ts'

test.each([[null], [''], ['no JSON'], ['{'], ['null'], ['{}'], ['[1]'], ['"a"']])(
	'returns the fallback for %j, which is not a list of strings',
	(json) => {
		expect(parseStored(storedTexts, json, [])).toEqual([])
	},
)

test('returns a valid column value', () => {
	expect(parseStored(storedTexts, '["One item has no audio."]', [])).toEqual(['One item has no audio.'])
	expect(parseStored(storedTexts, '["a"]', undefined)).toEqual(['a'])
})
