import { expect, test } from 'vitest'
import { beginningOf, paragraphsOf, paragraphWith } from './read-again.ts'

const texts = [
	{ id: 1, content: '<h3>Who &amp; why</h3><p>One<br />two</p><ul><li><p>An <em>item</em> of\n a list</p></li></ul>' },
	{ id: 2, content: '<table><tr><th>Head</th><td>Don’t say “no”</td></tr></table>plain end' },
]
const paragraphs = paragraphsOf(texts)

test('reads every block of rich text as a line', () => {
	expect(paragraphs.map(({ text, line }) => [text.id, line])).toEqual([
		...[
			[1, 'Who & why'],
			[1, 'One'],
			[1, 'two'],
			[1, 'An item of a list'],
		],
		...[
			[2, 'Head'],
			[2, 'Don’t say “no”'],
			[2, 'plain end'],
		],
	])
})

test.each([
	['item of a', 'An item of a list'],
	['  ITEM  of ', 'An item of a list'],
	['don\'t say "no"', 'Don’t say “no”'],
	['why One', undefined],
	['   ', undefined],
	[undefined, undefined],
])('finds the paragraph with the words %o', (words, line) => {
	expect(paragraphWith(paragraphs, words)?.line).toBe(line)
})

test('suggests the beginning of a paragraph, cut after a whole word if possible', () => {
	const line = `${'word '.repeat(30)}end`
	expect(beginningOf(line)).toBe('word '.repeat(16).trimEnd())
	expect(beginningOf('A short one.')).toBe('A short one.')
	expect(beginningOf('x'.repeat(200))).toHaveLength(80)
})
