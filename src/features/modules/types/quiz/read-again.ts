import { unescapeHtml } from '#src/lib/text/html.ts'
import { comparable, lineOf } from '#src/lib/text/line-of.ts'

// An author quotes words of the paragraph that answers a question. Unlike an id, they still match after the text is
// edited, copied or moved. The editor, the server and the course page all compare them in the same way.

const BLOCK = /<\/?(?:p|h[2-4]|[uo]l|li|blockquote|pre|section|table|t(?:head|body|r|h|d)|br|hr)\b[^>]*>/

export interface Paragraph<Text> {
	/** The text that contains the paragraph. */
	text: Text
	line: string
	comparable: string
}

/** Returns the paragraphs, headings and list items of all `texts`. */
export const paragraphsOf = <Text extends { content: string }>(texts: readonly Text[]): Paragraph<Text>[] =>
	texts.flatMap((text) =>
		text.content
			.split(BLOCK)
			.map((block) => lineOf(unescapeHtml(block.replaceAll(/<[^>]*>/g, ''))))
			.filter((line) => line !== '')
			.map((line) => ({ text, line, comparable: comparable(line) })),
	)

/** Returns the first paragraph that contains these words. */
export function paragraphWith<Text>(paragraphs: readonly Paragraph<Text>[], words: string | undefined) {
	const wanted = comparable(words ?? '')
	return wanted === '' ? undefined : paragraphs.find((one) => one.comparable.includes(wanted))
}

/** Returns at most the first 80 characters of a paragraph, cut after a whole word. */
export const beginningOf = (line: string): string =>
	line.length <= 80 ? line : line.slice(0, 80).replace(/\s\S*$/, '')
