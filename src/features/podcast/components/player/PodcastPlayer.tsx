import { type ComponentType, useEffect, useState } from 'react'
import type { Podcast } from '../../contract.ts'
import { PlayerView } from './PlayerView.tsx'

type Props = {
	/** What the page was rendered with. Without it the island fetches the podcast itself. */
	podcast?: Podcast | undefined
	/** Where one listens in Spotify; empty where the club is not there. */
	spotifyUrl: string
}

/** The latest episodes and the player beside them, on the navy ground. */
export function PodcastPlayer({ podcast, spotifyUrl }: Props) {
	return podcast ? <PlayerView podcast={podcast} spotifyUrl={spotifyUrl} /> : <SelfFetching spotifyUrl={spotifyUrl} />
}

/**
 * The data layer comes only where it is needed: a page that brings its podcast does not load it.
 * No `lazy()`: what is lazy has no place in what the server renders, see `lib/islands/server-renderer.ts`.
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
