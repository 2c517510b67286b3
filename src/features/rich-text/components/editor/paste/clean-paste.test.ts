// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { generateHTML, generateJSON } from '@tiptap/react'
import { expect, test } from 'vitest'
import { sanitizeContent } from '#src/features/rich-text/server/sanitize.ts'
import { editorExtensions } from '../editor-extensions.ts'
import { cleanPaste, describeLosses, type PasteLosses } from './clean-paste.ts'
import { numberOf } from './lists.ts'

const pasted = (name: string) => cleanPaste(readFileSync(`tests/fixtures/clipboard/${name}.html`, 'utf8'))

const NOTHING: PasteLosses = { pictures: 0, media: 0, links: 0, upgraded: 0, comments: 0, deletions: 0 }

/** Returns the HTML that the editor makes from pasted HTML. */
const inEditor = (html: string) => generateHTML(generateJSON(html, editorExtensions), editorExtensions)

const NEW_TAB = ' target="_blank" rel="noopener noreferrer nofollow"'
const plain = (html: string) => inEditor(html).replaceAll(NEW_TAB, '').replaceAll(/\s+/g, ' ')

test('keeps headings, nested lists, a table, emphasis and links from Google Docs', () => {
	const { html, losses } = pasted('google-docs')
	expect(plain(html)).toBe(
		[
			'<h3>The intake call</h3>',
			'<p>Ask <strong>why they call today</strong><em>, and not last month</em>. See the ',
			'<a href="https://www.calbar.ca.gov/rules">rules</a> and an <a href="https://www.example.com/form">old form</a>.</p>',
			'<h4>Before the call</h4>',
			'<ul><li><p>Conflicts</p><ul><li><p>Former clients</p></li></ul></li><li><p>Deadlines</p></li></ul>',
			'<ol><li><p>Listen</p></li><li><p>Quote</p></li></ol>',
			'<table><tbody><tr><td><p><strong>Matter</strong></p></td><td><p><strong>Fee</strong></p></td></tr>',
			'<tr><td><p>First offense</p></td><td><p>$2,500</p></td></tr></tbody></table>',
		].join(''),
	)
	expect(losses).toEqual({ ...NOTHING, pictures: 1, upgraded: 1 })
})

test("turns Word's paragraphs that look like lists into lists", () => {
	const { html, losses } = pasted('word')
	expect(plain(html)).toBe(
		[
			'<h3>Opening a matter</h3><h3>Engagement</h3>',
			'<p>Send the <strong>letter</strong> the <em>same day</em>. It is at <a href="https://www.calbar.ca.gov/forms">the bar</a>, not at my disk, see below.</p>',
			'<ul><li><p>Scope</p><ul><li><p>What is not in it</p></li></ul></li><li><p>Fee</p></li></ul>',
			'<h4>Steps</h4>',
			'<ol start="3"><li><p>Sign</p><ol><li><p>On paper</p></li></ol></li><li><p>File</p></li></ol>',
			'<table><tbody><tr><td colspan="2"><p>Deadlines</p></td></tr><tr><td><p>Answer</p></td><td><p>30 days</p></td></tr></tbody></table>',
		].join(''),
	)
	expect(losses).toEqual({ ...NOTHING, pictures: 1, links: 2 })
})

test.each([
	['<h1>One</h1><h2>Two</h2>', '<h2>One</h2><h3>Two</h3>', '<h3>One</h3><h4>Two</h4>'],
	['<h2>One</h2><h4>Two</h4><h5>Three</h5>', '<h2>One</h2><h3>Two</h3><h4>Three</h4>', undefined],
])('starts headings of %s below the title of their page or module', (html, onPage, inModule = onPage) => {
	expect(cleanPaste(html, 2).html).toBe(onPage)
	expect(cleanPaste(html).html).toBe(inModule)
})

test('merges the one-item lists of Word for the web', () => {
	expect(plain(pasted('word-online').html)).toBe(
		'<h3>Conflicts</h3><ul><li><p><strong>Names</strong></p><ul><li><p>Maiden names</p></li></ul></li><li><p>Companies</p></li></ul><p>Then call back.</p>',
	)
})

