import { mutation, query } from '#src/lib/api/query.ts'
import { rebuildSearch, searchStatus } from './contract.ts'

/** How often a rebuilding is asked how far it is, in milliseconds. */
const REFETCH_MS = 1_500

/** How the index stands; asked again and again while it changes. */
export const searchStatusQuery = (isRunning: boolean) =>
	query(searchStatus, {}, isRunning ? { refetchInterval: REFETCH_MS } : {})

/** Has everything indexed anew. */
export const rebuildSearchMutation = mutation(rebuildSearch, {
	failed: 'The index could not be rebuilt',
	refreshes: [searchStatus],
	// Another admin has asked for it.
	refreshesAfterFailure: () => [searchStatus],
})
