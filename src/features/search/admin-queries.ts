import { mutation, query } from '#src/lib/api/query.ts'
import { rebuildSearch, searchStatus } from './contract.ts'

const REFETCH_MS = 1_500

export const searchStatusQuery = (isRunning: boolean) =>
	query(searchStatus, {}, isRunning ? { refetchInterval: REFETCH_MS } : {})

export const rebuildSearchMutation = mutation(rebuildSearch, {
	failed: 'The index could not be rebuilt',
	refreshes: [searchStatus],
	// Another admin has started one.
	refreshesAfterFailure: () => [searchStatus],
})