test('cleans a LibreOffice document', () => {
	const { html, losses } = pasted('libreoffice')
	expect(plain(html)).toBe(
		[
			'<h3>Trust account</h3><p><strong>Every</strong> month, <s>or quarter</s>, <u>on paper</u>.</p><h4>What it takes</h4>',
			'<ol><li><p>Bank statement</p><ul><li><p>All pages</p></li></ul></li><li><p>Ledger</p></li></ol>',
			'<table><tbody><tr><th><p>Client</p></th><th><p>Balance</p></th></tr><tr><td><p>Ruiz</p></td><td><p></p></td></tr></tbody></table>',
		].join(''),
	)
	expect(describeLosses(losses)).toBe('')
})

test('drops layout, videos and scripts of a web page, and reports lost content', () => {
	const { html, losses } = cleanPaste(
		`<style>p{color:red}</style><script>alert(1)</script><table><tr><td><h4>Alone</h4><p onclick="x()" style="display:none">hidden</p>
		<div>Text <a href="javascript:alert(1)">one</a> <a href="ftp://x.example/y">two</a></div></td></tr></table>
		<iframe src="https://x.example"></iframe><picture><img src="x"></picture>`,
	)
	expect(plain(html)).toBe('<h3>Alone</h3><p>Text one two</p>')
	expect(describeLosses(losses)).toBe(
		'Not pasted: one picture, one embedded video or page and 2 links. Pictures are not pasted. Add each with the Picture button. Links without a web address were removed; their text was kept.',
	)
	expect(html).not.toMatch(/style|onclick|script/)
})

test("drops and reports Word's comments and tracked deletions, and keeps insertions as text", () => {
	const { html, losses } = pasted('word-reviewed')
	expect(plain(html).replaceAll('&nbsp;', ' ')).toBe(
		'<p>Send the engagement letter on day one, and keep a copy.</p><p>Rule 1.6<sup>2</sup> and Rule 1.15<sup>[1]</sup> apply.</p>',
	)
	expect(losses).toEqual({ ...NOTHING, links: 1, comments: 2, deletions: 2 })
	expect(describeLosses(losses)).toBe(
		'Not pasted: one link, 2 comments and 2 passages marked as deleted. Links without a web address were removed; their text was kept.',
	)
})

