import { SEARCH_TABS, type SearchTab } from '#src/lib/lists/search-tabs.ts'
import { joinedWhole } from '../joined-words.ts'
import type { TextIndex } from './search-source.ts'

/** A word or phrase to search for. Words consist of letters and digits. */
export interface Term {
	words: readonly string[]
	/** Whether it was in quotation marks: matched exactly, never corrected. */
	isQuoted: boolean
	synonyms: ReadonlyArray<readonly string[]>
}

export interface SearchQuery {
	terms: readonly Term[]
	without: ReadonlyArray<readonly string[]>
	tab: SearchTab | undefined
	isUnfinished: boolean
	typed: string
}

const MAX_TERMS = 10
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

// An unclosed quotation mark is ignored.
const TOKEN = /(-?)"([^"]*)"|(\S+)/gu
const TABS = new RegExp(`^in:(${SEARCH_TABS.join('|')}|question|course|podcasts|episodes?)$`, 'i')
const tabOf = (name: string): SearchTab | undefined =>
	SEARCH_TABS.find((tab) => tab === name || tab === `${name}s`) ??
	(/^(?:podcast|episode)/.test(name) ? 'podcast' : undefined)

/** Parses a search. The input can never contain FTS5 operators. */
export function parseSearch(typed: string): SearchQuery {
	const text = typed.normalize('NFKC').replaceAll(/[“”„]/g, '"')
	const terms: Term[] = []
	const without: string[][] = []
	let tab: SearchTab | undefined
	for (const [, minus, quoted, plain = ''] of text.matchAll(TOKEN)) {
		const tabMatch = TABS.exec(plain)
		if (tabMatch) {
			tab = tabOf((tabMatch[1] ?? '').toLowerCase())
			continue
		}
		const isExcluded = minus === '-' || /^-[\p{L}\p{N}"]/u.test(plain)
		const words = wordsOf(quoted ?? plain).slice(0, MAX_TERMS)
		if (words.length === 0) continue
		const joined = quoted === undefined ? joinedWhole(plain) : undefined
		const synonyms = joined === undefined ? [] : [[joined]]
		if (isExcluded) without.push(words, ...synonyms)
		// Letters joined by punctuation are one term: 1500.22, O'Brien, e-discovery.
		else terms.push({ words, isQuoted: quoted !== undefined, synonyms })
	}
	const last = terms.slice(0, MAX_TERMS).at(-1)
	const isUnfinished = last !== undefined && !last.isQuoted && /[\p{L}\p{N}]$/u.test(text)
	return { terms: terms.slice(0, MAX_TERMS), without: without.slice(0, MAX_TERMS), tab, isUnfinished, typed: text }
}

const quote = (words: readonly string[]) => `"${words.join(' ')}"`
const anyOf = (expressions: readonly string[]) =>
	expressions.length === 1 ? (expressions[0] ?? '') : `(${expressions.join(' OR ')})`
const allOf = (expressions: readonly string[]) => `(${expressions.join(' AND ')})`
const termExpression = ({ words, synonyms }: Term) => anyOf([words, ...synonyms].map(quote))

/** Returns a function that returns a term's expression with the mark in front of each word. */
const withMark =
	(mark: string) =>
	({ words, synonyms }: Term) =>
		anyOf([words, ...synonyms].map((all) => quote(all.map((word) => mark + word))))

/** Scores of hits by how they were found. Higher scores rank first. */
const TIERS = { title: 8, phrase: 5, near: 3, all: 1, some: 0.5 } as const

export interface Tier {
	tier: number
	expression: string
	/** Whether few rows match, so that all of them are searched, no matter how old. */
	isRare?: boolean
}

/** Adds the filters of the index and of the search to an expression. */
function withFilters(index: TextIndex, columns: string, { without }: SearchQuery, expression: string): string {
	const inColumns = `{${columns}} : ${expression}`
	// Put the index's filter first: if it matches nothing, FTS5 reads nothing else.
	const within = index.within ? `(${index.within} AND ${inColumns})` : inColumns
	// `NOT` applies to all text columns, even if the words are searched in fewer columns.
	return without.length > 0 ? `(${within}) NOT ({${index.columns}} : ${anyOf(without.map(quote))})` : within
}

/** Returns the tiers of a search, best first. Each tier can be limited to the newest matches. */
export function searchTiers(index: TextIndex, query: SearchQuery): Tier[] {
	const { terms } = query
	const plain = terms.map(({ words }) => words)
	if (plain.length === 0) return []
	const all = terms.map(termExpression)
	const tiers: Array<Tier & { columns?: string }> = []
	const { title, mark } = index
	if (title && mark)
		tiers.push({ tier: TIERS.title, expression: allOf(terms.map(withMark(mark))), columns: title, isRare: true })
	else if (title) tiers.push({ tier: TIERS.title, expression: allOf(all), columns: title })
	if (plain.length > 1) tiers.push({ tier: TIERS.phrase, expression: quote(plain.flat()) })
	if (plain.length > 1 && plain.length <= 4)
		tiers.push({ tier: TIERS.near, expression: `NEAR(${plain.map(quote).join(' ')}, 10)` })
	const last = plain.at(-1) ?? []
	const matchesPrefix = query.isUnfinished && index.hasPrefixes && last.length === 1 && /^.{3,5}$/u.test(last[0] ?? '')
	const withPrefix = matchesPrefix ? [...all.slice(0, -1), anyOf([`${quote(last)} *`, all.at(-1) ?? ''])] : all
	tiers.push({ tier: TIERS.all, expression: allOf(withPrefix) })
	return tiers.map(({ tier, expression, columns = index.columns, isRare = false }) => ({
		tier,
		isRare,
		expression: withFilters(index, columns, query, expression),
	}))
}

/**
 * Returns an expression that matches even if one of the given ones does not; undefined if it would match everything.
 * Divides them into halves, so that every word is looked up a few times, not once per other word.
 */
function allButOne(expressions: readonly string[]): string | undefined {
	if (expressions.length < 2) return undefined
	const half = expressions.length >> 1
	const [first, second] = [expressions.slice(0, half), expressions.slice(half)]
	const either = [
		[allOf(first), allButOne(second)],
		[allButOne(first), allOf(second)],
	].map((both) => allOf(both.filter((one) => one !== undefined)))
	return anyOf(either)
}

/** Returns a tier of hits that may lack any one of the words, for searches with few results. */
export function looseTier(index: TextIndex, query: SearchQuery): Tier[] {
	const some = allButOne(query.terms.map(termExpression))
	if (some === undefined) return []
	return [{ tier: TIERS.some, expression: withFilters(index, index.columns, query, some) }]
}

export const wordExpression = (index: TextIndex, word: string) =>
	withFilters(
		index,
		index.columns,
		{ terms: [], without: [], tab: undefined, isUnfinished: false, typed: '' },
		quote([word]),
	)
