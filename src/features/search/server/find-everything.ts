import { database } from '#db/client.ts'
import type { SearchTab } from '#src/lib/lists/search-tabs.ts'
import { parseSearch, type SearchQuery } from '#src/platform/search/search-query.ts'
import type { SearchSources, SearchViewer } from '#src/platform/search/search-source.ts'
import { excerptAround, markWords } from '#src/platform/search/text-marks.ts'
import type { Hits as Answer, Group, Hit } from '../contract.ts'
import {
	addressOf,
	type Candidate,
	collect,
	contextOf,
	currentRowOf,
	type Hits,
	isNowhere,
	isOpenWord,
	placesOf,
	secondOf,
	tabsOf,
} from './candidates.ts'
import { corrected } from './correct.ts'
import { withSynonyms } from './with-synonyms.ts'
import { readWordsAhead } from './word-list.ts'

/**
 * So long a search goes on looking further back, in milliseconds, for as often as it looks: what is newer it has looked at
 * in any case. A file is searched in this very thread; with a server it is the round trips that take time.
 */
const PATIENCE_MS = { file: 4, server: 400 }
/** Characters of an excerpt. */
const EXCERPT = 240
/** Candidates of each way of looking: under one tab it has pages, among all only the best are shown. */
const OF_TAB = 200
const OF_ALL = 40
/** With fewer hits than this a search is widened. */
const FEW = 5
/** Parts of one thing that stand among all. */
const OF_OWNER = 2
/** A hit counts half after so many milliseconds: two years. */
const HALF_LIFE_MS = 730 * 24 * 60 * 60_000
const EXACT = 0.5
/** Characters in which the very words are looked for. */
const LOOKED_AT = 600

const isLetter = (text: string, at: number) => /[\p{L}\p{N}]/u.test(text.charAt(at))

/** Whether a word stands in a text as it was typed, and not only a form of it. */
function hasExactly(text: string, word: string): boolean {
	for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
		if (!isLetter(text, at - 1) && !isLetter(text, at + word.length)) return true
	return false
}

/** How good a hit is: the way it was found, the very words, what its owner says of it, and how new it is. */
function scoreOf(one: Candidate, words: readonly string[], now: number): number {
	const text = `${one.title}\n${one.text.slice(0, LOOKED_AT)}`.toLowerCase()
	const exact = words.every((word) => hasExactly(text, word)) ? EXACT : 0
	const age = one.at === null ? Number.POSITIVE_INFINITY : Math.max(0, now - one.at.getTime())
	return one.tier + exact + one.boost + 2 ** (-age / HALF_LIFE_MS)
}

function inOrder(candidates: readonly Candidate[], { terms }: SearchQuery): Candidate[] {
	const now = Date.now()
	const words = terms.flatMap((term) => term.words).map((word) => word.toLowerCase())
	return candidates
		.map((one) => ({ one, score: scoreOf(one, words, now) }))
		.toSorted((a, b) => b.score - a.score || (b.one.at?.getTime() ?? 0) - (a.one.at?.getTime() ?? 0))
		.map(({ one }) => one)
}

/** Among all results one thing does not stand more than twice. */
function fewOfEach(ordered: readonly Candidate[]): Candidate[] {
	const seen = new Map<string, number>()
	return ordered.filter(({ owner }) => {
		seen.set(owner, (seen.get(owner) ?? 0) + 1)
		return (seen.get(owner) ?? 0) <= OF_OWNER
	})
}

/** The words that are marked: those that were typed last, since the last of them may not be finished. */
const markedWords = ({ terms }: SearchQuery) =>
	[...terms.flatMap(({ synonyms }) => synonyms), ...terms.map(({ words }) => words)].flat().join(' ')

/** What surrounds the words, with a whole word at its end where the text goes on. */
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

/** What another search found besides; what was found before stays as it was. */
function joined(found: Hits, other: Hits): Hits {
	const all: Hits = new Map(found)
	for (const [tab, candidates] of other) {
		const known = new Set(all.get(tab)?.map(({ id }) => id))
		all.set(tab, [...(all.get(tab) ?? []), ...candidates.filter(({ id }) => !known.has(id))])
	}
	return all
}

export interface FindOptions {
	tab?: SearchTab | undefined
	/** Hits of each group. */
	limit: number
	/** Hits to leave out at the beginning. */
	from?: number
	reader: SearchViewer
}

export type FoundPage = Answer & { tab: SearchTab | undefined }

/**
 * What a reader finds. Each index is asked for a bounded number of the newest in each of some ways of looking, the best
 * first, and these are put in order here: weighing every match of a common word takes a third of a second.
 */
export async function find(
	sources: SearchSources,
	typed: string,
	{ tab: asked, limit, from = 0, reader }: FindOptions,
): Promise<FoundPage> {
	const parsed = parseSearch(typed)
	const tab = asked ?? parsed.tab
	const tabs = tabsOf(sources, reader).filter((known) => tab === undefined || known === tab)
	const nothing: FoundPage = { query: typed, corrected: null, groups: [], tab }
	const letters = parsed.terms.flatMap(({ words }) => words).join('')
	if (letters.length < 2 || tabs.length === 0) return nothing

	readWordsAhead()
	const places = await placesOf(sources, tabs, reader)
	const everywhere = tab ? await placesOf(sources, tabsOf(sources, reader), reader) : places
	const standing = await currentRowOf(parsed, places, everywhere)
	let patience = database().file === undefined ? PATIENCE_MS.server : PATIENCE_MS.file
	const look = async (sought: SearchQuery, isLoose = false) => {
		const began = performance.now()
		const seen = await collect(sought, { places, limit: tab ? OF_TAB : OF_ALL, patience, isLoose })
		patience = Math.max(0, patience - (performance.now() - began))
		return seen
	}
	let query = withSynonyms(parsed)
	let found: Hits = isNowhere(standing, query) ? new Map() : await look(query)
	let corrections: Answer['corrected'] = null
	if (sizeOf(found) < FEW) {
		const has = (word: string) => isOpenWord(standing, word)
		const better = await corrected(parsed, { has, isMember: reader !== undefined })
		if (better) {
			const meant = withSynonyms(better.query)
			const instead = await look(meant)
			if (sizeOf(instead) > 0) {
				;[query, found] = [meant, joined(instead, found)]
				corrections = better.corrections.map((one) => ({ ...one, query: better.typed }))
			}
		}
		if (sizeOf(found) < FEW) found = joined(found, await look(parsed, true))
	}

	const words = markedWords(query)
	const groups = tabs.flatMap((name): Group[] => {
		const ordered = inOrder(found.get(name) ?? [], query)
		const listed = tab ? ordered : fewOfEach(ordered)
		const hits = listed.slice(from, from + limit)
		return hits.length > 0
			? [{ kind: name, more: ordered.length > from + hits.length, hits: hits.map((one) => toHit(one, words)) }]
			: []
	})
	return { ...nothing, corrected: corrections, groups }
}
