import { setImmediate } from 'node:timers/promises'
import type { PartRow } from '#db/schema/search.ts'
import { SEARCH_TABS, type SearchTab } from '#src/lib/lists/search-tabs.ts'
import { clock } from '#src/lib/text/cues.ts'
import { findCandidates, firstToHave, stretchesOf } from '#src/platform/search/search-candidates.ts'
import { looseTier, type SearchQuery, searchTiers } from '#src/platform/search/search-query.ts'
import type {
	PartSource,
	PostSource,
	SearchAudience,
	SearchSources,
	SearchViewer,
	ShownSource,
	TextIndex,
} from '#src/platform/search/search-source.ts'
import type { Window } from '#src/platform/search/search-stretch.ts'
import type { Hit } from '../contract.ts'
import { hasRemovedParts, indexWithoutRemoved } from './gone-parts.ts'
import { idsForMembers, indexWithout, partIndex, readParts } from './part-rows.ts'

export interface Candidate {
	tier: number
	id: string
	kind: Hit['kind']
	/** Id of the item that the part belongs to. */
	owner: string
	title: string
	text: string
	/** Address without the second. */
	path: string
	anchor: string
	startMs: number | null
	times: string | null
	context: string
	speaker: string | null
	at: Date | null
	boost: number
}

/** An index to search for a tab, and how its rows are read. */
interface SearchIndex {
	tab: SearchTab
	index: TextIndex
	/** The first and last window of its index. */
	ends: Window
	/** For parts: their audience. */
	audience?: SearchAudience
	/**
	 * Returns the index without rows that are closed to the viewer or already deleted. Only used where it matters: for
	 * members it reads all member content.
	 */
	openIndex?(): Promise<TextIndex>
	read(found: ReadonlyMap<number, number>): Promise<Candidate[]>
}
/** A position before its index is read. */
type UnboundedIndex = Omit<SearchIndex, 'ends'>

export const tabsOf = ({ parts, posts }: SearchSources, reader: SearchViewer): SearchTab[] =>
	SEARCH_TABS.filter(
		(tab) =>
			(reader !== undefined || tab === 'podcast' || tab === 'courses') &&
			[...parts, ...posts].some((source) => source.tab === tab),
	)

/** Keeps the best candidates if there are more than the limit, newest first within a rank. */
const topCandidates = (found: ReadonlyMap<number, number>, limit: number): Map<number, number> =>
	new Map([...found].toSorted(([a, one], [b, other]) => other - one || b - a).slice(0, limit))

function partCandidate(row: PartRow, tier: number, shown: ShownSource): Candidate {
	const kind = row.part === 'about' || row.sourceKind !== 'episode' ? row.sourceKind : row.part
	return {
		tier,
		id: `${row.sourceKind}-${row.sourceId}-${row.part}-${row.ordinal}`,
		kind,
		owner: `${row.sourceKind} ${row.sourceId}`,
		title: kind === 'chapter' ? row.heading : shown.title,
		text: row.text,
		path: shown.path,
		anchor: row.anchor,
		startMs: row.startMs,
		times: row.times,
		context: kind === 'chapter' ? shown.title : shown.context,
		speaker: row.speaker,
		at: shown.at,
		boost: 0,
	}
}

/** Reads the parts that `reader` may see. The owner of each item decides. */
export async function partCandidates(
	rows: readonly PartRow[],
	sources: readonly PartSource[],
	reader: SearchViewer,
	tiers: ReadonlyMap<number, number> = new Map(),
): Promise<Candidate[]> {
	const shown = await Promise.all(
		sources.map(async (source) => {
			const ids = [...new Set(rows.filter((row) => row.sourceKind === source.kind).map((row) => row.sourceId))]
			return [source.kind, ids.length > 0 ? await source.show(ids, reader) : new Map()] as const
		}),
	)
	const byKind = new Map<string, ReadonlyMap<string, ShownSource>>(shown)
	return rows.flatMap((row) => {
		const owner = byKind.get(row.sourceKind)?.get(row.sourceId)
		return owner ? [partCandidate(row, tiers.get(row.seq) ?? 0, owner)] : []
	})
}

