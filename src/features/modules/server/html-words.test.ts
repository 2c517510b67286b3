import { expect, test } from 'vitest'
import { textOfHtml } from '#src/features/rich-text/server/html-text.ts'

test.each([
	['<p>Rule 1.6<sup>2</sup></p>', 'Rule 1.6^2'],
	['<p>Rule 1.6<sup><strong>2</strong></sup></p>', 'Rule 1.6^2'],
	['<p>Rule 1.6<sup>[2]</sup>, 2<sup>nd</sup> Cir., H<sub>2</sub>O</p>', 'Rule 1.6[2], 2nd Cir., H2O'],
])('reads %s without merging two numbers', (html, words) => {
	expect(textOfHtml(html)).toBe(words)
})

test('reads very many superscript tags in linear time', () => {
	expect(textOfHtml('<sup>'.repeat(50_000)).trim()).toBe('')
})
