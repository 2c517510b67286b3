import { type ComponentType, useEffect, useState } from 'react'
import type { Podcast } from '../contract.ts'
import { PlayerView } from './PlayerView.tsx'

type Props = {
	/** What the page was rendered with. Without it the island fetches the podcast itself. */
	podcast?: Podcast | undefined
}

/** The latest episodes and the player beside them, on the navy ground. */
export function PodcastPlayer({ podcast }: Props) {
	return podcast ? <PlayerView podcast={podcast} /> : <SelfFetching />
}

/**
 * The data layer comes only where it is needed: a page that brings its podcast does not load it.
 * No `lazy()`: rendering on the server would stream it in with an inline script, which our policy forbids.
 */
function SelfFetching() {
	const [Fetched, setFetched] = useState<ComponentType>()
	const [failed, setFailed] = useState(false)
	useEffect(() => {
		import('./FetchedPlayer.tsx').then(
			(module) => setFetched(() => module.FetchedPlayer),
			() => setFailed(true),
		)
	}, [])
	return Fetched ? <Fetched /> : <PlayerView loading={!failed} failed={failed} />
}
