import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import { coversApart } from '#src/lib/cover.ts'
import type { Podcast } from '../contract.ts'
import { HOME_EPISODES } from '../home-episodes.ts'
import { withPodcast } from '../player-state.ts'
import { listed } from '../player-store.ts'
import { EpisodeList } from './EpisodeList.tsx'
import { PlayerCard } from './PlayerCard.tsx'
import { pagePlayer } from './page-player.ts'

type Props = {
	podcast?: Podcast | undefined
	loading?: boolean
	failed?: boolean
	onRetry?: (() => void) | undefined
	spotifyUrl: string
}

/** List and player card, for a podcast that is there, awaited or missing. */
export function PlayerView({ podcast, loading = false, failed = false, onRetry, spotifyUrl }: Props) {
	const state = useStore(pagePlayer.$state, { ssr: 'initial' })
	useEffect(() => {
		if (podcast) pagePlayer.load(podcast)
	}, [podcast])
	const player = useMemo(() => listed(pagePlayer, podcast), [podcast])
	// Until the effect has run, as on the server, the list is in the prop alone.
	const shown = podcast && state.podcast !== podcast ? withPodcast(state, podcast) : state
	const covers = useMemo(
		() => coversApart((podcast?.episodes ?? []).slice(0, HOME_EPISODES).map(({ title }) => title)),
		[podcast],
	)
	const at = podcast?.episodes.findIndex(({ id }) => id === shown.episodeId) ?? -1
	return (
		<div className="grid items-start gap-10 min-[56rem]:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
			<EpisodeList
				episodes={podcast?.episodes ?? []}
				feedImage={podcast?.image}
				covers={covers}
				state={shown}
				player={player}
				loading={loading}
				failed={failed}
				onRetry={onRetry}
			/>
			<PlayerCard
				episode={podcast?.episodes[at]}
				cover={covers[at]}
				state={shown}
				player={player}
				loading={loading}
				spotifyUrl={spotifyUrl}
			/>
		</div>
	)
}
