import { firstIndexWith } from '#src/platform/search/search-candidates.ts'
import type { SearchQuery } from '#src/platform/search/search-query.ts'
import type { TextIndex } from '#src/platform/search/search-source.ts'
import { openIndexOf, type SearchIndex } from './search-indexes.ts'

/** The indexes that contain the single words of a search. */
export interface WordLocations {
	/** By word, the first index that contains it, readable or not: first from `indexes`, then from all. */
	first: ReadonlyMap<string, TextIndex | undefined>
	indexes: readonly SearchIndex[]
	everywhere: readonly SearchIndex[]
}

/** Returns the whole indexes without duplicates. */
const wholeIndexes = (indexes: readonly SearchIndex[]) => [
	...new Map(indexes.map(({ index }) => [index.table, { ...index, within: '' }])).values(),
]

export async function locateWords(
	{ terms }: SearchQuery,
	indexes: readonly SearchIndex[],
	everywhere: readonly SearchIndex[],
): Promise<WordLocations> {
	const single = new Set(terms.flatMap(({ words }) => (words.length === 1 ? words : [])))
	return { first: await firstIndexWith(wholeIndexes([...indexes, ...everywhere]), [...single]), indexes, everywhere }
}

/** Checks whether a word is in no index, so that nothing can match all words. Closed rows cannot change the result. */
export function hasUnmatchedWord({ first, indexes }: WordLocations, { terms, isUnfinished }: SearchQuery): boolean {
	// A prefix or synonym may match even if the word itself does not.
	const mayBePrefix = (at: number, word: string) => isUnfinished && at === terms.length - 1 && word.length <= 5
	const isInIndexes = (word: string) => indexes.some(({ index }) => index.table === first.get(word)?.table)
	return (
		indexes.length > 0 &&
		terms.some(
			({ words: [word = '', ...others], synonyms }, at) =>
				others.length === 0 && synonyms.length === 0 && !mayBePrefix(at, word) && !isInIndexes(word),
		)
	)
}

const isInOneOf = async (indexes: readonly TextIndex[], word: string) =>
	(await firstIndexWith(indexes, [word])).get(word) !== undefined

/** Checks whether the viewer may see content that contains a word. Must not reveal words of other content. */
export async function isOpenWord({ first, everywhere }: WordLocations, word: string): Promise<boolean> {
	const isForMembers = ({ audience }: SearchIndex) => audience === 'members'
	const open = everywhere.filter((one) => !isForMembers(one))
	const known = first.get(word)
	for (const one of open) if (one.index.table === known?.table && (await openIndexOf(one)) === one.index) return true
	if (await isInOneOf(await Promise.all(open.map(openIndexOf)), word)) return true
	const memberIndexes = everywhere.filter(isForMembers)
	const whole = memberIndexes.map(({ index }) => index)
	return (await isInOneOf(whole, word)) && isInOneOf(await Promise.all(memberIndexes.map(openIndexOf)), word)
}
