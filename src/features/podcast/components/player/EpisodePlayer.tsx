import { useStore } from '@nanostores/react'
import { Link2, ListPlus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { copyText } from '#src/lib/copy-text.ts'
import { timeInUrl } from '#src/lib/dates/link-time.ts'
import { clock } from '#src/lib/text/cues.ts'
import { showToast } from '#src/lib/toast.ts'
import type { SinglePlayer } from '../../player/player-actions.ts'
import {
	clamp,
	initialPlayerState,
	type PlayerEpisode,
	type PlayerState,
	withPodcast,
} from '../../player/player-state.ts'
import { openEpisode, resumeOf, type Show, startListening } from '../listening/page-listening.ts'
import { addBySlug } from './add-to-queue.ts'
import { FullPlayer } from './FullPlayer.tsx'
import { followTranscript } from './follow-transcript.ts'
import { pagePlayer } from './page-player.ts'
import { $requestedSecond } from './player-signal.ts'

type Props = {
	episode: PlayerEpisode & { slug: string }
	show: Show
}

/**
 * The player on an episode's page. If the bar has another episode, that one stays open until Play or a time is clicked
 * here; until then, seeking only sets where this episode will start.
 */
export function EpisodePlayer({ episode, show }: Props) {
	const state = useStore(pagePlayer.$state, { ssr: 'initial' })
	const requestedSecond = useStore($requestedSecond, { ssr: 'initial' })
	const idleState = useMemo(() => stateOf(episode, show), [episode, show])
	const [startPosition, setStartPosition] = useState(0)
	const isOpen = state.episodeId === episode.id
	useEffect(() => {
		const time = timeInUrl(window.location)
		startListening({ restoresHandover: time === undefined })
		// An episode from the previous page keeps its position. Another episode that is still playing stays in the bar.
		if (canOpen(episode) || (time !== undefined && pagePlayer.$state.get().status === 'paused'))
			openEpisode(episode, show, time)
	}, [episode, show])
	useEffect(() => followTranscript(episode.id), [episode.id])
	useEffect(() => {
		if (!isOpen) setStartPosition(timeInUrl(window.location) ?? resumeOf(episode) ?? 0)
	}, [isOpen, episode])
	useEffect(() => {
		const onHashChange = () => {
			const time = timeInUrl({ search: '', hash: window.location.hash })
			if (time !== undefined) openEpisode(episode, show, time)
		}
		window.addEventListener('hashchange', onHashChange)
		return () => window.removeEventListener('hashchange', onHashChange)
	}, [episode, show])
	useEffect(() => {
		if (requestedSecond === undefined) return
		$requestedSecond.set(undefined)
		openEpisode(episode, show, requestedSecond)
		pagePlayer.play()
	}, [requestedSecond, episode, show])
	const { volume, muteFlag, rate } = state
	const shown = isOpen ? state : { ...idleState, position: startPosition, volume, muteFlag, rate }
	const player = isOpen ? pagePlayer : idlePlayer(shown, setStartPosition, () => openEpisode(episode, show))
	return (
		<>
			<FullPlayer episode={episode} state={shown} player={player} isOnPage>
				<PageTools episode={episode} state={shown} />
			</FullPlayer>
			{/* Without JavaScript: the browser's native player. */}
			<noscript>
				<audio className="w-full" controls preload="none" src={episode.audioUrl} aria-label={episode.title} />
			</noscript>
		</>
	)
}

/** Checks whether the page's player has no other episode. */
function canOpen({ id }: PlayerEpisode): boolean {
	const { episodeId } = pagePlayer.$state.get()
	return episodeId === null || episodeId === id
}

/** Returns the controls of this episode while another one is open. Only Play replaces the other one. */
function idlePlayer(state: PlayerState, setPosition: (seconds: number) => void, open: () => void): SinglePlayer {
	const seek = (seconds: number) => setPosition(clamp(seconds, 0, state.duration ?? Math.max(0, seconds)))
	return {
		toggle() {
			open()
			pagePlayer.cue(state.position)
			pagePlayer.play()
		},
		seek,
		skip: (seconds) => seek(state.position + seconds),
		setRate: (rate) => pagePlayer.setRate(rate),
		setVolume: (volume) => pagePlayer.setVolume(volume),
		toggleMute: () => pagePlayer.toggleMute(),
	}
}

const stateOf = (episode: PlayerEpisode, show: Show): PlayerState => ({
	...withPodcast(initialPlayerState, { ...show, episodes: [episode] }),
	isSingle: true,
})

/** Returns this page's URL with the second in `?t=`, or without `?t=` at the beginning. */
function urlAt(position: number): string {
	const { origin, pathname } = window.location
	const second = Math.floor(position)
	return `${origin}${pathname}${second > 0 ? `?t=${second}` : ''}`
}

function PageTools({ episode, state }: { episode: Props['episode']; state: PlayerState }) {
	// Without clipboard access, the URL is shown for manual copying.
	const [urlToCopy, setUrlToCopy] = useState<string>()
	const second = Math.floor(state.position)
	async function copy(): Promise<void> {
		const url = urlAt(state.position)
		setUrlToCopy((await copyText(url, 'Link copied')) ? undefined : url)
	}
	const add = () =>
		void addBySlug(episode.slug).catch(() =>
			showToast({ title: 'The episode could not be added to the queue', variant: 'destructive' }),
		)
	return (
		<div className="page-tools">
			<button type="button" className="player-text-button" onClick={() => void copy()}>
				<Link2 aria-hidden="true" className="size-4" strokeWidth={1.75} />
				{second > 0 ? `Copy link at ${clock(second)}` : 'Copy link'}
			</button>
			<button type="button" className="player-text-button" onClick={add}>
				<ListPlus aria-hidden="true" className="size-4" strokeWidth={1.75} />
				Add to queue
			</button>
			{urlToCopy && (
				<input
					className="input w-full"
					aria-label="Address to copy"
					readOnly
					value={urlToCopy}
					onFocus={({ target }) => target.select()}
				/>
			)}
		</div>
	)
}
