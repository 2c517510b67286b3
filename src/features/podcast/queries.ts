import { mutation, query } from '#src/lib/query.ts'
import { getPodcast, refreshPodcast } from './contract.ts'

/** The feed with its episodes; only the latest `limit` where one is given. */
export const getPodcastQuery = (limit?: number) => query(getPodcast, { query: { limit } })

/** Asks the server to read the feed now. */
export const refreshPodcastMutation = mutation(refreshPodcast, {
	failed: ['Error', 'Failed to fetch podcast data'],
	refreshes: [getPodcast],
})
