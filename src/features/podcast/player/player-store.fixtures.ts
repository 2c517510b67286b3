import type { AudioEvent, AudioLike } from './player-audio.ts'
import type { PlayerPodcast } from './player-state.ts'

/** A fake audio element that the test controls: data arrives, stalls, ends or breaks on command. */
export class FakeAudio implements AudioLike {
	preload = ''
	currentTime = 0
	volume = 1
	muted = false
	playbackRate = 1
	defaultPlaybackRate = 1
	preservesPitch = false
	duration = Number.NaN
	paused = true
	ended = false
	readyState = 0
	error: { message: string } | null = null
	/** Every source that was set, in order. */
	readonly sources: string[] = []
	readonly #listeners = new Map<AudioEvent, (() => void)[]>()
	#play = Promise.withResolvers<void>()

	get src(): string {
		return this.sources.at(-1) ?? ''
	}

	set src(url: string) {
		this.sources.push(url)
		Object.assign(this, {
			currentTime: 0,
			playbackRate: this.defaultPlaybackRate,
			duration: Number.NaN,
			paused: true,
			ended: false,
			readyState: 0,
			error: null,
		})
	}

	addEventListener(type: AudioEvent, listener: () => void): void {
		this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener])
	}

	emit(type: AudioEvent): void {
		for (const listener of this.#listeners.get(type) ?? []) listener()
	}

	play(): Promise<void> {
		this.paused = false
		if (this.ended) Object.assign(this, { ended: false, currentTime: 0 })
		this.#play = Promise.withResolvers<void>()
		return this.#play.promise
	}

	pause(): void {
		if (this.paused) return
		this.paused = true
		this.#play.reject(new DOMException('The play() request was interrupted.', 'AbortError'))
	}

	/** Simulates the arrival of data: the element gets its duration and plays. */
	arrive(duration: number): void {
		Object.assign(this, { duration, readyState: 4 })
		this.emit('durationchange')
		this.emit('loadedmetadata')
		this.#play.resolve()
		this.emit('playing')
	}

	end(): void {
		Object.assign(this, { currentTime: this.duration, paused: true, ended: true })
		this.emit('pause')
		this.emit('ended')
	}

	async break(message: string): Promise<void> {
		this.error = { message }
		this.emit('error')
		this.#play.reject(new DOMException(message, 'NotSupportedError'))
		await Promise.resolve()
	}
}

export const episode = (id: string, duration: number | null = 100) => ({
	id,
	title: `Episode ${id}`,
	audioUrl: `/audio/${id}.mp3`,
	duration,
	imageUrl: null,
})

/** Three episodes: `a` of 100 s, `b` of 200 s, `c` of unknown length. */
export const podcast: PlayerPodcast = {
	title: 'The podcast',
	image: null,
	episodes: [episode('a'), episode('b', 200), episode('c', null)],
}
