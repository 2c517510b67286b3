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
import { indexOfCurrent, isSomethingGone } from './gone-parts.ts'
import { idsForMembers, indexWithout, partIndex, readParts } from './part-rows.ts'

/** Something that was found and may be shown, before it is put in order. */
export interface Candidate {
	tier: number
	id: string
	kind: Hit['kind']
	/** Parts of one thing stand together. */
	owner: string
	title: string
	text: string
	/** Its address without the second. */
	path: string
	anchor: string
	startMs: number | null
	times: string | null
	context: string
	speaker: string | null
	at: Date | null
	boost: number
}

/** A place where something of a tab is found, and how it is read. */
interface PartPosition {
	tab: SearchTab
	index: TextIndex
	/** The stretches of its index. */
	ends: Window
	/** Of parts: for whom they are. */
	audience?: SearchAudience
	/**
	 * The index without what is not open to the reader, or gone and not taken out yet. Asked for only where it matters: for
	 * members it looks at everything that is for them.
	 */
	openIndex?(): Promise<TextIndex>
	read(found: ReadonlyMap<number, number>): Promise<Candidate[]>
}
/** A place before its index was looked at. */
type Sought = Omit<PartPosition, 'ends'>

/** What can be found under a tab at all by this reader. */
export const tabsOf = ({ parts, posts }: SearchSources, reader: SearchViewer): SearchTab[] =>
	SEARCH_TABS.filter(
		(tab) =>
			(reader !== undefined || tab === 'podcast' || tab === 'courses') &&
			[...parts, ...posts].some((source) => source.tab === tab),
	)

/** How the order of newest candidates is kept where there are more than are read: the better first. */
const bestOf = (found: ReadonlyMap<number, number>, limit: number): Map<number, number> =>
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

/** Parts of what `reader` may read: each thing is asked for at its owner, and left out where that says no. */
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

/** What of these things for members is not open to `reader`. */
export async function closedTo(reader: SearchViewer, sources: readonly PartSource[]): Promise<Array<[string, string]>> {
	const closed: Array<[string, string]> = []
	for (const { kind, show } of sources) {
		const ids = await idsForMembers(kind)
		const shown = ids.length > 0 ? await show(ids, reader) : new Map()
		for (const id of ids) if (!shown.has(id)) closed.push([kind, id])
	}
	return closed
}

/** Asked for at most once. */
function once<Value>(ask: () => Promise<Value>): () => Promise<Value> {
	let asked: Promise<Value> | undefined
	return () => (asked ??= ask())
}

interface PartsOf {
	sources: readonly PartSource[]
	reader: SearchViewer
	isGone(): Promise<boolean>
}

