import { expect, test } from 'vitest'
import { isolate } from '#src/lib/direction.ts'
import { compose, greeting, text } from './compose.ts'

const CLUB = 'https://club.example'

test('paragraphs, quotes, facts and the title get the direction of their text', () => {
	const { html } = compose(
		'שאלה חדשה',
		[
			text('There is news.'),
			{ kind: 'quote', by: 'דנה כהן', text: 'שלום לכולם' },
			{ kind: 'quote', by: 'Dana', text: 'Hello all' },
			{ kind: 'facts', facts: [['Name', 'محمد']] },
			{ kind: 'rich', html: '<p>שלום</p>' },
		],
		CLUB,
	)
	expect(html).toMatch(/<h1 [^>]*dir="rtl"[^>]*>שאלה חדשה/)
	expect(html).toMatch(/<p class="m-muted" dir="rtl"[^>]*>דנה כהן/)
	expect(html).toMatch(/border-right:3px[^>]*><p[^>]*>דנה כהן<\/p><p class="m-ink" dir="rtl"[^>]*>שלום לכולם/)
	expect(html).toMatch(/border-left:3px[^>]*><p[^>]*>Dana<\/p><p class="m-ink" style[^>]*>Hello all/)
	expect(html).toMatch(/<td class="m-ink m-rule" dir="rtl"[^>]*>محمد/)
	expect(html).toMatch(/<p dir="auto"[^>]*>שלום</)
	expect(html).toMatch(/<p class="m-ink" style[^>]*>There is news/)
})

test('the postal address in the footer keeps its line breaks in text and HTML, and is escaped', () => {
	const footer = { label: 'Stop', href: `${CLUB}/unsubscribe/a`, postalAddress: 'Bench & <Bar>\n12 Court Street' }
	const mail = compose('News', [text('There is news.')], CLUB, footer)
	expect(mail.html).toContain('<br><span>Bench &amp; &lt;Bar&gt;<br>12 Court Street</span></td>')
	expect(mail.text.endsWith('/unsubscribe/a\nBench & <Bar>\n12 Court Street\n')).toBe(true)
	expect(compose('News', [], CLUB, { ...footer, postalAddress: '' }).html).not.toContain('<span></span>')
})

test('a name does not change the direction of its sentence, and plain text has no direction marks', () => {
	const mail = compose('News', [greeting('דנה כהן'), text(`${isolate('דנה כהן')} mentioned you.`)], CLUB)
	expect(mail.html).toMatch(/<p class="m-ink" style[^>]*>Hello \u2068דנה כהן\u2069,/)
	expect(mail.html).toMatch(/<p class="m-ink" style[^>]*>\u2068דנה כהן\u2069 mentioned you/)
	expect(mail.text).toContain('Hello דנה כהן,')
	expect(mail.text).not.toMatch(/[\u2068\u2069]/)
})

test('a subject that starts with a Hebrew name keeps its direction, and is one line without direction marks', () => {
	const mail = compose(`${isolate('דנה')} mentioned you:\r\nBcc: all`, [], CLUB)
	expect(mail.html).toMatch(/<h1 class="m-ink" style[^>]*>\u2068דנה\u2069 mentioned you/)
	expect(mail.subject).toBe('דנה mentioned you: Bcc: all')
})

test('a quote renders links, lists and emphasis, but escapes HTML from its author', () => {
	const quoted = '**Read** <b>this</b>: https://court.example/?a=1&b=2\n\n3. שלום\n4. *Two*'
	const { html, text: plainText } = compose('News', [{ kind: 'quote', text: quoted }], CLUB)
	expect(html).toContain(
		'<strong>Read</strong> &lt;b&gt;this&lt;/b&gt;: <a class="m-link" href="https://court.example/?a=1&amp;b=2"',
	)
	expect(html).toMatch(
		/<ol [^>]*><li value="3" class="m-ink" dir="rtl"[^>]*>שלום<\/li><li value="4" [^>]*><em>Two<\/em>/,
	)
	expect(plainText).toContain('> **Read** <b>this</b>: https://court.example/?a=1&b=2\n> \n> 3. שלום')
})
