import * as z from 'zod/mini'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import * as contracts from '#src/features/search/contract.ts'
import { dueSearch, runSearchIndex } from '#src/features/search/server/index-job.ts'
import { tabsOf } from '#src/features/search/server/search-indexes.ts'
import { readStatus, searchServices } from '#src/features/search/server/service.ts'
import { isApiError } from '#src/lib/api/errors.ts'
import { type SearchTab, searchAddress } from '#src/lib/lists/search-tabs.ts'
import type { Context } from '#src/platform/endpoint/handle.ts'
import { job } from '#src/platform/jobs/job.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { nodeId } from '#src/platform/nodes/node-id.ts'
import { searchSources } from './sources.ts'

export const { search, suggest, searchStatus, rebuildSearch } = searchServices(searchSources, () => void wake('search'))

export const statusOfSearch = async (): Promise<contracts.SearchStatus> =>
	z.parse(contracts.searchStatus.response, await readStatus(searchSources()))

interface Caller {
	user: CurrentUser | undefined
	clientAddress: string
}

interface Answer {
	status: number
	headers: ReadonlyMap<string, string>
	q: string
	tab: SearchTab | undefined
	tabs: readonly SearchTab[]
	found?: contracts.Hits
	next?: string | undefined
	refused?: string
}

/** Returns the results for the server-rendered page: makes the API call, with its rights, limits and errors. */
export async function searchFor(params: Record<string, string>, caller: Caller): Promise<Answer> {
	const headers = new Map<string, string>()
	const q = params.q ?? ''
	const tabs = tabsOf(searchSources(), caller.user)
	// Ignore a tab that the reader does not have, such as one in a member's link.
	const tab = tabs.find((one) => one === params.in)
	const answer = { status: 200, headers, q, tab, tabs }
	const parsed = z.safeParse(contracts.search.query, { q, in: tab, cursor: params.cursor })
	if (!parsed.success) return { ...answer, status: 400, refused: parsed.error.issues[0]?.message ?? '' }
	if (q.trim() === '') return answer
	const context = {
		user: caller.user,
		clientAddress: caller.clientAddress,
		setHeader: (name: string, value: string) => void headers.set(name, value),
	} as Context<'public'>
	try {
		const found = z.parse(
			contracts.search.response,
			await search({ params: {}, query: parsed.data, body: undefined }, context),
		)
		const cursor = /[?&]cursor=([^&>]+)/.exec(headers.get('Link') ?? '')?.[1]
		headers.delete('Link')
		return { ...answer, found, next: cursor && searchAddress(q, tab, cursor) }
	} catch (error) {
		if (!isApiError(error)) throw error
		if (error.retryAfter !== undefined) headers.set('Retry-After', String(error.retryAfter))
		return { ...answer, status: error.status, refused: error.text }
	}
}

export const searchJob = job({
	name: 'search',
	feature: 'search',
	due: dueSearch,
	run: (signal) => runSearchIndex(searchSources(), { holder: nodeId, signal }),
})
