import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { $user, type SignedInUser } from '#src/lib/api/auth-state.ts'
import { timeInUrl } from '#src/lib/dates/link-time.ts'
import { readEpisode } from '../../player/listening-queries.ts'
import { selectedEpisode } from '../../player/player-state.ts'
import { reloadOnUserChange } from '../listening/leave-with-member.ts'
import { openEpisode, startListening } from '../listening/page-listening.ts'
import { FullPlayer } from './FullPlayer.tsx'
import { pagePlayer } from './page-player.ts'

type Stage = 'loading' | 'nothing' | 'failed'

/** Opens the episode in the URL: `?e=` is its id or slug, `?t=` the second to start from. */
async function openEpisodeByName(name: string): Promise<void> {
	const episode = await readEpisode(name)
	openEpisode(episode, { title: '', image: null }, timeInUrl(window.location))
}

/**
 * The player in its own window: plays the episode in its URL, or continues the episode of the window that opened
 * it.
 */
export function PopOutPlayer({ user }: { user: SignedInUser | null }) {
	const state = useStore(pagePlayer.$state, { ssr: 'initial' })
	const [stage, setStage] = useState<Stage>('loading')
	useEffect(() => {
		// Set the user here, since this window has no header.
		if ($user.get() === undefined) {
			$user.set(user)
			reloadOnUserChange()
		}
		const requestedName = new URLSearchParams(window.location.search).get('e')
		startListening({ restoresHandover: requestedName === null })
		if (requestedName !== null)
			openEpisodeByName(requestedName).then(
				() => setStage('nothing'),
				() => setStage('failed'),
			)
		else {
			setStage('nothing')
			// If the browser requires a click in this window first, the player waits for it.
			pagePlayer.play()
		}
	}, [user])
	const episode = selectedEpisode(state)
	return episode ? <FullPlayer episode={episode} state={state} /> : <EmptyPlayer stage={stage} />
}

const HEADINGS = { loading: 'Loading podcast...', nothing: 'Nothing is playing', failed: 'Episode not found' } as const
const TEXTS = {
	nothing: 'Play an episode, then open this window from the player bar.',
	failed: 'It may have been taken down, or we could not reach the server.',
} as const

function EmptyPlayer({ stage }: { stage: Stage }) {
	return (
		<section className="full-player" aria-label="Podcast player">
			<h1 className="text-subtitle">{HEADINGS[stage]}</h1>
			{stage !== 'loading' && (
				<>
					<p className="mt-2 text-on-navy-muted">{TEXTS[stage]}</p>
					<p className="mt-5">
						<a className="btn btn-line" href="/#podcast">
							Listen to Podcast
						</a>
					</p>
				</>
			)}
		</section>
	)
}