/** Returns the items for members that are closed to `reader`. */
export async function closedTo(reader: SearchViewer, sources: readonly PartSource[]): Promise<Array<[string, string]>> {
	const closed: Array<[string, string]> = []
	for (const { kind, show } of sources) {
		const ids = await idsForMembers(kind)
		const shown = ids.length > 0 ? await show(ids, reader) : new Map()
		for (const id of ids) if (!shown.has(id)) closed.push([kind, id])
	}
	return closed
}

function once<Value>(ask: () => Promise<Value>): () => Promise<Value> {
	let asked: Promise<Value> | undefined
	return () => (asked ??= ask())
}

interface PartsOf {
	sources: readonly PartSource[]
	reader: SearchViewer
	isGone(): Promise<boolean>
}

function partIndexFor(audience: SearchAudience, tab: SearchTab, { sources, reader, isGone }: PartsOf): UnboundedIndex {
	const index = partIndex(audience, tab)
	const find =
		audience === 'public'
			? async () => ((await isGone()) ? indexWithoutRemoved(index) : index)
			: async () => indexWithout(index, await closedTo(reader, sources))
	return {
		tab,
		index,
		audience,
		openIndex: once(find),
		async read(found) {
			return partCandidates(await readParts(audience, [...found.keys()]), sources, reader, found)
		},
	}
}

const postIndexFor = (source: PostSource): UnboundedIndex => ({
	tab: source.tab,
	index: source.index,
	async read(found) {
		const shown = await source.show([...found.keys()])
		return [...shown].map(([seq, { owner, url, ...post }]) => {
			const [path = '', anchor = ''] = url.split('#')
			return {
				...{ ...post, id: `${source.kind}-${post.id}`, kind: source.kind, owner, path, anchor },
				...{ tier: found.get(seq) ?? 0, startMs: null, times: null, speaker: null },
			}
		})
	},
})

/** Returns the non-empty indexes to search for these tabs. Those of a visitor are all in the public table. */
export async function placesOf(
	{ parts, posts }: SearchSources,
	tabs: readonly SearchTab[],
	reader: SearchViewer,
): Promise<SearchIndex[]> {
	const isGone = once(hasRemovedParts)
	const audiences: SearchAudience[] = reader ? ['public', 'members'] : ['public']
	const places = tabs.flatMap((tab) => {
		const ofTab = parts.filter((source) => source.tab === tab)
		const inParts =
			ofTab.length > 0
				? audiences.map((audience) => partIndexFor(audience, tab, { sources: ofTab, reader, isGone }))
				: []
		const inPosts = reader ? posts.filter((source) => source.tab === tab).map(postIndexFor) : []
		return [...inParts, ...inPosts]
	})
	const ends = await stretchesOf(places.map(({ index }) => index))
	return places.flatMap((place) => {
		const ofIndex = ends.get(place.index.rows)
		return ofIndex ? [{ ...place, ends: ofIndex }] : []
	})
}

const openOf = async ({ index, openIndex }: SearchIndex) => (await openIndex?.()) ?? index

export type Hits = Map<SearchTab, Candidate[]>

interface CandidateQuery {
	places: readonly SearchIndex[]
	/** Maximum number of candidates per query, and of those to read. */
	limit: number
	/** Time budget for looking further back, in milliseconds, shared by the positions. */
	budgetMs: number
	isLoose?: boolean
}

/** Initial windows of a search with a missing word, which takes several times as long. */
const LOOSE_WINDOWS = 1

/** Milliseconds of one search before other requests run, since the driver is synchronous. */
const AT_ONCE_MS = 4

