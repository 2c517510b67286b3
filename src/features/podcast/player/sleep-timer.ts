import { atom } from 'nanostores'
import { chapterEnd } from './player-state.ts'
import type { Player } from './player-store.ts'

/** Minutes after which it may fall silent (docs/product.md, The player bar). */
export const SLEEP_MINUTES = [5, 10, 15, 30, 45, 60] as const
/** It grows quiet over so many seconds before it stops. */
export const FADE_SECONDS = 10

/** When it stops: after so many minutes, or at the end of what is heard now. */
export type SleepAt = (typeof SLEEP_MINUTES)[number] | 'chapter' | 'episode'

export interface Sleep {
	readonly at: SleepAt
	/** Seconds until it stops; null while that is not known. */
	readonly left: number | null
}

const TICK_MS = 250

/**
 * Stops the player after a time, or at the end of a chapter or an episode, with a fade before. The volume is as it was
 * afterwards. Minutes pass by the clock, also while it is paused: who pauses and falls asleep is not woken.
 */
export class SleepTimer {
	readonly $sleep = atom<Sleep | null>(null)
	readonly #player: Player
	#timer: ReturnType<typeof setInterval> | undefined
	#endsAt = 0
	/** The chapter's end is that of the moment of choosing: seeking on to another chapter does not put it off. */
	#position: number | null = null
	#episodeId: string | null = null

	constructor(player: Player) {
		this.#player = player
		player.onEnded(() => {
			if (typeof this.$sleep.get()?.at === 'string') this.cancel()
		})
	}

	/** Begins, in place of what was chosen before. */
	start(at: SleepAt): void {
		this.cancel()
		const state = this.#player.$state.get()
		this.#endsAt = typeof at === 'number' ? Date.now() + at * 60_000 : 0
		this.#position = at === 'chapter' ? chapterEnd(state) : null
		this.#episodeId = state.episodeId
		this.#timer = setInterval(() => this.#tick(at), TICK_MS)
		this.#tick(at)
	}

	/** Takes it back; the volume is whole again. */
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
		// The end of an episode comes by itself.
		if (left !== null && left <= 0 && at !== 'episode') {
			this.#player.pause()
			this.cancel()
			return
		}
		this.$sleep.set({ at, left })
		this.#player.setFade(left === null ? 1 : left / FADE_SECONDS)
	}

	/** Seconds as they pass for who listens: at double speed a chapter is over in half of them. */
	#left(at: SleepAt): number | null {
		if (typeof at === 'number') return (this.#endsAt - Date.now()) / 1000
		const { duration, rate } = this.#player.$state.get()
		const end = at === 'chapter' ? (this.#position ?? duration) : duration
		return end === null ? null : (end - this.#player.heardAt()) / rate
	}
}
