import { expect, test } from 'vitest'
import { differingLines, differingPart } from './differing-part.ts'

test.each([
	['one word of many', 'Fees go up in May.', 'Fees go down in May.', ['Fees go ', 'up', ' in May.']],
	['whole words, where letters are shared', 'A flat fee', 'A flap fee', ['A ', 'flat', ' fee']],
	['words that were added', 'Ask first', 'Ask them first', ['Ask ', '', 'first']],
	['the end', 'Ask first. Then write.', 'Ask first.', ['Ask first.', ' Then write.', '']],
	['a word said twice', 'very very good', 'very good', ['very ', 'very ', 'good']],
	['whole signs', 'So 🙂!', 'So 🙃!', ['So ', '🙂', '!']],
	['nothing', 'The same', 'The same', ['The same', '', '']],
	['everything', 'Yes', 'No', ['', 'Yes', '']],
	['an empty text', '', 'No', ['', '', '']],
])('marks %s', (_, text, other, parts) => {
	expect(differingPart(text, other)).toEqual(parts)
	expect(parts.join('')).toBe(text)
})

test('compares text line by line if both have the same number of lines, otherwise as a whole', () => {
	const marked = (text: string, other: string) => differingLines(text, other).map(([, middle]) => middle)
	expect(marked('Quiz\nUp?\nthe sky\nWho?', 'Quiz\nDown?\nthe sky\nWhy?')).toEqual(['', 'Up', '', 'Who'])
	expect(marked('Quiz\nUp?\nWho?', 'Quiz\nDown?')).toEqual(['Up?\nWho'])
})
