/** Letters and digits with nothing but dots, brackets, hyphens or a comma between them: `401(k)`, `F.R.C.P.`, `e-discovery`. */
const RUN = /[\p{L}\p{N}]+(?:[.,()[\]{}\u2010\u2011-]{1,2}[\p{L}\p{N}]+)*/gu
const WORD = /[\p{L}\p{N}]+/gu
/** Most words that are joined: `26-U.S.C.-501(c)(3)` is found by each stretch of so many. */
export const MOST_JOINED = 6
/** Longest joined word that is indexed. */
const LONGEST = 40

/** Words that are written together, and where each begins in the text. */
export interface WordRun {
	words: string[]
	starts: number[]
}

/** Finds the words of a text, those that are written together as one run. */
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

/** Returns the words of a text that is one run, joined; undefined for one word, and for text of several runs. */
export function joinedWhole(text: string): string | undefined {
	const [run, ...others] = wordRuns(text)
	return run && others.length === 0 && run.words.length > 1 ? run.words.join('') : undefined
}

/**
 * Returns what the runs of a text are also found by: neighboring words without the signs between them. The index cuts a
 * text at every sign, so that `401(k)` alone would not be found as `401k`.
 */
export function joinedWords(text: string): string {
	const joined = new Set<string>()
	for (const { words } of wordRuns(text))
		for (let from = 0; from < words.length - 1; from++)
			for (let to = from + 2; to <= Math.min(words.length, from + MOST_JOINED); to++) {
				const word = words.slice(from, to).join('')
				if (word.length <= LONGEST) joined.add(word)
			}
	return [...joined].join(' ')
}

/** Most words of a search. */
const MOST_TYPED = 10

/**
 * Returns what was typed as conditions of FTS5, one for each run, all of which are wanted. A run counts by its words or,
 * as somebody else may have written it, joined.
 * @param quote writes one word, so that no character of it is an operator.
 */
export function typedConditions(typed: string, quote: (word: string, isLast: boolean) => string): string[] {
	const runs: string[][] = []
	let left = MOST_TYPED
	for (const { words } of wordRuns(typed.normalize('NFKC'))) {
		runs.push(words.slice(0, left))
		left -= words.length
		if (left <= 0) break
	}
	return runs.map((words, run) => {
		const isLast = run === runs.length - 1
		const each = words.map((word, at) => quote(word, isLast && at === words.length - 1))
		return words.length > 1 ? `((${each.join(' AND ')}) OR ${quote(words.join(''), isLast)})` : each.join('')
	})
}
