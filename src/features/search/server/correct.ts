import type { SearchQuery, Term } from '#src/platform/search/search-query.ts'
import { replaceWord } from '../hit-text.ts'
import { suggestCorrections } from './word-list.ts'

export interface Correction {
	from: string
	to: string
}

/** The viewer's limits: which words they may find, and whose words may be suggested. */
interface CorrectionScope {
	has(word: string): Promise<boolean>
	isMember: boolean
}

/** Suggests a correction for a word without matches, if the correction has matches for the viewer. */
async function suggestionFor({ words: [word = '', ...others], isQuoted }: Term, { has, isMember }: CorrectionScope) {
	if (isQuoted || others.length > 0 || (await has(word))) return undefined
	for (const near of await suggestCorrections(word, isMember)) if (await has(near)) return near
	return undefined
}

/** Replaces words without matches; undefined if there is nothing to correct. */
export async function corrected(
	query: SearchQuery,
	reach: CorrectionScope,
): Promise<{ query: SearchQuery; corrections: Correction[]; typed: string } | undefined> {
	const corrections: Correction[] = []
	const terms: Term[] = []
	let { typed } = query
	for (const term of query.terms) {
		const to = await suggestionFor(term, reach)
		const [from = ''] = term.words
		terms.push(to === undefined ? term : { ...term, words: [to] })
		if (to === undefined) continue
		corrections.push({ from, to })
		typed = replaceWord(typed.normalize('NFKC'), from, to)
	}
	if (corrections.length === 0) return undefined
	// A corrected word is a whole word, not a prefix.
	return { query: { ...query, terms, typed, isUnfinished: false }, corrections, typed }
}
