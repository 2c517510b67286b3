// @vitest-environment jsdom
import { generateHTML, generateJSON } from '@tiptap/react'
import { expect, test } from 'vitest'
import { sanitizeContent } from '../../server/sanitize.ts'
import { editorExtensions } from './editor-extensions.ts'

const inEditor = (html: string) => generateHTML(generateJSON(html, editorExtensions), editorExtensions)

const CALLOUTS = ['note', 'tip', 'warning'].map(
	(kind) => `<section data-callout="${kind}"><p>One</p><ul><li><p>Two</p></li></ul></section>`,
)

test.each([
	'<h2>Two</h2><h3>Three</h3><h4>Four</h4>',
	'<img src="/media/desk.jpg" alt="A desk" width="800" height="600">',
	'<img src="https://example.com/a.png" alt="">',
	'<table><tbody><tr><th><p>Head</p></th><th><p>Second</p></th></tr><tr><td colspan="2"><p>One</p></td></tr></tbody></table>',
	'<p>Rule 1.6<sup>2</sup>, H<sub>2</sub>O</p>',
	...CALLOUTS,
])('the editor and the sanitizer keep %s, even the second time', (html) => {
	const written = inEditor(html)
	const stored = sanitizeContent(written)
	expect(stored.replaceAll(' />', '>')).toBe(html)
	expect(sanitizeContent(inEditor(stored))).toBe(stored)
})

test.each([
	['<h1>One</h1><h5>Five</h5>', '<p>One</p><p>Five</p>'],
	[
		'<img src="data:image/png;base64,AA"><img src="http://example.com/a.png"><img src="//evil.example/a.png"><p>x</p>',
		'<p>x</p>',
	],
	['<section data-callout="danger"><p>x</p></section>', '<p>x</p>'],
	['<section data-callout="note"><section data-callout="tip"><p>x</p></section></section>', undefined],
])('the editor turns %s into HTML that the sanitizer allows', (html, made) => {
	const written = inEditor(html)
	if (made !== undefined) expect(written).toBe(made)
	expect(sanitizeContent(written).replaceAll(' />', '>')).toBe(written)
})
