import { unescapeHtml } from '#src/lib/text/html.ts'
import { comparable, lineOf } from '#src/lib/text/line-of.ts'

// An author names the paragraph that answers a question by its words, so that the link survives edits, copies and moves
// of the text. Editor, server and course page find it in the same way.

const BLOCK = /<\/?(?:p|h[2-4]|[uo]l|li|blockquote|pre|section|table|t(?:head|body|r|h|d)|br|hr)\b[^>]*>/

export interface Paragraph<Text> {
	/** The text that it is part of. */
	text: Text
	line: string
	comparable: string
}

/** Returns the paragraphs, headings and list items of rich texts. */
export const paragraphsOf = <Text extends { content: string }>(texts: readonly Text[]): Paragraph<Text>[] =>
	texts.flatMap((text) =>
		text.content
			.split(BLOCK)
			.map((block) => lineOf(unescapeHtml(block.replaceAll(/<[^>]*>/g, ''))))
			.filter((line) => line !== '')
			.map((line) => ({ text, line, comparable: comparable(line) })),
	)

/** Returns the first paragraph with these words. */
export function paragraphWith<Text>(paragraphs: readonly Paragraph<Text>[], words: string | undefined) {
	const wanted = comparable(words ?? '')
	return wanted === '' ? undefined : paragraphs.find((one) => one.comparable.includes(wanted))
}

/** Returns the beginning of a paragraph, up to a whole word. */
export const beginningOf = (line: string): string =>
	line.length <= 80 ? line : line.slice(0, 80).replace(/\s\S*$/, '')
