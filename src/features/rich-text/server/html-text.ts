import { unescapeHtml, withRaisedNumbers } from '#src/lib/text/html.ts'

/**
 * Returns the text of sanitized rich text, for diffs and search: a line per block, an address after each link, and the
 * alternative text of pictures.
 */
export function textOfHtml(html: string): string {
	const text = withRaisedNumbers(html)
		.replaceAll(
			/<img src="([^"]*)" alt="([^"]*)"[^>]*>/g,
			(_, src: string, alt: string) => `\n[Picture: ${alt || src}]\n`,
		)
		.replaceAll(/<a href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, '$2 ($1)')
		.replaceAll(/<li>/g, '\n• ')
		.replaceAll(/<(?:br|hr) \/>|<\/?(?:p|h[2-4]|ul|ol|blockquote|pre|section|table|tr)\b[^>]*>/g, '\n')
		.replaceAll(/<\/t[dh]>/g, '\t')
		.replaceAll(/<[^>]*>/g, '')
	return unescapeHtml(text).replaceAll(/\n\s*/g, '\n').trim()
}
