import { useStore } from '@nanostores/react'
import { ChevronDown, ChevronUp, Headphones, PictureInPicture2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { clock } from '#src/lib/text/cues.ts'
import { showToast } from '#src/lib/toast.ts'
import { chapterAt, type PlayerEpisode, type PlayerState, selectedEpisode } from '../../player/player-state.ts'
import { $isBarShown, closeBar, startListening } from '../listening/page-listening.ts'
import { useAnnouncement } from '../listening/use-announcement.ts'
import { $cardInView } from './card-in-view.ts'
import { HAS_START_TIME, PlayButton, playLabel, SkipButton, SleepSelect, SpeedSelect } from './PlayerControls.tsx'
import { QueueButton, useQueuePanel } from './PlayerQueueButton.tsx'
import { pagePlayer } from './page-player.ts'
import { keyHandler } from './player-keys.ts'
import { popOut } from './pop-out.ts'
import { SeekSlider } from './SeekSlider.tsx'

/** The player at the bottom of the page, shown once something plays. Use it once, in the layout. */
export function PlayerBar() {
	const state = useStore(pagePlayer.$state, { ssr: 'initial' })
	const isShown = useStore($isBarShown, { ssr: 'initial' })
	useEffect(() => startListening({ restoresHandover: true }), [])
	const cardInView = useStore($cardInView, { ssr: 'initial' })
	const episode = selectedEpisode(state)
	return isShown && episode && cardInView !== episode.id ? <Bar episode={episode} state={state} /> : null
}

function Bar({ episode, state }: { episode: PlayerEpisode; state: PlayerState }) {
	// A list on the page announces its own selection.
	const announcement = useAnnouncement(state, state.isSingle ? episode.title : undefined)
	const panel = useQueuePanel()
	const row = useRef<HTMLDivElement>(null)
	const [isExpanded, setExpanded] = useState(false)
	const isPaused = state.status === 'paused' && !isExpanded && !panel.Panel
	const { isFolded, unfold } = useFolding(isPaused)
	useEffect(() => (row.current ? publishHeight(row.current) : undefined), [])
	return (
		// biome-ignore lint/a11y/noNoninteractiveElementInteractions: handles keys of the controls inside
		<section
			className="player-bar"
			aria-label="Now playing"
			data-folded={isFolded || undefined}
			data-more={isExpanded || undefined}
			onKeyDown={keyHandler(pagePlayer)}
		>
			<p role="status" className="sr-only">
				{announcement}
			</p>
			{panel.Panel && <panel.Panel onClose={panel.close} />}
			<button type="button" className="player-bar-round" aria-label="Open the player" onClick={unfold}>
				<Headphones aria-hidden="true" className="size-6" strokeWidth={1.75} />
			</button>
			<div ref={row} className="wrap player-bar-row">
				<div className="player-bar-keys">
					<SkipButton to="back" player={pagePlayer} />
					<PlayButton state={state} player={pagePlayer} />
					<SkipButton to="ahead" player={pagePlayer} />
				</div>
				<PlayerText episode={episode} state={state} />
				<div className="player-bar-heard" aria-hidden="true" style={{ inlineSize: playedPercent(state) }} />
				<div className="player-bar-track">
					<SeekSlider key={episode.id} state={state} player={pagePlayer} isBare />
				</div>
				<div className="player-bar-tools">
					<SpeedSelect rate={state.rate} />
					<SleepSelect hasChapters={Boolean(episode.chapters?.length)} />
					<QueueButton isOpen={panel.Panel !== undefined} onPress={panel.toggle} />
					<PopOutButton />
				</div>
				<MoreButton isOpen={isExpanded} onPress={() => setExpanded(!isExpanded)} />
				<button type="button" className="icon-btn player-bar-close" aria-label="Close the player" onClick={closeBar}>
					<X aria-hidden="true" className="size-5" strokeWidth={1.75} />
				</button>
			</div>
		</section>
	)
}

/** Shows or hides the additional controls on a phone. */
function MoreButton({ isOpen, onPress }: { isOpen: boolean; onPress(): void }) {
	const Chevron = isOpen ? ChevronDown : ChevronUp
	return (
		<button
			type="button"
			className="icon-btn player-bar-more"
			aria-label="More controls"
			aria-expanded={isOpen}
			onClick={onPress}
		>
			<Chevron aria-hidden="true" className="size-5" strokeWidth={1.75} />
		</button>
	)
}

const PopOutButton = () => (
	<button type="button" className="icon-btn player-bar-out" aria-label="Open in a separate window" onClick={openPopOut}>
		<PictureInPicture2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
	</button>
)

/** Events that show the reader moving on. Not `scroll`: the bar itself causes it by changing the page's height. */
const FOLD_EVENTS = ['touchmove', 'wheel', 'astro:page-load']

/**
 * On a phone (`player-bar.css`), folds a paused bar into a round button: on a new page, and when the reader scrolls.
 * @param isPaused true if nothing plays and neither the additional controls nor the queue are open.
 */
function useFolding(isPaused: boolean) {
	const [isFolded, setFolded] = useState(isPaused)
	useEffect(() => {
		if (!isPaused) return setFolded(false)
		const fold = () => setFolded(true)
		for (const name of FOLD_EVENTS) document.addEventListener(name, fold, { passive: true })
		return () => {
			for (const name of FOLD_EVENTS) document.removeEventListener(name, fold)
		}
	}, [isPaused])
	return { isFolded: isFolded && isPaused, unfold: () => setFolded(false) }
}

/** Returns how much of the episode has been heard, as a CSS percentage. */
const playedPercent = ({ position, duration }: PlayerState) => `${duration ? (position / duration) * 100 : 0}%`

/** Publishes the bar's height as `--player-bar`, for other elements at the bottom. @returns a function to stop it. */
function publishHeight(row: HTMLElement): () => void {
	const { style } = document.documentElement
	const observer = new ResizeObserver(() => style.setProperty('--player-bar', `${row.offsetHeight}px`))
	observer.observe(row)
	return () => {
		observer.disconnect()
		style.removeProperty('--player-bar')
	}
}

function openPopOut(): void {
	if (!popOut()) showToast({ title: 'Your browser blocked the window', variant: 'destructive' })
}

/** The title; below it, the failure, or the position, duration and chapter. */
function PlayerText({ episode, state }: { episode: PlayerEpisode; state: PlayerState }) {
	const label = playLabel(state)
	const chapter = chapterAt(episode, state.position)?.title
	return (
		<div className="player-bar-text">
			<p className="player-bar-title">{episode.title}</p>
			<p className="player-bar-facts">
				{state.hasFailed ? (
					'This episode could not be played. Press Play to try again.'
				) : (
					<>
						{HAS_START_TIME.test(label) ? <span>{label}</span> : <span>{clock(state.position)}</span>}
						<span>{state.duration === null ? '' : ` / ${clock(state.duration)}`}</span>
						{chapter && <span> · {chapter}</span>}
					</>
				)}
			</p>
		</div>
	)
}
