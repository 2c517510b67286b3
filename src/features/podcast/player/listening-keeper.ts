import type { PlayerState } from './player-state.ts'
import type { Player } from './player-store.ts'

/** Interval between saves during playback, in milliseconds (docs/product.md, The player bar). */
const SAVE_INTERVAL_MS = 15_000
/** Playback in milliseconds before a stored position is replaced: the listener may just be sampling a linked time. */
const MIN_PLAYED_MS = 5_000

/** The position in an episode. Seconds; `duration` is null while unknown. */
export interface ListeningProgress {
	readonly episodeId: string
	readonly position: number
	readonly duration: number | null
	/** True if the episode played to its end. */
	readonly finished: boolean
}

type Save = (progress: ListeningProgress, isLeaving: boolean) => void

const progressOf = ({ episodeId, position, duration }: PlayerState, finished: boolean): ListeningProgress | null =>
	episodeId === null ? null : { episodeId, position, duration, finished }

/**
 * Saves the player's position: every 15 s during playback, when it pauses, stops or changes episodes, and when the
 * page is left (`isLeaving`). Saves nothing before 5 s have played.
 * @returns a function that stops it.
 */
export function trackListening(player: Player, save: Save, page: EventTarget = window): () => void {
	let lastState = player.$state.get()
	let lastAt = Date.now()
	let savedAt = Date.now()
	/** Milliseconds of the selected episode played on this page, and whether some are unsaved. */
	let playedMs = 0
	let hasUnsaved = false

	function saveIfPlayed(state: PlayerState, finished: boolean, isLeaving = false): void {
		const progress = progressOf(state, finished)
		if (!progress || !hasUnsaved || playedMs < MIN_PLAYED_MS) return
		hasUnsaved = false
		savedAt = Date.now()
		save(progress, isLeaving)
	}

	function updatePlayed(): void {
		const now = Date.now()
		if (lastState.status === 'playing') {
			playedMs += now - lastAt
			hasUnsaved = true
		} else savedAt = now
		lastAt = now
	}

	const stopListening = player.$state.listen((state) => {
		updatePlayed()
		const previous = lastState
		lastState = state
		if (state.episodeId !== previous.episodeId) {
			saveIfPlayed(previous, false)
			playedMs = 0
			hasUnsaved = false
		} else if (previous.status !== 'paused' && state.status === 'paused') saveIfPlayed(state, false)
		else if (Date.now() - savedAt >= SAVE_INTERVAL_MS) saveIfPlayed(state, false)
	})
	const stopOnEnded = player.onEnded(() => {
		updatePlayed()
		const { duration, position } = player.$state.get()
		saveIfPlayed({ ...player.$state.get(), position: duration ?? position }, true)
		// The next events are about the new episode.
		playedMs = 0
		lastState = { ...lastState, status: 'paused' }
	})
	const onPageHide = () => {
		updatePlayed()
		saveIfPlayed({ ...player.$state.get(), position: player.currentPosition() }, false, true)
	}
	page.addEventListener('pagehide', onPageHide)
	return () => {
		stopListening()
		stopOnEnded()
		page.removeEventListener('pagehide', onPageHide)
	}
}
