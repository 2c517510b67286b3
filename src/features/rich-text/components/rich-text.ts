import { isRightToLeft } from '#src/lib/direction.ts'
import { CALLOUTS, isCallout } from '../rich-content.ts'

const BLOCK = /<(p|h[234]|ul|ol|li|blockquote|pre|hr|br|table|img|section)\b/i

/**
 * Sanitized content as it is shown: text that was written without markup keeps its paragraphs and line breaks.
 * @param html sanitized by the server; nothing is made safe here.
 * @param below the level of the heading that it stands under, in the outline of its page.
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
 * A table that is wider than a phone scrolls in a frame of its own. The frame can be reached by key, else nobody could
 * scroll it without a finger or a mouse.
 */
const withScrollingTables = (html: string) =>
	html
		.replaceAll('<table>', '<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table>')
		.replaceAll('</table>', '</table></div>')

/** Marks, quotes and columns stand on the side where their text begins; the style sheet does the same for paragraphs. */
const withDirections = (html: string) =>
	isRightToLeft(html) ? html.replaceAll(/<(ul|ol|blockquote|table|section)\b/g, '<$1 dir="auto"') : html

/** A picture far down is fetched when it is nearly reached, and its host learns no address of ours. */
const withLazyPictures = (html: string) =>
	html.replaceAll('<img ', '<img loading="lazy" decoding="async" referrerpolicy="no-referrer" ')

/** A callout says in words what it is: a color says it to few. */
const withCallouts = (html: string) =>
	html.replaceAll(/<section data-callout="([a-z]+)">/g, (tag, kind: string) =>
		isCallout(kind)
			? `<section class="callout" data-callout="${kind}"><p class="callout-kind">${CALLOUTS[kind]}</p>`
			: tag,
	)

/** Where the writer's highest level is that of the heading above, or higher, readers by ear hear it one level lower. */
function withLevels(html: string, below: number): string {
	const levels = [...html.matchAll(/<h([234])>/g)].map(([, level]) => Number(level))
	const lower = below + 1 - Math.min(...levels)
	if (levels.length === 0 || lower <= 0) return html
	return html.replaceAll(/<h([234])>/g, (_, level: string) => `<h${level} aria-level="${Number(level) + lower}">`)
}
