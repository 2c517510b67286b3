import { useQuery } from '#src/lib/api/query.ts'
import { HOME_EPISODES } from '../../episodes/home-episodes.ts'
import { getPodcastQuery } from '../../queries.ts'
import { PlayerView } from './PlayerView.tsx'

/** The player with data from the API. */
export function FetchedPlayer({ spotifyUrl }: { spotifyUrl: string }) {
	const { data, isError, isFetching, refetch } = useQuery(getPodcastQuery(HOME_EPISODES))
	return (
		<PlayerView
			podcast={data}
			spotifyUrl={spotifyUrl}
			loading={!data && (isFetching || !isError)}
			failed={isError && !isFetching}
			onRetry={() => void refetch()}
		/>
	)
}
