import { type ComponentType, useEffect, useState } from 'react'
import type { Podcast } from '../../contract.ts'
import { PlayerView } from './PlayerView.tsx'

type Props = {
	/** The podcast from the server. If omitted, the island fetches it. */
	podcast?: Podcast | undefined
	/** Link to the podcast in Spotify, or empty. */
	spotifyUrl: string
}

/** The latest episodes with the player, on the navy background. */
export function PodcastPlayer({ podcast, spotifyUrl }: Props) {
	return podcast ? <PlayerView podcast={podcast} spotifyUrl={spotifyUrl} /> : <SelfFetching spotifyUrl={spotifyUrl} />
}

/**
 * Loads the data layer only on pages that do not provide the podcast. Not with `lazy()`: the server would render an
 * inline script for it, which the content security policy blocks.
 */
function SelfFetching({ spotifyUrl }: { spotifyUrl: string }) {
	const [Fetched, setFetched] = useState<ComponentType<{ spotifyUrl: string }>>()
	const [failed, setFailed] = useState(false)
	useEffect(() => {
		import('./FetchedPlayer.tsx').then(
			(module) => setFetched(() => module.FetchedPlayer),
			() => setFailed(true),
		)
	}, [])
	return Fetched ? (
		<Fetched spotifyUrl={spotifyUrl} />
	) : (
		<PlayerView loading={!failed} failed={failed} spotifyUrl={spotifyUrl} />
	)
}
