import sanitizeHtml from 'sanitize-html'
import { unescapeHtml, withRaisedNumbers } from '#src/lib/text/html.ts'
import { lineOf } from '#src/lib/text/line-of.ts'

// The sanitizer keeps only elements that separate lines, in a uniform spelling, and drops scripts with their text.
const PARAGRAPHS = ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'dl', 'pre', 'table', 'figure']
const LINES = ['div', 'section', 'article', 'tr', 'dt', 'dd', 'figcaption']
const OTHERS = ['br', 'hr', 'li', 'td', 'th']

const PARAGRAPH = new RegExp(`</?(?:${PARAGRAPHS.join('|')})>`, 'g')
// Any number of adjacent block boundaries makes one line break.
const LINE = new RegExp(`(?:</?(?:${LINES.join('|')})>\\s*)+`, 'g')
/** Maximum length of the input; no real description is this long. */
const MAX_INPUT = 200_000

/** Cuts to `max` characters with an ellipsis; never splits a surrogate pair. */
export function cut(text: string, max: number): string {
	if (text.length <= max) return text
	return `${text
		.slice(0, max - 1)
		.replace(/[\ud800-\udbff]$/, '')
		.trimEnd()}…`
}

/**
 * Converts HTML, or text that may be HTML, to plain text: an empty line between paragraphs, list markers, resolved
 * entities, no scripts or styles. Safe to show as text, but not to insert as HTML.
 */
export function htmlToText(html: string): string {
	const clean = sanitizeHtml(html.slice(0, MAX_INPUT), {
		allowedTags: [...PARAGRAPHS, ...LINES, ...OTHERS, 'sup'],
		allowedAttributes: {},
		nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title'],
	})
	// Any literal `<` is an entity now, so every remaining one starts a tag.
	const isHtml = clean.includes('<')
	// Skips single spaces: replacing each of them took longer than all other steps.
	const text = (isHtml ? withRaisedNumbers(clean).replaceAll(/\s{2,}|[^\S ]/g, ' ') : clean)
		.replaceAll(/<\/?sup>/g, '')
		.replaceAll(/<[bh]r \/>/g, '\n')
		.replaceAll('</li>', '')
		.replaceAll('<li>', '\n• ')
		.replaceAll(PARAGRAPH, '\n\n')
		.replaceAll(LINE, '\n')
		.replaceAll(/<[^>]*>/g, ' ')
	return unescapeHtml(text)
		.toWellFormed()
		.replaceAll(/\r\n?/g, '\n')
		.replaceAll(/[^\P{Cc}\n\t]/gu, '')
		.replaceAll(/[^\S\n]{2,}|[^\S\n ]/g, ' ')
		.replaceAll(/ ?\n ?/g, '\n')
		.replaceAll(/•\s+/g, '• ')
		.replaceAll(/\n{3,}/g, '\n\n')
		.trim()
}

const ESCAPED_END = /&lt;\/(?:p|div|a|ul|ol|li|strong|em|b|i|u|span|h[1-6])&gt;|&lt;br ?\/?&gt;/i
const ESCAPED_ENTITY = /&amp;(?:[a-z]{2,6}|#\d{1,6}|#x[\da-f]{1,6});/i

/** Unescapes HTML that was escaped twice: it has no tags, but escaped tags or entities. */
export const unescapeDoubleEscaped = (html: string) =>
	!/<[a-z/]/i.test(html) && (ESCAPED_END.test(html) || ESCAPED_ENTITY.test(html)) ? unescapeHtml(html) : html

/** Like `htmlToText`, on one line: for titles and names. */
export const htmlToLine = (html: string) => lineOf(htmlToText(html))
