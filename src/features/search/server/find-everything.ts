import { database } from '#db/client.ts'
import type { SearchTab } from '#src/lib/lists/search-tabs.ts'
import { parseSearch, type SearchQuery } from '#src/platform/search/search-query.ts'
import type { SearchSources, SearchViewer } from '#src/platform/search/search-source.ts'
import { excerptAround, markWords } from '#src/platform/search/text-marks.ts'
import type { Hits as Answer, Group, Hit } from '../contract.ts'
import { addressOf, type Candidate, contextOf, secondOf } from './candidates.ts'
import { collect, type Hits } from './collect.ts'
import { corrected } from './correct.ts'
import { searchIndexes, tabsOf } from './search-indexes.ts'
import { withSynonyms } from './with-synonyms.ts'
import { preloadWords } from './word-list.ts'
import { hasUnmatchedWord, isOpenWord, locateWords } from './word-locations.ts'

/**
 * Time budget for looking further back, in milliseconds; the newest content is always searched. A database file is
 * searched in this thread; with a database server, round trips take most of the time.
 */
const TIME_BUDGET_MS = { file: 4, server: 400 }
const EXCERPT = 240
/** Candidates per query: a tab has pages, while the overview shows only the best. */
const OF_TAB = 200
const OF_ALL = 40
/** A search with fewer hits is widened. */
const FEW = 5
/** Maximum number of parts of one item in the overview. */
const OF_OWNER = 2
/** Age at which a hit counts half: two years in milliseconds. */
const HALF_LIFE_MS = 730 * 24 * 60 * 60_000
const EXACT = 0.5
/** Characters searched for exact words. */
const EXACT_MATCH_CHARS = 600

const isLetter = (text: string, at: number) => /[\p{L}\p{N}]/u.test(text.charAt(at))

/** Checks whether the text contains a word as typed, not only a form of it. */
function hasExactly(text: string, word: string): boolean {
	for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
		if (!isLetter(text, at - 1) && !isLetter(text, at + word.length)) return true
	return false
}

function scoreOf(one: Candidate, words: readonly string[], now: number): number {
	const text = `${one.title}\n${one.text.slice(0, EXACT_MATCH_CHARS)}`.toLowerCase()
	const exact = words.every((word) => hasExactly(text, word)) ? EXACT : 0
	const age = one.at === null ? Number.POSITIVE_INFINITY : Math.max(0, now - one.at.getTime())
	return one.tier + exact + one.boost + 2 ** (-age / HALF_LIFE_MS)
}

function ranked(candidates: readonly Candidate[], { terms }: SearchQuery): Candidate[] {
	const now = Date.now()
	const words = terms.flatMap((term) => term.words).map((word) => word.toLowerCase())
	return candidates
		.map((one) => ({ one, score: scoreOf(one, words, now) }))
		.toSorted((a, b) => b.score - a.score || (b.one.at?.getTime() ?? 0) - (a.one.at?.getTime() ?? 0))
		.map(({ one }) => one)
}

/** Keeps the best hit per URL, since the parts of a text module all open at its start. */
function oncePerUrl(ordered: readonly Candidate[]): Candidate[] {
	const seen = new Set<string>()
	return ordered.filter(({ kind, path, anchor, startMs }) => {
		const place = `${kind} ${path} ${anchor} ${startMs}`
		return !seen.has(place) && seen.add(place)
	})
}

function limitPerOwner(ordered: readonly Candidate[]): Candidate[] {
	const seen = new Map<string, number>()
	return ordered.filter(({ owner }) => {
		seen.set(owner, (seen.get(owner) ?? 0) + 1)
		return (seen.get(owner) ?? 0) <= OF_OWNER
	})
}

/** Returns the words to highlight. The typed ones come last, because only the last word may match as a prefix. */
const markedWords = ({ terms }: SearchQuery) =>
	[...terms.flatMap(({ synonyms }) => synonyms), ...terms.map(({ words }) => words)].flat().join(' ')

/** Cuts the text around the words, ending with a whole word if the text continues. */
function excerptOf(text: string, words: string) {
	const excerpt = excerptAround(text, words, EXCERPT)
	const last = text.trimEnd().slice(-20)
	if (excerpt.text.trimEnd().endsWith(last)) return excerpt
	const end = excerpt.text.lastIndexOf(' ')
	if (end <= 0) return excerpt
	return { text: `${excerpt.text.slice(0, end)}…`, marks: excerpt.marks.filter(([, to]) => to <= end) }
}

