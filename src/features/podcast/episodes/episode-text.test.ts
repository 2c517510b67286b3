import { describe, expect, test } from 'vitest'
import { hrefOfSecond, plainToHtml, transcriptHtml, withTimeLinks, withWebLinks } from './episode-text.ts'

const paragraph = (start: number | null, speaker: string | null, text: string) => ({ start, speaker, text })

describe('times in show notes', () => {
	test('become links to their second', () => {
		expect(withTimeLinks('<li>(1:02:03) Fees</li><li>12:34 – Trust</li>', 4000)).toBe(
			'<li>(<a href="?t=3723" data-second="3723">1:02:03</a>) Fees</li><li><a href="?t=754" data-second="754">12:34</a> – Trust</li>',
		)
	})

	test.each([
		'John 3:16:22:9',
		'at 25:00 of 20',
		'ratio 12:345',
		'v1.2:30',
		'<a href="https://a.example/1:30">see 1:30</a>',
		'<p title="1:30">Rule 1500.22</p>',
	])('leave any other text alone: %s', (html) => {
		expect(withTimeLinks(html, 1200)).toBe(html)
	})

	test('link to the paragraph spoken at that second', () => {
		const paragraphs = [paragraph(0, null, 'a'), paragraph(60, null, 'b')]
		expect(hrefOfSecond(75, paragraphs)).toBe('?t=75#t-60')
		expect(withTimeLinks('1:15', null, paragraphs)).toContain('href="?t=75#t-60"')
		expect(hrefOfSecond(75, [paragraph(null, null, 'a')])).toBe('?t=75')
	})
})

describe('URLs in show notes', () => {
	const link = (href: string, shown = href) =>
		`<a href="${href}" target="_blank" rel="noopener noreferrer">${shown}</a>`

	test('become links', () => {
		expect(withWebLinks('<p>See https://a.example/b?c=1&amp;d=2, and (http://e.example/f).</p>')).toBe(
			`<p>See ${link('https://a.example/b?c=1&amp;d=2')}, and (${link('https://e.example/f', 'http://e.example/f')}).</p>`,
		)
		expect(withWebLinks('&quot;https://a.example/&quot; &lt;https://b.example&gt;')).toBe(
			`&quot;${link('https://a.example/')}&quot; &lt;${link('https://b.example')}&gt;`,
		)
	})

	test.each([
		'<a href="https://a.example">https://a.example</a>',
		'https://me:secret@a.example',
		'https://',
		'xhttps://a.example',
		'<p title="https://a.example">a</p>',
	])('leave anything but an unlinked URL alone: %s', (html) => {
		expect(withWebLinks(html)).toBe(html)
	})
})

describe('transcript', () => {
	test('names each new speaker, and links each paragraph at its second', () => {
		const html = transcriptHtml([
			paragraph(1, 'Ruth', 'Hello.'),
			paragraph(9, 'Ruth', 'Again.'),
			paragraph(12, 'Sam', 'Yes.'),
		])
		expect(html.match(/<strong>/g)).toHaveLength(2)
		expect(html).toContain('<p class="said" id="t-12"><a class="said-time" href="?t=12#t-12" data-second="12">0:12</a>')
	})

	test('is escaped', () => {
		const html = transcriptHtml([paragraph(1, '<script>a</script>', '<img onerror=b src=c>')])
		expect(html).not.toMatch(/<script|<img/)
		expect(plainToHtml('One <b>\n\n\nTwo\nlines')).toBe('<p>One &lt;b&gt;</p><p>Two<br>lines</p>')
	})

	test('has no anchors if it has no times', () => {
		expect(transcriptHtml([paragraph(null, null, 'Words.')])).toBe('<p class="said">Words.</p>')
	})
})

test('leaves a time of day as text', () => {
	const day =
		'<p>Live at 7:00 PM Eastern, 9:00 a.m. to 5:30 p.m., 9:00–10:30am, 8:00 ET, 19:00 Uhr, 12:00 noon, at 5:00 o’clock</p>'
	expect(withTimeLinks(day, 3_600)).toBe(day)
	expect(withTimeLinks('(12:15) Am I late? 5:00 and on', 3_600)).toBe(
		'(<a href="?t=735" data-second="735">12:15</a>) Am I late? <a href="?t=300" data-second="300">5:00</a> and on',
	)
})

test.each([
	'Smith v. Jones, No. 1:10-cv-00123 (D.N.J.)',
	'In re 3:16-BK-04512, 2:21cr00077 and 1:19–md–02875',
	'Rule 1:10 and R. 4:17 of New Jersey',
	'Canon 3:10, § 5:20',
	'Smith Dep. 45:12 and Tr. 12:15',
	'U.S. Patent, col. 4:12',
	'a 2:15 ratio, odds of 1:20, a ratio of 1:10',
	'Proverbs 11:14',
	'from 7:00 PM to 8:30',
	'7:00 Eastern on Friday, 6:00 Central, 4:00 Pacific Time',
	'9:30 London time, 8:00 in the evening, 7:15 tonight',
	'5:00 Mountain/4:00 Pacific',
	'7:00 this evening, 9:15 at night, 7:30p and 4:00 (ET), 14:00Z',
])('leaves a citation, a ratio or a time of day as text: %s', (text) => {
	expect(withTimeLinks(text, null)).toBe(text)
})

test.each([
	'12:30 Central question',
	'12:30 Pacific Gas and the duty to warn',
	'12:30 Mountain of paperwork',
	'12:30 Eastern District of Texas',
	'12:30 CT scans in evidence',
	'12:30 Rule 1.10 and its screens',
	'(12:30) Odds and ends',
	'At 12:30, the ratio of fees',
	'12:30-The cv of a partner',
	'12:30 PMs and deadlines',
	'12:30 a second opinion',
	'12:30 (Eastern District) and fees',
])('links the time of a title that begins like a time of day: %s', (text) => {
	expect(withTimeLinks(text, null)).toContain('<a href="?t=750" data-second="750">12:30</a>')
})

test.each([
	['https://en.wikipedia.org/wiki/Miranda_(law)', '', ''],
	['https://en.wikipedia.org/wiki/Miranda_(law)', '(', ').'],
	['https://a.example/x[1]', '[', ']'],
	['https://a.example/last_', '', ''],
	['https://a.example/last*', '', '!'],
	['https://a.example/b', '*', '*'],
	['https://a.example/b', '*See ', '*.'],
	['https://a.example/b', '__', '__'],
	['https://a.example/b', '“', '”'],
	['https://a.example/b', '«', '» …'],
	['https://a.example/b', '（', '）。'],
	['https://a.example/b', '{', '}'],
	['https://a.example/b', '`', '`…'],
	["https://a.example/O'Brien", '', "'s page"],
])('links all of %s after %j and before %j', (url, before, after) => {
	expect(withWebLinks(`${before}${url}${after}`)).toBe(
		`${before}<a href="${url}" target="_blank" rel="noopener noreferrer">${url}</a>${after}`,
	)
})

test('keeps a very long run of closing characters in a URL, since no sentence ends that way', () => {
	const url = `https://a.example/b${'*'.repeat(150)}`
	expect(withWebLinks(` *${url}${'*'.repeat(50)}`)).toContain(`>${url}</a>`)
})
