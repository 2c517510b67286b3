import { isRightToLeft } from '#src/lib/direction.ts'
import { CALLOUTS, isCallout } from '../rich-content.ts'

const BLOCK = /<(p|h[234]|ul|ol|li|blockquote|pre|hr|br|table|img|section)\b/i

/**
 * Returns sanitized content for display. Text without markup keeps its paragraphs and line breaks.
 * @param html sanitized by the server; this function does not sanitize.
 * @param below level of the preceding heading in the page's outline.
 */
export function withLineBreaks(html: string, below = 1): string {
	if (BLOCK.test(html))
		return withDirections(withLevels(withCallouts(withLazyPictures(withScrollingTables(html))), below))
	return html
		.split(/\r?\n\s*\r?\n/)
		.map((paragraph) => `<p>${paragraph.trim().replaceAll(/\r?\n/g, '<br>')}</p>`)
		.join('')
}

/**
 * Wraps tables in a scrollable frame, for phones. The frame is focusable, so it can be scrolled with the keyboard.
 */
const withScrollingTables = (html: string) =>
	html
		.replaceAll('<table>', '<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table>')
		.replaceAll('</table>', '</table></div>')

/** Aligns lists, quotes, tables and callouts with their text's direction; the style sheet aligns paragraphs. */
const withDirections = (html: string) =>
	isRightToLeft(html) ? html.replaceAll(/<(ul|ol|blockquote|table|section)\b/g, '<$1 dir="auto"') : html

/** Loads pictures lazily, and without a referrer. */
const withLazyPictures = (html: string) =>
	html.replaceAll('<img ', '<img loading="lazy" decoding="async" referrerpolicy="no-referrer" ')

/** Adds the kind of a callout as text: color alone is not accessible. */
const withCallouts = (html: string) =>
	html.replaceAll(/<section data-callout="([a-z]+)">/g, (tag, kind: string) =>
		isCallout(kind)
			? `<section class="callout" data-callout="${kind}"><p class="callout-kind">${CALLOUTS[kind]}</p>`
			: tag,
	)

/** Sets a deeper `aria-level` if the highest heading is not below the preceding one. */
function withLevels(html: string, below: number): string {
	const levels = [...html.matchAll(/<h([234])>/g)].map(([, level]) => Number(level))
	const lower = below + 1 - Math.min(...levels)
	if (levels.length === 0 || lower <= 0) return html
	return html.replaceAll(/<h([234])>/g, (_, level: string) => `<h${level} aria-level="${Number(level) + lower}">`)
}