/** Collects the hits in these positions that the viewer may see. */
export async function collect(query: SearchQuery, { places, limit, budgetMs, isLoose }: CandidateQuery): Promise<Hits> {
	const all: Hits = new Map()
	const began = performance.now()
	let lastYield = began
	for (const [at, place] of places.entries()) {
		const { index, tab, ends } = place
		if (performance.now() - lastYield > AT_ONCE_MS) {
			await setImmediate()
			lastYield = performance.now()
		}
		const until = began + (budgetMs * (at + 1)) / places.length
		const look = async (searched: TextIndex, end = until) => {
			const tiers = isLoose ? looseTier(searched, query) : searchTiers(searched, query)
			const bounds = {
				limit,
				ends,
				until: end,
				words: query.terms.length,
				...(isLoose ? { first: LOOSE_WINDOWS } : {}),
			}
			const found = await findCandidates(searched, tiers, bounds)
			const seqs = topCandidates(found, limit)
			return { seqs, read: seqs.size > 0 ? await place.read(seqs) : [] }
		}
		let { seqs, read } = await look(index)
		// Closed or deleted rows took the place of others.
		if (seqs.size === limit && read.length < limit) {
			const open = await openOf(place)
			if (open !== index) ({ seqs, read } = await look(open, performance.now() + budgetMs / places.length))
		}
		if (seqs.size > 0) all.set(tab, [...(all.get(tab) ?? []), ...read])
	}
	return all
}

/** The indexes that contain the single words of a search. */
export interface WordLocations {
	/** By word the first index that has it, readable or not: of these positions, then of all. */
	first: ReadonlyMap<string, TextIndex | undefined>
	places: readonly SearchIndex[]
	everywhere: readonly SearchIndex[]
}

/** Returns the whole indexes without duplicates. */
const wholeIndexes = (places: readonly SearchIndex[]) => [
	...new Map(places.map(({ index }) => [index.table, { ...index, within: '' }])).values(),
]

export async function locateWords(
	{ terms }: SearchQuery,
	places: readonly SearchIndex[],
	everywhere: readonly SearchIndex[],
): Promise<WordLocations> {
	const single = new Set(terms.flatMap(({ words }) => (words.length === 1 ? words : [])))
	return { first: await firstToHave(wholeIndexes([...places, ...everywhere]), [...single]), places, everywhere }
}

/** Checks whether a word is in no index, so nothing can match them all. Closed rows cannot change the result. */
export function hasUnmatchedWord({ first, places }: WordLocations, { terms, isOpen }: SearchQuery): boolean {
	// A prefix or synonym may match where the word itself does not.
	const begins = (at: number, word: string) => isOpen && at === terms.length - 1 && word.length <= 5
	const isHere = (word: string) => places.some(({ index }) => index.table === first.get(word)?.table)
	return (
		places.length > 0 &&
		terms.some(
			({ words: [word = '', ...others], synonyms }, at) =>
				others.length === 0 && synonyms.length === 0 && !begins(at, word) && !isHere(word),
		)
	)
}

const isInOneOf = async (indexes: readonly TextIndex[], word: string) =>
	(await firstToHave(indexes, [word])).get(word) !== undefined

/** Checks whether the viewer may see something with a word. Must not reveal words of other content. */
export async function isOpenWord({ first, everywhere }: WordLocations, word: string): Promise<boolean> {
	const isGuarded = ({ audience }: SearchIndex) => audience === 'members'
	const open = everywhere.filter((place) => !isGuarded(place))
	const known = first.get(word)
	for (const place of open) if (place.index.table === known?.table && (await openOf(place)) === place.index) return true
	if (await isInOneOf(await Promise.all(open.map(openOf)), word)) return true
	const guarded = everywhere.filter(isGuarded)
	const indexes = guarded.map(({ index }) => index)
	return (await isInOneOf(indexes, word)) && isInOneOf(await Promise.all(guarded.map(openOf)), word)
}

/** Returns the second of the found words, rather than of the passage around them. */
export function secondOf({ startMs, times }: Candidate, place: number): number | null {
	if (startMs === null) return null
	const said: Array<[number, number]> = times === null ? [] : JSON.parse(times)
	const at = said.findLast(([from]) => from <= place)?.[1] ?? startMs
	return Math.floor(at / 1000)
}

export function addressOf({ path, anchor }: Candidate, second: number | null): string {
	const time = second === null ? '' : `${path.includes('?') ? '&' : '?'}t=${second}`
	return `${path}${time}${anchor ? `#${anchor}` : ''}`
}

/** Returns a line such as `Episode 41 · 12:34 · Jane Doe`. */
export const contextOf = ({ context, speaker }: Candidate, second: number | null) =>
	[context, second === null ? '' : clock(second), speaker ?? ''].filter(Boolean).join(' · ')
