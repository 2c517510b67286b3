import type { PlayerState } from './player-state.ts'
import type { Player } from './player-store.ts'

/** How often a position is saved while an episode plays, in milliseconds (docs/product.md, The player bar). */
export const SAVE_EVERY_MS = 15_000
/** So much is heard before a position takes the place of the one before: who opens a link at a time may only look in. */
export const HEARD_MS = 5_000

/** How far somebody has come in an episode. Seconds; `duration` is null while unknown. */
export interface Heard {
	readonly episodeId: string
	readonly position: number
	readonly duration: number | null
	/** It was heard to its end. */
	readonly finished: boolean
}

type Save = (heard: Heard, isLeaving: boolean) => void

const heardOf = ({ episodeId, position, duration }: PlayerState, finished: boolean): Heard | null =>
	episodeId === null ? null : { episodeId, position, duration, finished }

/**
 * Saves where the player is: every 15 s while it plays, when it pauses, stops or another episode takes its place, and
 * when the page is left (`isTrashing`). Nothing before 5 s of the episode were heard. Returns what ends it.
 */
export function keepListening(player: Player, save: Save, page: EventTarget = window): () => void {
	let last = player.$state.get()
	let lastAt = Date.now()
	let savedAt = Date.now()
	/** Milliseconds heard of the selected episode on this page, and whether some of them are not saved. */
	let heard = 0
	let isNew = false

	function keep(state: PlayerState, finished: boolean, isLeaving = false): void {
		const said = heardOf(state, finished)
		if (!said || !isNew || heard < HEARD_MS) return
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
		// What the player does now it does not do to what was heard.
		heard = 0
		last = { ...last, status: 'paused' }
	})
	const leave = () => {
		count()
		keep({ ...player.$state.get(), position: player.heardAt() }, false, true)
	}
	page.addEventListener('pagehide', leave)
	return () => {
		stopListening()
		stopEndings()
		page.removeEventListener('pagehide', leave)
	}
}
