import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#src/lib/api-client.ts'
import { getPodcast, refreshPodcast } from './contract.ts'

/** The feed with its episodes; only the latest `limit` where one is given. */
export const podcastQuery = (limit?: number) =>
	queryOptions({
		queryKey: ['podcast', { limit }],
		queryFn: ({ signal }) => call(getPodcast, { query: { limit }, signal }),
	})

/** Asks the server to read the feed now; what was fetched of the podcast is fetched anew if it changed. */
export const refreshPodcastMutation = (client: QueryClient) => ({
	mutationFn: () => call(refreshPodcast),
	onSuccess: ({ outcome }: { outcome: string }) =>
		outcome === 'changed' ? client.invalidateQueries({ queryKey: ['podcast'] }) : undefined,
})
