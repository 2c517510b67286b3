import { SEARCH_TABS, type SearchTab } from '#src/lib/lists/search-tabs.ts'
import { stretchesOf } from '#src/platform/search/search-candidates.ts'
import type {
	PartSource,
	PostSource,
	SearchAudience,
	SearchSources,
	SearchViewer,
	TextIndex,
} from '#src/platform/search/search-source.ts'
import type { Window } from '#src/platform/search/search-stretch.ts'
import { type Candidate, closedTo, partCandidates } from './candidates.ts'
import { hasRemovedParts, indexWithoutRemoved } from './gone-parts.ts'
import { indexWithout, partIndex, readParts } from './part-rows.ts'

/** An index to search for a tab, and how its rows are read. */
export interface SearchIndex {
	tab: SearchTab
	index: TextIndex
	/** The first and last window of the index. */
	ends: Window
	/** For parts: their audience. */
	audience?: SearchAudience
	/**
	 * Returns the index without rows that are closed to the viewer or already deleted. Used only if necessary, since for
	 * members it reads all member content.
	 */
	openIndex?(): Promise<TextIndex>
	read(found: ReadonlyMap<number, number>): Promise<Candidate[]>
}

/** A search index whose first and last window are not yet known. */
type UnboundedIndex = Omit<SearchIndex, 'ends'>

export const tabsOf = ({ parts, posts }: SearchSources, reader: SearchViewer): SearchTab[] =>
	SEARCH_TABS.filter(
		(tab) =>
			(reader !== undefined || tab === 'podcast' || tab === 'courses') &&
			[...parts, ...posts].some((source) => source.tab === tab),
	)

function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
	let result: Promise<Value> | undefined
	return () => (result ??= load())
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

/** Returns the non-empty indexes to search for these tabs. For visitors, they are all in the public table. */
export async function searchIndexes(
	{ parts, posts }: SearchSources,
	tabs: readonly SearchTab[],
	reader: SearchViewer,
): Promise<SearchIndex[]> {
	const isGone = once(hasRemovedParts)
	const audiences: SearchAudience[] = reader ? ['public', 'members'] : ['public']
	const indexes = tabs.flatMap((tab) => {
		const ofTab = parts.filter((source) => source.tab === tab)
		const inParts =
			ofTab.length > 0
				? audiences.map((audience) => partIndexFor(audience, tab, { sources: ofTab, reader, isGone }))
				: []
		const inPosts = reader ? posts.filter((source) => source.tab === tab).map(postIndexFor) : []
		return [...inParts, ...inPosts]
	})
	const ends = await stretchesOf(indexes.map(({ index }) => index))
	return indexes.flatMap((index) => {
		const ofIndex = ends.get(index.index.rows)
		return ofIndex ? [{ ...index, ends: ofIndex }] : []
	})
}

/** Returns the index without rows that the viewer may not see. */
export const openIndexOf = async ({ index, openIndex }: SearchIndex) => (await openIndex?.()) ?? index
