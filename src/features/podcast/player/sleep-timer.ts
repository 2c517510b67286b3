import { atom } from 'nanostores'
import { chapterEnd } from './player-state.ts'
import type { Player } from './player-store.ts'

/** Available minutes (docs/product.md, The player bar). */
export const SLEEP_MINUTES = [5, 10, 15, 30, 45, 60] as const
/** Length of the fade before the stop, in seconds. */
const FADE_SECONDS = 10

/** When playback stops: after some minutes, or at the end of the current chapter or episode. */
export type SleepAt = (typeof SLEEP_MINUTES)[number] | 'chapter' | 'episode'

export interface Sleep {
	readonly at: SleepAt
	/** Seconds until playback stops; null while unknown. */
	readonly left: number | null
}

const TICK_MS = 250

/**
 * Fades and stops the player after a time, or at the end of a chapter or an episode, then restores the volume. The
 * clock also runs while playback is paused, so it has expired when a listener resumes the next morning.
 */
export class SleepTimer {
	readonly $sleep = atom<Sleep | null>(null)
	readonly #player: Player
	#timer: ReturnType<typeof setInterval> | undefined
	#endsAt = 0
	/** End of the chapter that was current at the start: seeking to another chapter does not postpone the stop. */
	#chapterEnd: number | null = null
	#episodeId: string | null = null

	constructor(player: Player) {
		this.#player = player
		player.onEnded(() => {
			if (typeof this.$sleep.get()?.at === 'string') this.cancel()
		})
	}

	/** Starts the timer and replaces an earlier one. */
	start(at: SleepAt): void {
		this.cancel()
		const state = this.#player.$state.get()
		this.#endsAt = typeof at === 'number' ? Date.now() + at * 60_000 : 0
		this.#chapterEnd = at === 'chapter' ? chapterEnd(state) : null
		this.#episodeId = state.episodeId
		this.#timer = setInterval(() => this.#tick(at), TICK_MS)
		this.#tick(at)
	}

	/** Cancels the timer and restores the volume. */
	cancel(): void {
		clearInterval(this.#timer)
		this.#timer = undefined
		this.#player.setFade(1)
		this.$sleep.set(null)
	}

	#tick(at: SleepAt): void {
		// Another episode has neither that chapter nor that end.
		if (typeof at === 'string' && this.#player.$state.get().episodeId !== this.#episodeId) {
			this.cancel()
			return
		}
		const left = this.#left(at)
		// The end of an episode has its own event.
		if (left !== null && left <= 0 && at !== 'episode') {
			this.#player.pause()
			this.cancel()
			return
		}
		this.$sleep.set({ at, left })
		this.#player.setFade(left === null ? 1 : left / FADE_SECONDS)
	}

	/** Returns the remaining seconds in real time: at double speed a chapter takes half as long. */
	#left(at: SleepAt): number | null {
		if (typeof at === 'number') return (this.#endsAt - Date.now()) / 1000
		const { duration, rate } = this.#player.$state.get()
		const end = at === 'chapter' ? (this.#chapterEnd ?? duration) : duration
		return end === null ? null : (end - this.#player.currentPosition()) / rate
	}
}
