import sanitizeHtml from 'sanitize-html'
import { lineOf } from '#src/lib/one-line.ts'
import { withRaisedNumbers } from '#src/lib/text/html.ts'

// What parts lines survives the sanitizer, in the one spelling it writes; all else goes, scripts with their text.
const PARAGRAPHS = ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'dl', 'pre', 'table', 'figure']
const LINES = ['div', 'section', 'article', 'tr', 'dt', 'dd', 'figcaption']
const OTHERS = ['br', 'hr', 'li', 'td', 'th']

const PARAGRAPH = new RegExp(`</?(?:${PARAGRAPHS.join('|')})>`, 'g')
// However many boxes end and begin at one place, it is one new line.
const LINE = new RegExp(`(?:</?(?:${LINES.join('|')})>\\s*)+`, 'g')
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
/** Longer input is cut first: nobody writes so much about an episode. */
const MAX_INPUT = 200_000

/** At most `max` characters, with an ellipsis where some are missing; never half a surrogate pair. */
export function cut(text: string, max: number): string {
	if (text.length <= max) return text
	return `${text
		.slice(0, max - 1)
		.replace(/[\ud800-\udbff]$/, '')
		.trimEnd()}…`
}

/**
 * Plain text of a piece of HTML, or of text that only may be HTML: paragraphs parted by an empty line, list items
 * marked, entities resolved, scripts and styles gone. Safe to show as text, not to insert as HTML.
 */
export function htmlToText(html: string): string {
	const clean = sanitizeHtml(html.slice(0, MAX_INPUT), {
		allowedTags: [...PARAGRAPHS, ...LINES, ...OTHERS, 'sup'],
		allowedAttributes: {},
		nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title'],
	})
	// Every `<` of the text itself is an entity now, so that what looks like a tag is one.
	const isHtml = clean.includes('<')
	// Single spaces are not matched below: replacing each by itself took longer than all the rest.
	return (isHtml ? withRaisedNumbers(clean).replaceAll(/\s{2,}|[^\S ]/g, ' ') : clean)
		.replaceAll(/<\/?sup>/g, '')
		.replaceAll(/<[bh]r \/>/g, '\n')
		.replaceAll('</li>', '')
		.replaceAll('<li>', '\n• ')
		.replaceAll(PARAGRAPH, '\n\n')
		.replaceAll(LINE, '\n')
		.replaceAll(/<[^>]*>/g, ' ')
		.replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)
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
const ESCAPED: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

/** HTML that was escaped once too often is what it was meant to be: it has tags, or entities, as entities alone. */
export const unescapedOnce = (html: string) =>
	!/<[a-z/]/i.test(html) && (ESCAPED_END.test(html) || ESCAPED_ENTITY.test(html))
		? html.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ESCAPED[entity] ?? entity)
		: html

/** The same on one line: for titles and names. */
export const htmlToLine = (html: string) => lineOf(htmlToText(html))
