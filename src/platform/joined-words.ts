/** Matches words joined only by dots, brackets, hyphens or commas: `401(k)`, `F.R.C.P.`, `e-discovery`. */
const RUN = /[\p{L}\p{N}]+(?:[.,()[\]{}\u2010\u2011-]{1,2}[\p{L}\p{N}]+)*/gu
const WORD = /[\p{L}\p{N}]+/gu
/** Maximum number of words to join. `26-U.S.C.-501(c)(3)` is found by any sequence of up to this many words. */
export const MAX_JOINED = 6
const MAX_LENGTH = 40

/** A run: words without spaces between them, with the position of each word. */
export interface WordRun {
	words: string[]
	starts: number[]
}

/** Yields the words of `text`, grouped into runs without spaces. */
export function* wordRuns(text: string): Generator<WordRun> {
	for (const { 0: run, index } of text.matchAll(RUN)) {
		const words: string[] = []
		const starts: number[] = []
		for (const word of run.matchAll(WORD)) {
			words.push(word[0])
			starts.push(index + word.index)
		}
		yield { words, starts }
	}
}

/** Returns the joined words of text that is a single run; undefined for a single word or several runs. */
export function joinedWhole(text: string): string | undefined {
	const [run, ...others] = wordRuns(text)
	return run && others.length === 0 && run.words.length > 1 ? run.words.join('') : undefined
}

/**
 * Returns additional index terms for `text`: adjacent words of a run, joined without punctuation. The tokenizer splits
 * at punctuation, so otherwise `401k` would not find `401(k)`.
 */
export function joinedWords(text: string): string {
	const joined = new Set<string>()
	for (const { words } of wordRuns(text))
		for (let from = 0; from < words.length - 1; from++)
			for (let to = from + 2; to <= Math.min(words.length, from + MAX_JOINED); to++) {
				const word = words.slice(from, to).join('')
				if (word.length <= MAX_LENGTH) joined.add(word)
			}
	return [...joined].join(' ')
}

const MAX_QUERY_WORDS = 10

/**
 * Returns FTS5 conditions for typed text, one per run; all must match. A run matches by its separate or joined words.
 * @param quote quotes a word, so that FTS5 reads none of its characters as an operator.
 */
export function typedConditions(typed: string, quote: (word: string, isLast: boolean) => string): string[] {
	const runs: string[][] = []
	let remaining = MAX_QUERY_WORDS
	for (const { words } of wordRuns(typed.normalize('NFKC'))) {
		runs.push(words.slice(0, remaining))
		remaining -= words.length
		if (remaining <= 0) break
	}
	return runs.map((words, run) => {
		const isLast = run === runs.length - 1
		const terms = words.map((word, at) => quote(word, isLast && at === words.length - 1))
		return words.length > 1 ? `((${terms.join(' AND ')}) OR ${quote(words.join(''), isLast)})` : terms.join('')
	})
}
