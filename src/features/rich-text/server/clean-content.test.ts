import { expect, test } from 'vitest'
import { hostileSamples } from '#tests/support/api/hostile.ts'
import { isCleanContent } from './clean-content.ts'
import { sanitizeContent, sanitizeFully } from './sanitize.ts'

const LINK = ' href="https://example.com" target="_blank" rel="noopener noreferrer"'
const isClean = (html: string) =>
	isCleanContent(html, (href) =>
		href === '/courses' ? ' href="/courses"' : href === 'https://example.com' ? LINK : '',
	)

test.each([
	'',
	'Plain words &amp; signs &lt; 5, “quoted” or "quoted"',
	'<p>One <strong>two <em>three</em></strong><br />four</p><h3>Five</h3><hr /><p></p>',
	'<p>Rule 1.6<sup>2</sup>, H<sub>2</sub>O</p>',
	'<ul><li><p>One</p><ol><li>Two</li></ol></li>\n<li>Three</li></ul>',
	'<blockquote><p>Said</p></blockquote><pre><code>kept\n  as it is</code></pre>',
	'<table><tbody><tr><th>One</th><td colspan="2" rowspan="3"><p>Two</p><ul><li>Three</li></ul></td></tr></tbody></table>',
	'<blockquote><table><thead><tr><th></th></tr></thead>\n<tbody><tr><td>Said</td></tr></tbody></table></blockquote>',
	'<h2>One</h2><img src="/media/desk.jpg" alt="A desk, by the window" width="800" height="600" /><p><img src="https://example.com/a.png" alt="" /></p>',
	'<section data-callout="warning"><p>One</p><ul><li>Two</li></ul></section>',
	`<p><a${LINK}>out</a> and <a href="/courses">in</a> and <a>nowhere</a></p>`,
])('accepts %s, which the sanitizer keeps unchanged', (html) => {
	expect(isClean(html)).toBe(true)
	expect(sanitizeFully(html)).toBe(html)
})

test.each([
	'<img src="/a.png" />',
	'<img alt="first" src="/a.png" />',
	'<img src="//evil.example/a.png" alt="" />',
	'<img src="/a.png" alt=" blank" />',
	'<img src="/a.png" alt="" width="0" height="9" />',
	'<img src="/a.png" alt="" width="9" />',
	'<img src="/a.png" alt="">',
	'<ul><img src="/a.png" alt="" /></ul>',
	'<section>bare</section>',
	'<section data-callout="toString">x</section>',
	'<p><section data-callout="note">x</section></p>',
	'<p>unclosed',
	'closed</p>',
	'<p><strong>crossed</p></strong>',
	'<p><p>inside</p></p>',
	'<p><ul><li>inside</li></ul></p>',
	'<li>alone</li>',
	'<ul><li><li>inside</li></li></ul>',
	'<ul>words</ul>',
	'<constructor>name of something else</constructor>',
	'<td>alone</td>',
	'<table><tr><td>without a body</td></tr></table>',
	'<table>words<tbody></tbody></table>',
	'<table><tbody><tr><p>in a row</p></tr></tbody></table>',
	'<p><table></table></p>',
	'<table><tbody><tr><td><table></table></td></tr></tbody></table>',
	'<table><tbody><tr><td rowspan="2" colspan="2">order</td></tr></tbody></table>',
	'<table><tbody><tr><td colspan="1">one</td><td colspan="999">many</td></tr></tbody></table>',
	'<table><tbody><tr><td style="width:9999px">x</td></tr></tbody></table>',
	'<a href="/courses"><strong><a href="/courses">inside</a></strong></a>',
	'<a href="https://example.com">other attributes</a>',
	'<a href="javascript:x">not allowed</a>',
	'<p class="x">attribute</p>',
	'<P>capitals</P>',
	'<br>',
	'<br/>',
	'<p >space</p>',
	'<p>stray > and < signs</p>',
	'<p>&nbsp;</p>',
	'<p>&#106;</p>',
	'<p>AT&T</p>',
	'<!-- x -->',
	'<h1>other tag</h1>',
	'<div>other tag</div>',
	'<svg></svg>',
	`${'<blockquote>'.repeat(60)}${'</blockquote>'.repeat(60)}`,
])('does not accept %s', (html) => {
	expect(isClean(html)).toBe(false)
})

/** Returns a generator of pseudorandom numbers, the same in every run. */
function numbers(seed: number) {
	let state = seed
	return (below: number) => {
		state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
		return (state >>> 8) % below
	}
}

const TAGS = [
	'p',
	'h2',
	'h3',
	'section',
	'img',
	'ul',
	'ol',
	'li',
	'blockquote',
	'pre',
	'code',
	'strong',
	'em',
	'a',
	'br',
	'hr',
	'div',
	'table',
	'tbody',
	'tr',
	'td',
	'th',
]
const PIECES = [
	...TAGS.flatMap((tag) => [`<${tag}>`, `</${tag}>`, `<${tag} />`]),
	...['words', ' ', '\n', '&amp;', '&lt;', '&', '<', '>', '"', '&nbsp;', '\r', '<!--', '-->', ']]>'],
	...['<p>words</p>', '<ul><li>one</li></ul>', '<strong>bold</strong>', `<a${LINK}>`, '<a href="/courses">'],
	...['<img src="/a.png" alt="A desk" />', '<img src="/b.png" width="2" height="3">', '<section data-callout="note">'],
	...['<table><tbody><tr><td>one</td></tr></tbody></table>', '<td colspan="2">', '<th rowspan="60">', '<thead>'],
	...hostileSamples,
]

test('never calls content clean that the sanitizer would change', () => {
	let clean = 0
	for (let seed = 1; seed <= 6_000; seed++) {
		const next = numbers(seed)
		const html = Array.from({ length: 1 + next(7) }, () => PIECES[next(PIECES.length)]).join('')
		const full = sanitizeFully(html)
		expect(sanitizeContent(html), html).toBe(full)
		// Checks the sanitizer's output, and that output with a fragment inserted somewhere.
		expect(sanitizeContent(full), full).toBe(full)
		const at = next(full.length + 1)
		const invalidated = full.slice(0, at) + PIECES[next(PIECES.length)] + full.slice(at)
		expect(sanitizeContent(invalidated), invalidated).toBe(sanitizeFully(invalidated))
		if (isClean(full)) clean++
	}
	// Proves that the fast path is taken.
	expect(clean).toBeGreaterThan(500)
})
