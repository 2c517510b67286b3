import { setImmediate } from 'node:timers/promises'
import type { SearchTab } from '#src/lib/lists/search-tabs.ts'
import { findCandidates } from '#src/platform/search/search-candidates.ts'
import { looseTier, type SearchQuery, searchTiers } from '#src/platform/search/search-query.ts'
import type { TextIndex } from '#src/platform/search/search-source.ts'
import type { Candidate } from './candidates.ts'
import { openIndexOf, type SearchIndex } from './search-indexes.ts'

export type Hits = Map<SearchTab, Candidate[]>

interface CandidateQuery {
	indexes: readonly SearchIndex[]
	/** Maximum number of candidates per query, and of candidates to read. */
	limit: number
	/** Time budget for looking further back, in milliseconds, shared by the indexes. */
	budgetMs: number
	isLoose?: boolean
}

/** Number of initial windows of a search that tolerates a missing word, which takes several times as long. */
const LOOSE_WINDOWS = 1

/** Milliseconds after which a search lets other requests run, since the driver is synchronous. */
const YIELD_AFTER_MS = 4

/** Keeps the best candidates if there are more than the limit, newest first within a rank. */
const topCandidates = (found: ReadonlyMap<number, number>, limit: number): Map<number, number> =>
	new Map([...found].toSorted(([a, one], [b, other]) => other - one || b - a).slice(0, limit))

/** Collects the hits in these indexes that the viewer may see. */
export async function collect(
	query: SearchQuery,
	{ indexes, limit, budgetMs, isLoose }: CandidateQuery,
): Promise<Hits> {
	const all: Hits = new Map()
	const startedAt = performance.now()
	let lastYield = startedAt
	for (const [at, searched] of indexes.entries()) {
		const { index, tab, ends } = searched
		if (performance.now() - lastYield > YIELD_AFTER_MS) {
			await setImmediate()
			lastYield = performance.now()
		}
		const until = startedAt + (budgetMs * (at + 1)) / indexes.length
		const runSearch = async (text: TextIndex, end = until) => {
			const tiers = isLoose ? looseTier(text, query) : searchTiers(text, query)
			const bounds = {
				limit,
				ends,
				deadline: end,
				words: query.terms.length,
				...(isLoose ? { first: LOOSE_WINDOWS } : {}),
			}
			const found = await findCandidates(text, tiers, bounds)
			const seqs = topCandidates(found, limit)
			return { seqs, read: seqs.size > 0 ? await searched.read(seqs) : [] }
		}
		let { seqs, read } = await runSearch(index)
		// Closed or deleted rows took the place of other hits.
		if (seqs.size === limit && read.length < limit) {
			const open = await openIndexOf(searched)
			if (open !== index) ({ seqs, read } = await runSearch(open, performance.now() + budgetMs / indexes.length))
		}
		if (seqs.size > 0) all.set(tab, [...(all.get(tab) ?? []), ...read])
	}
	return all
}
