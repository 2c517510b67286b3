import { describe, expect, test } from 'vitest'
import { type Inline, type PostBlock, parsePost } from './post-text.ts'

/** Writes a tree as text: emphasis as tags, links as `[URL]`, mentions as `{name}`. */
const format = (parts: readonly Inline[]): string =>
	parts
		.map((part) => {
			if (part.kind === 'text') return part.text
			if (part.kind === 'mention') return `{${part.text}}`
			if (part.kind === 'link') return part.href === part.text ? `[${part.text}]` : `[${part.text}](${part.href})`
			return `<${part.kind}>${format(part.parts)}</${part.kind}>`
		})
		.join('')
const formatBlock = (block: PostBlock) =>
	block.kind === 'paragraph'
		? block.lines.map(format).join('\n')
		: block.items.map(({ number, parts }) => `${number === null ? '-' : `${number}.`}|${format(parts)}`)
const formatPost = (text: string, mentions: string[] = []) => parsePost(text, mentions).map(formatBlock)

test.each([
	['', []],
	[' \n\n ', []],
	['One\nline below', ['One\nline below']],
	['One\n\n\nTwo\r\n\r\nThree', ['One', 'Two', 'Three']],
	['- a\n- b\nafter', [['-|a', '-|b'], 'after']],
	['Before\n1. a\n2. b\n\n3. c', ['Before', ['1.|a', '2.|b'], ['3.|c']]],
	['1. a\n- b', [['1.|a'], ['-|b']]],
	['7. a\n7. b', [['7.|a', '7.|b']]],
	['- \n-x\n1.x\n1.\n -  y', ['- \n-x\n1.x\n1.\n -  y']],
	['- **bold** item', [['-|<strong>bold</strong> item']]],
])('%j has the paragraphs and lists %j', (text, blocks) => {
	expect(formatPost(text)).toEqual(blocks)
})

test.each([
	['a *word* here', 'a <em>word</em> here'],
	['a **word** here', 'a <strong>word</strong> here'],
	['*two words*, and (**more**).', '<em>two words</em>, and (<strong>more</strong>).'],
	['**bold *both* bold**', '<strong>bold <em>both</em> bold</strong>'],
	['*a **b** c*', '<em>a <strong>b</strong> c</em>'],
	['*a **b* c**', '<em>a **b</em> c**'],
	['2 * 3 * 4 and 5*6*7', '2 * 3 * 4 and 5*6*7'],
	['* not a mark *', '* not a mark *'],
	['*open and **open', '*open and **open'],
	['*a *b*', '*a <em>b</em>'],
	['***three*** and ****', '***three*** and ****'],
	['*over\nlines*', '*over\nlines*'],
	['**ALL IN CAPITALS**', '<strong>ALL IN CAPITALS</strong>'],
	['**מודגש** רגיל', '<strong>מודגש</strong> רגיל'],
])('%j has the emphasis %j', (text, marked) => {
	expect(formatPost(text)).toEqual([marked])
})

test.each([
	['See https://court.example/forms?a=1#b.', 'See [https://court.example/forms?a=1#b].'],
	['(https://court.example/rule_(1))', '([https://court.example/rule_(1)])'],
	['**https://court.example/a**', '<strong>[https://court.example/a]</strong>'],
	['*see https://court.example/a*b*', '<em>see [https://court.example/a*b]</em>'],
	['www.court.example/a, and', '[www.court.example/a](https://www.court.example/a), and'],
	['SEE HTTPS://COURT.EXAMPLE/A', 'SEE [HTTPS://COURT.EXAMPLE/A](https://court.example/A)'],
	['http://court.example/', '[http://court.example/]'],
	['https://a.example/"onmouseover="x', '[https://a.example/]"onmouseover="x'],
	['https://a.example/<b>', '[https://a.example/]<b>'],
	['https://court.example/for…', 'https://court.example/for…'],
	[
		'javascript:alert(1) JAVASCRIPT:alert(1) data:text/html,<b>x</b>',
		'javascript:alert(1) JAVASCRIPT:alert(1) data:text/html,<b>x</b>',
	],
	['javascript://a.example/%0aalert(1)', 'javascript://a.example/%0aalert(1)'],
	['https://bank.example@evil.example/', 'https://bank.example@evil.example/'],
	['https:// https://. http://999 ftp://a.example', 'https:// https://. http://999 ftp://a.example'],
	['https://a.example/\u202egnp.exe', '[https://a.example/]\u202egnp.exe'],
	['mail@www.court.example', 'mail@www.court.example'],
])('%j links as %j', (text, linked) => {
	expect(formatPost(text)).toEqual([linked])
})

test('mentions name only members, ignore case, and are never inside a URL', () => {
	const text = '@RUTH and @nobody, *@ruth* https://a.example/@ruth'
	expect(formatPost(text, ['ruth'])).toEqual(['{@RUTH} and @nobody, <em>{@ruth}</em> [https://a.example/@ruth]'])
})

describe('very long posts', () => {
	const LENGTH = 20_000
	const repeatToLength = (piece: string) => piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH)
	test.each([
		...['*', '**', '*a ', '**a ', '*a **b ', '* **', 'a*', '*a* ', '((', 'https://', 'https://a.example/', 'www.'],
		...['https://a.example/(', 'https://a.example/*', '@', '@a ', '- ', '- a\n', '1. ', '1. a\n', '\n', ' ', '-   '],
	])('text made of %j is parsed in linear time, and keeps its characters', (piece) => {
		const signs = (text: string) => text.replaceAll(/[\s*\d.-]/g, '')
		const start = performance.now()
		const blocks = parsePost(repeatToLength(piece), ['a'])
		expect(performance.now() - start).toBeLessThan(1_000)
		const texts = (parts: readonly Inline[]): string =>
			parts.map((part) => ('parts' in part ? texts(part.parts) : part.text)).join('')
		const all = blocks.flatMap((block) => (block.kind === 'list' ? block.items.map(({ parts }) => parts) : block.lines))
		expect(signs(all.map(texts).join(''))).toBe(signs(repeatToLength(piece)))
	})

	test('a thousand links stay a thousand links', () => {
		const [block] = parsePost(Array.from({ length: 1_000 }, (_, at) => `https://a.example/${at}`).join(' '))
		const parts = block?.kind === 'paragraph' ? block.lines.flat() : []
		expect(parts.filter(({ kind }) => kind === 'link')).toHaveLength(1_000)
	})
})
