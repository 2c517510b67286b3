const BLOCK = /<(p|h[34]|ul|ol|li|blockquote|pre|hr|br|table)\b/i

/**
 * Sanitised content as it is shown: text that was written without markup keeps its paragraphs and line breaks.
 * @param html sanitised by the server; nothing is made safe here.
 */
export function withLineBreaks(html: string): string {
	if (BLOCK.test(html)) return withScrollingTables(html)
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
