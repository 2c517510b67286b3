const BLOCK = /<(p|h[34]|ul|ol|li|blockquote|pre|hr|br)\b/i

/**
 * Sanitised content as it is shown: text that was written without markup keeps its paragraphs and line breaks.
 * @param html sanitised by the server; nothing is made safe here.
 */
export function withLineBreaks(html: string): string {
	if (BLOCK.test(html)) return html
	return html
		.split(/\r?\n\s*\r?\n/)
		.map((paragraph) => `<p>${paragraph.trim().replaceAll(/\r?\n/g, '<br>')}</p>`)
		.join('')
}
