import { MAX_JOINED, wordRuns } from '../joined-words.ts'

/** Text and its matches, as [start, end) in UTF-16 code units. */
export interface Marked {
	text: string
	marks: [number, number][]
}

const fold = (word: string) =>
	// Fast path: most words are plain ASCII.
	/[^ -~]/.test(word)
		? word
				.normalize('NFKD')
				.replaceAll(/\p{M}+/gu, '')
				.toLowerCase()
		: word.toLowerCase()

/** Returns an approximate stem, close enough to the stems in the index to highlight matches. */
const stem = (folded: string) => folded.replace(/(?<=\p{L}{3})(?:ments?|ings?|ations?|ied|ies|ed|es|s|e|y)$/u, '')

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** Returns whether the character at `end` closes a bracket opened after `start`, as in `401(k)`. */
function closesBracket(text: string, start: number, end: number): boolean {
	const opening = OPENING[text.charAt(end)]
	return opening !== undefined && text.slice(start, end).includes(opening)
}

/** Yields the positions of search words in `text`, in order. */
function* findWords(text: string, typed: string): Generator<[number, number]> {
	const searchWords = [...wordRuns(typed)].map(({ words }) => words.map(fold))
	const last = searchWords.at(-1)?.at(-1) ?? ''
	const roots = new Set(searchWords.flatMap((words) => [...words, words.join('')]).map(stem))
	// Also match words that start with the last typed word, if it extends into the last joined word.
	const isMatch = (words: string[]) => {
		const word = words.join('')
		const isPrefixMatch =
			last.length >= 3 && word.startsWith(last) && last.length > word.length - (words.at(-1) ?? '').length
		return isPrefixMatch || roots.has(stem(word))
	}
	for (const { words, starts } of wordRuns(text)) {
		const folded = words.map(fold)
		for (let from = 0; from < words.length; from++) {
			// Prefer the longest run of joined words that matches: `401(k)` for `401k`.
			let to = Math.min(words.length, from + MAX_JOINED)
			while (to > from && !isMatch(folded.slice(from, to))) to--
			if (to === from) continue
			const start = starts[from] ?? 0
			const end = (starts[to - 1] ?? 0) + (words[to - 1] ?? '').length
			yield [start, end + (closesBracket(text, start, end) ? 1 : 0)]
			from = to - 1
		}
	}
}

/**
 * Marks the words of a search in `text`. FTS5's `highlight` would run the whole query again for each hit, which takes
 * 10 to 20 ms with 100,000 questions.
 */
export const markWords = (text: string, typed: string): Marked => ({ text, marks: [...findWords(text, typed)] })

/** Returns at most `length` characters around the first match. Does not search the text after the excerpt. */
export function excerptAround(text: string, typed: string, length: number): Marked {
	const marks: [number, number][] = []
	let start = 0
	for (const mark of findWords(text, typed)) {
		if (marks.length === 0) {
			const from = mark[0] < length / 2 ? 0 : text.indexOf(' ', mark[0] - length / 4) + 1
			start = Math.min(from, mark[0])
		}
		if (mark[1] > start + length) break
		marks.push(mark)
	}
	const lead = start > 0 ? '…' : ''
	const shift = lead.length - start
	return {
		text: lead + text.slice(start, start + length),
		marks: marks.map(([begin, end]) => [begin + shift, end + shift]),
	}
}