function toHit(one: Candidate, words: string): Hit {
	const title = markWords(one.title, words)
	const excerpt = excerptOf(one.text, words)
	const second = secondOf(one, one.times === null ? 0 : (markWords(one.text, words).marks[0]?.[0] ?? 0))
	return {
		id: one.id,
		kind: one.kind,
		title: one.title,
		titleMarks: title.marks,
		text: excerpt.text,
		textMarks: excerpt.marks,
		url: addressOf(one, second),
		startSeconds: second,
		context: contextOf(one, second),
		at: one.at?.toISOString() ?? null,
	}
}

const sizeOf = (found: Hits) => [...found.values()].reduce((sum, candidates) => sum + candidates.length, 0)

/** Adds another search's hits to existing ones, which stay unchanged. */
function mergeHits(found: Hits, other: Hits): Hits {
	const all: Hits = new Map(found)
	for (const [tab, candidates] of other) {
		const known = new Set(all.get(tab)?.map(({ id }) => id))
		all.set(tab, [...(all.get(tab) ?? []), ...candidates.filter(({ id }) => !known.has(id))])
	}
	return all
}

export interface FindOptions {
	tab?: SearchTab | undefined
	limit: number
	from?: number
	reader: SearchViewer
}

export type FoundPage = Answer & { tab: SearchTab | undefined }

/**
 * Finds hits for a viewer. Each index returns a bounded number of the newest matches for several queries, best first;
 * these are ranked here. Weighing every match of a common word takes a third of a second.
 */
export async function find(
	sources: SearchSources,
	typed: string,
	{ tab: requestedTab, limit, from = 0, reader }: FindOptions,
): Promise<FoundPage> {
	const parsed = parseSearch(typed)
	const tab = requestedTab ?? parsed.tab
	const tabs = tabsOf(sources, reader).filter((known) => tab === undefined || known === tab)
	const nothing: FoundPage = { query: typed, corrected: null, groups: [], tab }
	const letters = parsed.terms.flatMap(({ words }) => words).join('')
	if (letters.length < 2 || tabs.length === 0) return nothing

	preloadWords()
	const indexes = await searchIndexes(sources, tabs, reader)
	const everywhere = tab ? await searchIndexes(sources, tabsOf(sources, reader), reader) : indexes
	const located = await locateWords(parsed, indexes, everywhere)
	let budgetMs = database().file === undefined ? TIME_BUDGET_MS.server : TIME_BUDGET_MS.file
	const runSearch = async (searched: SearchQuery, isLoose = false) => {
		const startedAt = performance.now()
		const seen = await collect(searched, { indexes, limit: tab ? OF_TAB : OF_ALL, budgetMs, isLoose })
		budgetMs = Math.max(0, budgetMs - (performance.now() - startedAt))
		return seen
	}
	let query = withSynonyms(parsed)
	let found: Hits = hasUnmatchedWord(located, query) ? new Map() : await runSearch(query)
	let corrections: Answer['corrected'] = null
	if (sizeOf(found) < FEW) {
		const has = (word: string) => isOpenWord(located, word)
		const correction = await corrected(parsed, { has, isMember: reader !== undefined })
		if (correction) {
			const correctedQuery = withSynonyms(correction.query)
			const correctedHits = await runSearch(correctedQuery)
			if (sizeOf(correctedHits) > 0) {
				;[query, found] = [correctedQuery, mergeHits(correctedHits, found)]
				corrections = correction.corrections.map((one) => ({ ...one, query: correction.typed }))
			}
		}
		if (sizeOf(found) < FEW) found = mergeHits(found, await runSearch(parsed, true))
	}

	const words = markedWords(query)
	const groups = tabs.flatMap((name): Group[] => {
		const ordered = oncePerUrl(ranked(found.get(name) ?? [], query))
		const listed = tab ? ordered : limitPerOwner(ordered)
		const hits = listed.slice(from, from + limit)
		return hits.length > 0
			? [{ kind: name, more: ordered.length > from + hits.length, hits: hits.map((one) => toHit(one, words)) }]
			: []
	})
	return { ...nothing, corrected: corrections, groups }
}
