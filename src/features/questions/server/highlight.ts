/** A text and the parts of it that were found, as [start, end) in UTF-16 units. */
export interface Marked {
	text: string
	marks: [number, number][]
}

const fold = (word: string) =>
	word
		.normalize('NFKD')
		.replaceAll(/\p{M}+/gu, '')
		.toLowerCase()

/** What most forms of an English word share; near enough to the index's own stems to show why a post was found. */
const root = (folded: string) => folded.replace(/(?<=\p{L}{3})(?:ments?|ings?|ations?|ied|ies|ed|es|s|e|y)$/u, '')

/**
 * Marks the words of a search in a text. In JavaScript, and not by FTS5's `highlight`: that runs the whole query
 * again for each text, 10 to 20 ms each at 100,000 questions.
 */
export function markWords(text: string, typed: string): Marked {
	const words = typed.match(/[\p{L}\p{N}]+/gu)?.map(fold) ?? []
	const roots = new Set(words.map(root))
	const last = words.at(-1) ?? ''
	const marks: [number, number][] = []
	for (const match of text.matchAll(/[\p{L}\p{N}]+/gu)) {
		const word = fold(match[0])
		if (roots.has(root(word)) || (last.length >= 3 && word.startsWith(last)))
			marks.push([match.index, match.index + match[0].length])
	}
	return { text, marks }
}

/** At most `length` characters of a marked text, around the first mark. */
export function excerptAround({ text, marks }: Marked, length: number): Marked {
	const first = marks[0]?.[0] ?? 0
	const from = first < length / 2 ? 0 : text.indexOf(' ', first - length / 4) + 1
	const start = Math.min(from, first)
	const lead = start > 0 ? '…' : ''
	const shift = lead.length - start
	const cut = text.slice(start, start + length)
	return {
		text: lead + cut,
		marks: marks
			.filter(([begin, end]) => begin >= start && end <= start + length)
			.map(([begin, end]) => [begin + shift, end + shift]),
	}
}
