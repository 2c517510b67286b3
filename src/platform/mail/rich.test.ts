import { expect, test } from 'vitest'
import { palette } from '../../../tailwind.config.mjs'
import { richHtml } from './rich.ts'
import { richText } from './rich-text.ts'

const CLUB = 'https://club.example'
const html = (text: string) => richHtml(text, palette.light, CLUB)
const text = (richHtmlText: string) => richText(richHtmlText, CLUB)

test('gives every element inline styles and makes paths absolute', () => {
	const output = html('<h3>Fees</h3><p>See <a href="/courses/x">it</a> &amp; <strong>more</strong></p>')
	expect(output).toContain('<h3 dir="auto" class="m-ink" style="')
	expect(output).toContain(
		`<a class="m-link" style="color:${palette.light['brass-text']}" href="https://club.example/courses/x">it</a>`,
	)
	expect(output).toContain('&amp; <strong>more</strong></p>')
	expect(output).not.toMatch(/<(p|h3|a)>/)
})

test('leaves an external link unchanged', () => {
	expect(html('<p><a href="https://bar.example/rules?a=1&amp;b=2">Rules</a></p>')).toContain(
		'href="https://bar.example/rules?a=1&amp;b=2"',
	)
	expect(text('<p><a href="https://bar.example/rules?a=1&amp;b=2">Rules</a></p>')).toBe(
		'Rules (https://bar.example/rules?a=1&b=2)',
	)
})

test.each([
	['<p>One</p><p>Two</p>', 'One\n\nTwo'],
	['<p>One<br />two</p>', 'One\ntwo'],
	['<p>a &lt;b&gt; &amp; c</p>', 'a <b> & c'],
	['<h3>Head</h3><p>Body</p>', 'Head\n\nBody'],
	['<ul><li><p>One</p></li><li><p>Two</p></li></ul><p>After</p>', '- One\n- Two\n\nAfter'],
	['<ol start="3"><li><p>Three</p></li><li><p>Four</p></li></ol>', '3. Three\n4. Four'],
	['<ul><li><p>One</p><ul><li><p>Within</p></li></ul></li></ul>', '- One\n  - Within'],
	['<ol><li><p>One</p><p>more</p></li></ol>', '1. One\n   more'],
	['<blockquote><p>Said</p><p>Again</p></blockquote><p>Then</p>', '> Said\n\n> Again\n\nThen'],
	['<p><a href="https://x.example">https://x.example</a></p>', 'https://x.example'],
	['<p>Rule 1.6<sup><strong>2</strong></sup>, 2<sup>nd</sup></p>', 'Rule 1.6^2, 2nd'],
	['<p>Before</p><hr /><p>After</p>', 'Before\n\n---\n\nAfter'],
	[
		'<table><tbody><tr><th>Day</th><th>Hour</th></tr><tr><td>1</td><td>2</td></tr></tbody></table>',
		'Day | Hour\n1 | 2',
	],
	['<table><tbody><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table>', '1 | 2'],
])('converts %s to text', (given, expected) => {
	expect(text(given)).toBe(expected)
})
