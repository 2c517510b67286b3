import { atom } from 'nanostores'
import type { PlayerEpisode } from './player-state.ts'

/** Maximum length of the queue. */
export const QUEUE_LENGTH = 50

export type AddOutcome = 'added' | 'duplicate' | 'full'

/** The episodes to play next, in order, each once. Independent of React and storage. */
export class PlayerQueue {
	readonly $episodes = atom<readonly PlayerEpisode[]>([])

	/** Replaces the queue with stored episodes, without duplicates and up to the limit. */
	replace(episodes: readonly PlayerEpisode[]): void {
		const unique = episodes.filter(({ id }, index) => episodes.findIndex((other) => other.id === id) === index)
		this.$episodes.set(unique.slice(0, QUEUE_LENGTH))
	}

	/** Appends an episode. */
	add(episode: PlayerEpisode): AddOutcome {
		const episodes = this.$episodes.get()
		if (episodes.some(({ id }) => id === episode.id)) return 'duplicate'
		if (episodes.length >= QUEUE_LENGTH) return 'full'
		this.$episodes.set([...episodes, episode])
		return 'added'
	}

	remove(id: string): void {
		const episodes = this.$episodes.get()
		if (episodes.some((episode) => episode.id === id)) this.$episodes.set(episodes.filter((one) => one.id !== id))
	}

	clear(): void {
		if (this.$episodes.get().length > 0) this.$episodes.set([])
	}

	/** Moves an episode to an index, clamped to the queue. */
	move(id: string, to: number): void {
		const episodes = [...this.$episodes.get()]
		const from = episodes.findIndex((episode) => episode.id === id)
		const index = Math.min(Math.max(Math.trunc(to), 0), episodes.length - 1)
		if (from < 0 || from === index) return
		episodes.splice(index, 0, ...episodes.splice(from, 1))
		this.$episodes.set(episodes)
	}

	/** Removes the episode that ended, then removes and returns the next one. */
	shift(ended: string): PlayerEpisode | undefined {
		this.remove(ended)
		const [next] = this.$episodes.get()
		if (next) this.remove(next.id)
		return next
	}
}
