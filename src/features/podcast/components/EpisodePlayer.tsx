import { useStore } from '@nanostores/react'
import { Link2, ListPlus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { timeInAddress } from '#src/lib/link-time.ts'
import { showToast } from '#src/lib/toast.ts'
import { timeLabel } from '../listening-resume.ts'
import { initialPlayerState, type PlayerEpisode, type PlayerState, withPodcast } from '../player-state.ts'
import { addBySlug } from './add-to-queue.ts'
import { FullPlayer } from './FullPlayer.tsx'
import { openEpisode, resumeOf, type Show, startListening } from './page-listening.ts'
import { pagePlayer } from './page-player.ts'
import { $asked } from './player-signal.ts'

type Props = {
	episode: PlayerEpisode & { slug: string }
	show: Show
}

const isSelected = ({ id }: PlayerEpisode) => pagePlayer.$state.get().episodeId === id

/** Keys that only move the focus choose nothing. */
const MOVES = new Set(['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'Escape'])

/**
 * The player of an episode on its page. What the bar has of another one, which plays or was left on the page before, stays
 * there until somebody does something here.
 */
export function EpisodePlayer({ episode, show }: Props) {
	const state = useStore(pagePlayer.$state, { ssr: 'initial' })
	const asked = useStore($asked, { ssr: 'initial' })
	const waiting = useMemo(() => stateOf(episode, show), [episode, show])
	const [place, setPlace] = useState(0)
	const claim = () => {
		if (!isSelected(episode)) openEpisode(episode, show, timeInAddress(window.location))
	}
	useEffect(() => {
		const time = timeInAddress(window.location)
		startListening({ takesOver: time === undefined })
		const { episodeId } = pagePlayer.$state.get()
		const isOther = episodeId !== null && episodeId !== episode.id
		// One that was taken over is where it was left.
		if (time !== undefined || !isOther) openEpisode(episode, show, time)
		else setPlace(resumeOf(episode) ?? 0)
	}, [episode, show])
	useEffect(() => {
		const follow = () => {
			const time = timeInAddress({ search: '', hash: window.location.hash })
			if (time !== undefined) openEpisode(episode, show, time)
		}
		window.addEventListener('hashchange', follow)
		return () => window.removeEventListener('hashchange', follow)
	}, [episode, show])
	useEffect(() => {
		if (asked === undefined) return
		$asked.set(undefined)
		openEpisode(episode, show, asked)
		pagePlayer.play()
	}, [asked, episode, show])
	const { volume, muteFlag, rate } = state
	const shown = state.episodeId === episode.id ? state : { ...waiting, position: place, volume, muteFlag, rate }
	return (
		<div
			onPointerDownCapture={claim}
			onClickCapture={claim}
			onKeyDownCapture={({ key }) => {
				if (!MOVES.has(key)) claim()
			}}
		>
			<FullPlayer episode={episode} state={shown} isOnPage>
				<PageTools episode={episode} state={shown} />
			</FullPlayer>
			{/* Readers without JavaScript get the browser's own player. */}
			<noscript>
				<audio className="w-full" controls preload="none" src={episode.audioUrl} aria-label={episode.title} />
			</noscript>
		</div>
	)
}

const stateOf = (episode: PlayerEpisode, show: Show): PlayerState => ({
	...withPodcast(initialPlayerState, { ...show, episodes: [episode] }),
	isSingle: true,
})

/** Where this page is, at a second; without one at the beginning. */
function addressAt(position: number): string {
	const { origin, pathname } = window.location
	const second = Math.floor(position)
	return `${origin}${pathname}${second > 0 ? `?t=${second}` : ''}`
}

function PageTools({ episode, state }: { episode: Props['episode']; state: PlayerState }) {
	// Where the browser keeps the clipboard to itself, the address is shown to be copied by hand.
	const [refused, setRefused] = useState<string>()
	const second = Math.floor(state.position)
	async function copy(): Promise<void> {
		const address = addressAt(state.position)
		try {
			await navigator.clipboard.writeText(address)
			setRefused(undefined)
			showToast({ title: 'Link copied' })
		} catch {
			setRefused(address)
		}
	}
	const add = () =>
		void addBySlug(episode.slug).catch(() =>
			showToast({ title: 'The episode could not be added to the queue', variant: 'destructive' }),
		)
	return (
		<div className="page-tools">
			<button type="button" className="player-text-button" onClick={() => void copy()}>
				<Link2 aria-hidden="true" className="size-4" strokeWidth={1.75} />
				{second > 0 ? `Copy link at ${timeLabel(second)}` : 'Copy link'}
			</button>
			<button type="button" className="player-text-button" onClick={add}>
				<ListPlus aria-hidden="true" className="size-4" strokeWidth={1.75} />
				Add to queue
			</button>
			{refused && (
				<input
					className="input w-full"
					aria-label="Address to copy"
					readOnly
					value={refused}
					onFocus={({ target }) => target.select()}
				/>
			)}
		</div>
	)
}
