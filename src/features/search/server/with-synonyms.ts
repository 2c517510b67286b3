import type { SearchQuery, Term } from '#src/platform/search/search-query.ts'
import { synonymsOf } from '../synonyms.ts'

const MAX_LENGTH = 4

/** Returns the longest run of terms that starts at `at` and has synonyms. */
function runAt(terms: readonly Term[], at: number): { length: number; term: Term } | undefined {
	for (let length = Math.min(MAX_LENGTH, terms.length - at); length > 0; length--) {
		const run = terms.slice(at, at + length)
		// A quotation is searched as typed.
		if (run.some(({ isQuoted }) => isQuoted)) continue
		const words = run.flatMap((term) => term.words)
		// Another form of one term, such as `CLE` for `C.L.E.`, does not apply to a longer run.
		const own = length === 1 ? (run[0]?.synonyms ?? []) : []
		const synonyms = [...own, ...[words, ...own].flatMap(synonymsOf)]
		if (synonyms.length > 0) return { length, term: { words, isQuoted: false, synonyms } }
	}
	return undefined
}

export function withSynonyms(query: SearchQuery): SearchQuery {
	const terms: Term[] = []
	for (let at = 0; at < query.terms.length; ) {
		const run = runAt(query.terms, at)
		const plain = query.terms[at]
		if (run) terms.push(run.term)
		else if (plain) terms.push(plain)
		at += run?.length ?? 1
	}
	return { ...query, terms }
}
