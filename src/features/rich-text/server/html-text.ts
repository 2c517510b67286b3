import { withRaisedNumbers } from '#src/lib/text/html.ts'

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/**
 * Returns the text of sanitized rich text, for a diff: a line per block, an address after each link, and the
 * alternative text of pictures.
 */
export function textOfHtml(html: string): string {
	return withRaisedNumbers(html)
		.replaceAll(
			/<img src="([^"]*)" alt="([^"]*)"[^>]*>/g,
			(_, src: string, alt: string) => `\n[Picture: ${alt || src}]\n`,
		)
		.replaceAll(/<a href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, '$2 ($1)')
		.replaceAll(/<li>/g, '\n• ')
		.replaceAll(/<(?:br|hr) \/>|<\/?(?:p|h[2-4]|ul|ol|blockquote|pre|section|table|tr)\b[^>]*>/g, '\n')
		.replaceAll(/<\/t[dh]>/g, '\t')
		.replaceAll(/<[^>]*>/g, '')
		.replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
		.replaceAll(/\n\s*/g, '\n')
		.trim()
}
