import type { ResponseOf } from '#src/lib/api/contract.ts'
import type { SearchTab } from '#src/lib/lists/search-tabs.ts'
import type { PartSource, SearchAudience, SearchSources, SearchViewer } from '#src/platform/search/search-source.ts'
import { MAX_SUGGESTIONS, type suggest } from '../contract.ts'
import { addressOf, type Candidate, closedTo, partCandidates, secondOf } from './candidates.ts'
import { headingsStatement } from './part-rows.ts'
import { tabsOf } from './search-indexes.ts'

type Suggestions = ResponseOf<typeof suggest>

/** Finds headings by prefix. Closed items do not take the place of others. */
async function headingsFor(
	reader: SearchViewer,
	audience: SearchAudience,
	{ tab, sources, beginning }: { tab: SearchTab; sources: readonly PartSource[]; beginning: string },
): Promise<Candidate[]> {
	const limit = MAX_SUGGESTIONS
	const rows = await headingsStatement(audience, tab, beginning, { limit })
	const shown = await partCandidates(rows, sources, reader)
	if (audience === 'public' || rows.length < limit || shown.length === limit) return shown
	const closed = await closedTo(reader, sources)
	return partCandidates(await headingsStatement(audience, tab, beginning, { limit, closed }), sources, reader)
}

export async function suggestFor(sources: SearchSources, typed: string, reader: SearchViewer): Promise<Suggestions> {
	const beginning = typed.trimStart()
	if (beginning.length < 2) return []
	const tabs = tabsOf(sources, reader)
	const audiences: SearchAudience[] = reader ? ['public', 'members'] : ['public']
	const lists = await Promise.all([
		...tabs.flatMap((tab) =>
			audiences.map(async (audience): Promise<Suggestions> => {
				const ofTab = sources.parts.filter((source) => source.tab === tab)
				if (ofTab.length === 0) return []
				const shown = await headingsFor(reader, audience, { tab, sources: ofTab, beginning })
				return shown.map((one) => ({ kind: one.kind, title: one.title, url: addressOf(one, secondOf(one, 0)) }))
			}),
		),
		...sources.posts.map(async ({ kind, tab, suggest: ofPosts }): Promise<Suggestions> => {
			if (!ofPosts || !reader || !tabs.includes(tab)) return []
			return (await ofPosts(beginning, MAX_SUGGESTIONS)).map((one) => ({ kind, ...one }))
		}),
	])
	// Interleave the lists, so every kind gets a share.
	const inTurn = Array.from({ length: MAX_SUGGESTIONS }, (_, at) => lists.flatMap((list) => list[at] ?? []))
	return inTurn.flat().slice(0, MAX_SUGGESTIONS)
}
