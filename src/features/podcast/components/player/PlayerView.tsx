import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import type { Podcast } from '../../contract.ts'
import { listActions } from '../../player/player-actions.ts'
import { withPodcast } from '../../player/player-state.ts'
import { EpisodeList } from '../EpisodeList.tsx'
import { PlayerCard } from './PlayerCard.tsx'
import { pagePlayer } from './page-player.ts'

type Props = {
	podcast?: Podcast | undefined
	loading?: boolean
	failed?: boolean
	onRetry?: (() => void) | undefined
	spotifyUrl: string
}

/** List and player card, for a podcast that is loaded, loading or missing. */
export function PlayerView({ podcast, loading = false, failed = false, onRetry, spotifyUrl }: Props) {
	const state = useStore(pagePlayer.$state, { ssr: 'initial' })
	useEffect(() => {
		const { status, episodeId } = pagePlayer.$state.get()
		// An episode still playing from the previous page stays in the bar until another one is chosen here.
		if (podcast && (status === 'paused' || podcast.episodes.some(({ id }) => id === episodeId)))
			pagePlayer.load(podcast)
	}, [podcast])
	const player = useMemo(() => listActions(pagePlayer, podcast), [podcast])
	// Before the effect runs, and on the server, only the prop has the list.
	const shown = podcast && state.podcast !== podcast ? withPodcast(state, podcast) : state
	return (
		<div className="grid items-start gap-10 min-[56rem]:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
			<EpisodeList
				episodes={podcast?.episodes ?? []}
				feedImage={podcast?.image}
				state={shown}
				player={player}
				loading={loading}
				failed={failed}
				onRetry={onRetry}
			/>
			<PlayerCard
				episode={podcast?.episodes.find(({ id }) => id === shown.episodeId)}
				state={shown}
				player={player}
				loading={loading}
				spotifyUrl={spotifyUrl}
			/>
		</div>
	)
}
