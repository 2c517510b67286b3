import type { PlayerState } from './player-state.ts'
import type { Player } from './player-store.ts'

/** Interval between saves during playback, in milliseconds (docs/product.md, The player bar). */
const SAVE_EVERY_MS = 15_000
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

type Save = (heard: ListeningProgress, isLeaving: boolean) => void

const heardOf = ({ episodeId, position, duration }: PlayerState, finished: boolean): ListeningProgress | null =>
	episodeId === null ? null : { episodeId, position, duration, finished }

/**
 * Saves the player's position: every 15 s during playback, when it pauses, stops or changes episodes, and when the
 * page is left (`isLeaving`). Saves nothing before 5 s have played.
 * @returns a function that stops it.
 */
export function trackListening(player: Player, save: Save, page: EventTarget = window): () => void {
	let last = player.$state.get()
	let lastAt = Date.now()
	let savedAt = Date.now()
	/** Milliseconds of the selected episode played on this page, and whether some are unsaved. */
	let heard = 0
	let isNew = false

	function keep(state: PlayerState, finished: boolean, isLeaving = false): void {
		const said = heardOf(state, finished)
		if (!said || !isNew || heard < MIN_PLAYED_MS) return
		isNew = false
		savedAt = Date.now()
		save(said, isLeaving)
	}

	function count(): void {
		const now = Date.now()
		if (last.status === 'playing') {
			heard += now - lastAt
			isNew = true
		} else savedAt = now
		lastAt = now
	}

	const stopListening = player.$state.listen((state) => {
		count()
		const before = last
		last = state
		if (state.episodeId !== before.episodeId) {
			keep(before, false)
			heard = 0
			isNew = false
		} else if (before.status !== 'paused' && state.status === 'paused') keep(state, false)
		else if (Date.now() - savedAt >= SAVE_EVERY_MS) keep(state, false)
	})
	const stopEndings = player.onEnded(() => {
		count()
		const { duration, position } = player.$state.get()
		keep({ ...player.$state.get(), position: duration ?? position }, true)
		// The next events are about the new episode.
		heard = 0
		last = { ...last, status: 'paused' }
	})
	const leave = () => {
		count()
		keep({ ...player.$state.get(), position: player.currentPosition() }, false, true)
	}
	page.addEventListener('pagehide', leave)
	return () => {
		stopListening()
		stopEndings()
		page.removeEventListener('pagehide', leave)
	}
}