test.each([
	// Word without the boxes of its comments, as some programs copy it.
	['<p>a<a class="msocomanchor" href="#_msocom_1">[JD1]</a></p><p class="MsoCommentText">secret</p>', '<p>a</p>', 1],
	['<p>a</p><p class="MsoCommentText">secret</p><p class="MsoCommentText">more</p>', '<p>a</p>', 1],
	// Google Docs, exported as HTML.
	[
		'<p>a<sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup></p><div><p><a href="#cmnt_ref1" id="cmnt1">[a]</a>secret</p><p>more</p></div>',
		'<p>a</p>',
		1,
	],
	[
		'<p>a<sup><a href="#cmnt1" name="cmnt_ref1">[a]</a></sup></p><div><p><a href="#cmnt_ref1" name="cmnt1">[a]</a>secret</p></div>',
		'<p>a</p>',
		1,
	],
	['<p>a</p><p class="MsoCommentTextCxSpFirst">secret</p>', '<p>a</p>', 1],
	// LibreOffice.
	['<p>a<!-- secret --></p>', '<p>a</p>', 0],
	// Pandoc.
	[
		'<p>a<span class="comment-start" id="0" data-author="JD">secret</span><span class="comment-end" id="0"></span></p>',
		'<p>a</p>',
		1,
	],
	['<p>a<span hidden>secret</span><span style="visibility:hidden">more</span></p>', '<p>a</p>', 0],
	['<p>a<a href="https://x.example/post#cmnt1">b</a></p>', undefined, 0],
])('removes comments and hidden text from %s', (html, made, comments) => {
	const cleaned = cleanPaste(html)
	if (made !== undefined) expect(plain(cleaned.html)).toBe(made)
	expect(cleaned.html).not.toMatch(/secret|more|\[/)
	expect(cleaned.losses.comments).toBe(comments)
})

test.each([
	['<ins cite="mailto:j@x.example">in</ins>', 'in', 0],
	['<del><b>out</b></del> <span class="msoDel"><del>out</del></span>', '', 2],
	['<span class="TrackedChange TrackChangeTextDeletion">out</span>', '', 1],
	['<span class="TrackedChange TrackChangeTextInsertion">in</span>', 'in', 0],
	['<span class="deletion" data-author="JD">out</span>', '', 1],
	['<s>struck</s>', '<s>struck</s>', 0],
])('removes tracked deletions and keeps insertions in %s', (html, made, deletions) => {
	const cleaned = cleanPaste(`<p>One ${html}</p>`)
	expect(plain(cleaned.html)).toBe(`<p>One${made && ` ${made}`}</p>`)
	expect(cleaned.losses.deletions).toBe(deletions)
})

test.each([
	['<sup>2</sup>', '<sup>2</sup>'],
	['<sub>2</sub>', '<sub>2</sub>'],
	['<span style="font-size:0.6em;vertical-align:super;">2</span>', '<sup>2</sup>'],
	['<span style="vertical-align: sub">2</span>', '<sub>2</sub>'],
	['<span style="vertical-align: 33%">2</span>', '<sup>2</sup>'],
	['<span style="position:relative;top:-3.0pt;mso-text-raise:3.0pt">2</span>', '<sup>2</sup>'],
	['<span style="vertical-align:baseline">2</span>', '2'],
	['<sup style="vertical-align:baseline">2</sup>', '2'],
	// As browsers copy `sup` from most sites, with the style sheet's rules.
	[
		'<sup style="font-size:12px;line-height:0;position:relative;vertical-align:baseline;top:-6px">2</sup>',
		'<sup>2</sup>',
	],
	['<sub style="position:relative;vertical-align:baseline;bottom:-0.25em">2</sub>', '<sub>2</sub>'],
	['<span style="position:relative;top:-4.0pt">2</span>', '<sup>2</sup>'],
	['<span style="position:relative;top:1px">2</span>', '2'],
	['<sup style="vertical-align:top">2</sup>', '<sup>2</sup>'],
	['<span style="vertical-align:text-top;font-size:58%">2</span>', '<sup>2</sup>'],
	['<span style="vertical-align:top">2</span>', '2'],
	['<span style="font-variant-position:super">2</span>', '<sup>2</sup>'],
	['<a class="sdfootnoteanc" href="#sdfootnote1sym"><sup>2</sup></a>', '<sup>2</sup>'],
	['<span class="TextRun Superscript">2</span>', '<sup>2</sup>'],
	[
		'<b style="font-weight:normal"><sup><span style="font-weight:700">2</span></sup></b>',
		'<strong><sup>2</sup></strong>',
	],
])('detects superscript and subscript in %s', (html, made) => {
	const written = plain(cleanPaste(`<p>Rule 1.6${html}</p>`).html)
	expect(written).toBe(`<p>Rule 1.6${made}</p>`)
	expect(sanitizeContent(written)).toBe(written)
})

test('upgrades an http link to https, and reports it', () => {
	expect(describeLosses(cleanPaste('<a href="http://a.example">a</a>').losses)).toBe(
		'One link started with http:// and now starts with https://; check that it opens.',
	)
})

test.each(['google-docs', 'word', 'word-reviewed', 'word-online', 'libreoffice'])(
	'the server keeps all HTML that the editor makes from %s',
	(name) => {
		const written = inEditor(pasted(name).html)
		const stored = sanitizeContent(written)
		// The server writes its own link attributes.
		const links = (html: string) => html.replaceAll(/ (target|rel)="[^"]*"/g, '')
		expect(links(stored)).toBe(links(written))
		expect(links(inEditor(stored))).toBe(links(written))
	},
)

test.each([
	['1.', 1],
	['12)', 12],
	['(c)', 3],
	['iv.', 4],
	['1.2.3.', 3],
	['·', undefined],
	['o', undefined],
	['-', undefined],
	['§', undefined],
])('reads the marker %s as %s', (marker, number) => {
	expect(numberOf(marker)).toBe(number)
})
