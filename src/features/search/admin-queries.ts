import { mutation, query } from '#src/lib/api/query.ts'
import { rebuildSearch, searchStatus } from './contract.ts'

const REFETCH_MS = 1_500

/** Polls while the index is rebuilt. */
export const searchStatusQuery = query(searchStatus, {}, { refetchInterval: ({ running }) => running && REFETCH_MS })

export const rebuildSearchMutation = mutation(rebuildSearch, {
	failed: 'The index could not be rebuilt',
	refreshes: [searchStatus],
	// Another admin may have started a rebuild.
	refreshesAfterFailure: [searchStatus],
})
