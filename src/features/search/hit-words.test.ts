import { expect, test } from 'vitest'
import { replaceWord } from './hit-words.ts'

test('a word is replaced where it stands by itself, and not within another', () => {
	expect(replaceWord('lisences, my lisence!', 'lisence', 'license')).toBe('lisences, my license!')
	expect(replaceWord('Lisence', 'lisence', 'license')).toBe('Lisence')
	expect(replaceWord('a clinet', 'clinet', '"$&"')).toBe('a "$&"')
})
