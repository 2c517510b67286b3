import { expect, test } from 'vitest'
import { withLineBreaks } from './rich-text.ts'

test('wraps a table in a scrollable, focusable frame', () => {
	expect(withLineBreaks('<p>Before</p><table><tbody><tr><td>One</td></tr></tbody></table>')).toBe(
		'<p>Before</p><div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table><tbody><tr><td>One</td></tr></tbody></table></div>',
	)
	// A table without other elements is not treated as plain text, whose line breaks would be kept.
	expect(withLineBreaks('<table><tbody>\n\n<tr><td>One</td></tr></tbody></table>')).not.toContain('<p>')
})

test("names a callout's kind, and loads pictures lazily", () => {
	expect(withLineBreaks('<section data-callout="tip"><p>Call first.</p></section>')).toBe(
		'<section class="callout" data-callout="tip"><p class="callout-kind">Tip</p><p>Call first.</p></section>',
	)
	expect(withLineBreaks('<img src="/a.png" alt="A desk" />')).toBe(
		'<img loading="lazy" decoding="async" referrerpolicy="no-referrer" src="/a.png" alt="A desk" />',
	)
})

test.each([
	['<h2>One</h2><h3>Two</h3>', 2, '<h2 aria-level="3">One</h2><h3 aria-level="4">Two</h3>'],
	['<h3>One</h3><h4>Two</h4>', 2, '<h3>One</h3><h4>Two</h4>'],
	['<h2>One</h2>', 1, '<h2>One</h2>'],
	['<p>None</p>', 2, '<p>None</p>'],
])('sets the outline level of %s below a heading of level %i', (html, below, shown) => {
	expect(withLineBreaks(html, below)).toBe(shown)
})

test('starts lists and quotes in Hebrew on the right', () => {
	expect(withLineBreaks('<p>שלום</p><ol><li>שלום</li></ol><blockquote><p>שלום</p></blockquote>')).toBe(
		'<p>שלום</p><ol dir="auto"><li>שלום</li></ol><blockquote dir="auto"><p>שלום</p></blockquote>',
	)
})
