import type { SearchQuery, Term } from '#src/platform/search/search-query.ts'
import { replaceWord } from '../hit-text.ts'
import { nearWords } from './word-list.ts'

export interface Correction {
	from: string
	to: string
}

/** Who is corrected: what they may find, and whose words they may be told. */
interface Reach {
	has(word: string): Promise<boolean>
	isMember: boolean
}

/** What may be meant by a word that is nowhere in what the reader may find, and is there. */
async function meantBy({ words: [word = '', ...others], isQuoted }: Term, { has, isMember }: Reach) {
	if (isQuoted || others.length > 0 || (await has(word))) return undefined
	for (const near of await nearWords(word, isMember)) if (await has(near)) return near
	return undefined
}

/** A search with the words in the place of those that nothing has; undefined where there is nothing to correct. */
export async function corrected(
	query: SearchQuery,
	reach: Reach,
): Promise<{ query: SearchQuery; corrections: Correction[]; typed: string } | undefined> {
	const corrections: Correction[] = []
	const terms: Term[] = []
	let { typed } = query
	for (const term of query.terms) {
		const to = await meantBy(term, reach)
		const [from = ''] = term.words
		terms.push(to === undefined ? term : { ...term, words: [to] })
		if (to === undefined) continue
		corrections.push({ from, to })
		typed = replaceWord(typed.normalize('NFKC'), from, to)
	}
	if (corrections.length === 0) return undefined
	// A corrected word is a whole one.
	return { query: { ...query, terms, typed, isOpen: false }, corrections, typed }
}