function partPlace(audience: SearchAudience, tab: SearchTab, { sources, reader, isGone }: PartsOf): Sought {
	const index = partIndex(audience, tab)
	const find =
		audience === 'public'
			? async () => ((await isGone()) ? indexOfCurrent(index) : index)
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

const postPlace = (source: PostSource): Sought => ({
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

/**
 * Where a reader finds something under these tabs: where there is anything at all. A visitor's places are of the public
 * table and of no other.
 */
export async function placesOf(
	{ parts, posts }: SearchSources,
	tabs: readonly SearchTab[],
	reader: SearchViewer,
): Promise<PartPosition[]> {
	const isGone = once(isSomethingGone)
	const audiences: SearchAudience[] = reader ? ['public', 'members'] : ['public']
	const places = tabs.flatMap((tab) => {
		const ofTab = parts.filter((source) => source.tab === tab)
		const inParts =
			ofTab.length > 0 ? audiences.map((audience) => partPlace(audience, tab, { sources: ofTab, reader, isGone })) : []
		const inPosts = reader ? posts.filter((source) => source.tab === tab).map(postPlace) : []
		return [...inParts, ...inPosts]
	})
	const ends = await stretchesOf(places.map(({ index }) => index))
	return places.flatMap((place) => {
		const ofIndex = ends.get(place.index.rows)
		return ofIndex ? [{ ...place, ends: ofIndex }] : []
	})
}

const openOf = async ({ index, openIndex }: PartPosition) => (await openIndex?.()) ?? index

export type Hits = Map<SearchTab, Candidate[]>

interface CandidateQuery {
	places: readonly PartPosition[]
	/** Candidates of each way of looking, and those of them that are read. */
	limit: number
	/** How long it goes on looking further back, in milliseconds: each place has its share. */
	patience: number
	isLoose?: boolean
}

/** Stretches that a search with a word missing looks at to begin with: each takes several times as long. */
const LOOSE_FIRST = 1

/** Others are answered after so many milliseconds of one search: the driver is synchronous. */
const AT_ONCE_MS = 4

/** What is found in these places, and may be read. */
export async function collect(query: SearchQuery, { places, limit, patience, isLoose }: CandidateQuery): Promise<Hits> {
	const all: Hits = new Map()
	const began = performance.now()
	let breathed = began
	for (const [at, place] of places.entries()) {
		const { index, tab, ends } = place
		if (performance.now() - breathed > AT_ONCE_MS) {
			await setImmediate()
			breathed = performance.now()
		}
		const until = began + (patience * (at + 1)) / places.length
		const look = async (searched: TextIndex, end = until) => {
			const tiers = isLoose ? looseTier(searched, query) : searchTiers(searched, query)
			const bounds = { limit, ends, until: end, words: query.terms.length, ...(isLoose ? { first: LOOSE_FIRST } : {}) }
			const found = await findCandidates(searched, tiers, bounds)
			const seqs = bestOf(found, limit)
			return { seqs, read: seqs.size > 0 ? await place.read(seqs) : [] }
		}
		let { seqs, read } = await look(index)
		// What is not open, or gone, took the room of what is.
		if (seqs.size === limit && read.length < limit) {
			const open = await openOf(place)
			if (open !== index) ({ seqs, read } = await look(open, performance.now() + patience / places.length))
		}
		if (seqs.size > 0) all.set(tab, [...(all.get(tab) ?? []), ...read])
	}
	return all
}

/** Where the single words of a search stand. */
export interface CurrentRow {
	/** The first index that has each, whatever in it is open: of these places, and then of all. */
	first: ReadonlyMap<string, TextIndex | undefined>
	places: readonly PartPosition[]
	everywhere: readonly PartPosition[]
}

/** Whole indexes, each once. */
const wholeIndexes = (places: readonly PartPosition[]) => [
	...new Map(places.map(({ index }) => [index.table, { ...index, within: '' }])).values(),
]

/** Where the single words of a search stand: in one statement, and not one for each word. */
export async function currentRowOf(
	{ terms }: SearchQuery,
	places: readonly PartPosition[],
	everywhere: readonly PartPosition[],
): Promise<CurrentRow> {
	const single = new Set(terms.flatMap(({ words }) => (words.length === 1 ? words : [])))
	return { first: await firstToHave(wholeIndexes([...places, ...everywhere]), [...single]), places, everywhere }
}

/** Whether nothing can have all the words: one of them stands nowhere. What is not open makes no difference to what is found. */
export function isNowhere({ first, places }: CurrentRow, { terms, isOpen }: SearchQuery): boolean {
	// What begins so, or means the same, may stand where the word does not.
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

/** Whether one of these indexes has a word. */
const isInOneOf = async (indexes: readonly TextIndex[], word: string) =>
	(await firstToHave(indexes, [word])).get(word) !== undefined

/** Whether a word stands in something that the reader may have: that it stands in anything else nobody is told. */
export async function isOpenWord({ first, everywhere }: CurrentRow, word: string): Promise<boolean> {
	const isGuarded = ({ audience }: PartPosition) => audience === 'members'
	const open = everywhere.filter((place) => !isGuarded(place))
	const known = first.get(word)
	for (const place of open) if (place.index.table === known?.table && (await openOf(place)) === place.index) return true
	if (await isInOneOf(await Promise.all(open.map(openOf)), word)) return true
	const guarded = everywhere.filter(isGuarded)
	const indexes = guarded.map(({ index }) => index)
	return (await isInOneOf(indexes, word)) && isInOneOf(await Promise.all(guarded.map(openOf)), word)
}

/** The second at which the words are said that were found, not only the passage around them. */
export function secondOf({ startMs, times }: Candidate, place: number): number | null {
	if (startMs === null) return null
	const said: Array<[number, number]> = times === null ? [] : JSON.parse(times)
	const at = said.findLast(([from]) => from <= place)?.[1] ?? startMs
	return Math.floor(at / 1000)
}

/** Where a candidate stands, to the second. */
export function addressOf({ path, anchor }: Candidate, second: number | null): string {
	const time = second === null ? '' : `${path.includes('?') ? '&' : '?'}t=${second}`
	return `${path}${time}${anchor ? `#${anchor}` : ''}`
}

/** Such as `Episode 41 · 12:34 · Jane Doe`. */
export const contextOf = ({ context, speaker }: Candidate, second: number | null) =>
	[context, second === null ? '' : clock(second), speaker ?? ''].filter(Boolean).join(' · ')
