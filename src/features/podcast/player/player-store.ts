import { atom } from 'nanostores'
import { type AudioLike, PlayerAudio } from './player-audio.ts'
import {
	clamp,
	episodeIndex,
	FALLBACK_UNMUTE_VOLUME,
	initialPlayerState,
	isMuted,
	knownDuration,
	nearestRate,
	type PlayerEpisode,
	type PlayerPodcast,
	type PlayerState,
	type PlayerStatus,
	selectedEpisode,
	withEpisode,
	withPodcast,
} from './player-state.ts'

/** Interval between position reads during playback, in milliseconds (docs/product.md, The player). */
export const POSITION_REFRESH_MS = 500

/** The episode after a single one, and whether it plays automatically. */
export interface Following {
	readonly episode: PlayerEpisode
	readonly plays: boolean
	/** Where to resume, in seconds. */
	readonly at?: number | undefined
}

/**
 * The podcast player: a state machine over one audio element, created at the first play, so a page without playback
 * loads no audio. Independent of React and the DOM.
 */
export class Player {
	readonly $state = atom<PlayerState>(initialPlayerState)
	readonly #audio: PlayerAudio
	/** Distinguishes the current play request from abandoned ones, whose failures are ignored. */
	#request = 0
	#timer: ReturnType<typeof setInterval> | undefined
	/** Start position to apply once the real length is known, since the feed's may be wrong. */
	#cued: number | null = null
	/** Fraction of the volume during a fade, 0 to 1. */
	#fade = 1
	readonly #endListeners = new Set<(ended: PlayerEpisode) => void>()
	/** Returns the episode that follows a single one. A list has its own order. */
	following: ((ended: PlayerEpisode) => Following | null) | null = null

	constructor(createAudio: () => AudioLike) {
		this.#audio = new PlayerAudio(createAudio, {
			playing: (audio) => this.#whilePlaying(audio, 'playing'),
			waiting: (audio) => this.#whilePlaying(audio, 'loading'),
			// The system can pause too: unplugged headphones, a call. The end of an episode has its own event.
			pause: (audio) => audio.paused && !audio.ended && this.pause(),
			ended: (audio) => audio.ended && this.#onEnded(),
			error: (audio) => audio.error && this.#fail(audio.error),
			loadedmetadata: (audio) => {
				this.#readDuration(audio)
				if (this.#cued !== null) this.#setStart(this.#cued)
				this.#cued = null
				audio.currentTime = this.$state.get().position
			},
			durationchange: (audio) => this.#readDuration(audio),
		})
	}

	/** Loads a podcast's list. Playback continues if the list has the current episode. */
	load(podcast: PlayerPodcast): void {
		const state = this.$state.get()
		const next = withPodcast({ ...state, isSingle: false }, podcast)
		if (next.episodeId !== state.episodeId) this.#unload()
		this.$state.set(next)
	}

	/** Selects a single episode, without a list. Playback continues if the episode is already playing. */
	open(episode: PlayerEpisode, show: Pick<PlayerPodcast, 'title' | 'image'>): void {
		this.load({ title: show.title, image: show.image, episodes: [episode] })
		this.#patch({ isSingle: true })
	}

	/** Stops playback and deselects the episode. */
	close(): void {
		this.#unload()
		this.$state.set({ ...withEpisode(this.$state.get(), null), podcast: null, isSingle: false })
	}

	/** Calls `listener` when an episode has ended, before another is selected. @returns a function that stops it. */
	onEnded(listener: (ended: PlayerEpisode) => void): () => void {
		this.#endListeners.add(listener)
		return () => this.#endListeners.delete(listener)
	}

	/** Selects an episode from the list and plays it. Toggles playback if it is already selected. */
	choose(id: string): void {
		const state = this.$state.get()
		const episode = state.podcast?.episodes.find((candidate) => candidate.id === id)
		if (id === state.episodeId) this.toggle()
		else if (episode) {
			this.#select(episode)
			this.play()
		}
	}

	/** Selects the next episode, and plays it if the current one was playing. Does nothing at the last episode. */
	next(): void {
		this.#step(1)
	}

	/** Selects the previous episode, and plays it if the current one was playing. Does nothing at the first episode. */
	previous(): void {
		this.#step(-1)
	}

	toggle(): void {
		if (this.$state.get().status === 'paused') this.play()
		else this.pause()
	}

	/** Starts or resumes the selected episode. A failure is logged, pauses the player and sets `hasFailed`. */
	play(): void {
		const state = this.$state.get()
		const episode = selectedEpisode(state)
		if (!episode || state.status !== 'paused') return
		if (state.duration !== null && state.position >= state.duration) this.seek(0)
		const audio = this.#audio.attach(episode.audioUrl)
		this.#applySettings()
		this.#patch({ status: 'loading', hasFailed: false, isLinked: false })
		const request = ++this.#request
		audio.play().catch((error: unknown) => {
			if (request === this.#request) this.#fail(error)
		})
	}

	pause(): void {
		if (this.$state.get().status === 'paused') return
		this.#request++
		this.#audio.pause()
		this.#refresh()
		this.#patch({ status: 'paused' })
	}

	/** Moves to a position in seconds, clamped to the episode. While the length is unknown, only 0 is a bound. */
	seek(seconds: number): void {
		const state = this.$state.get()
		if (Number.isNaN(seconds) || state.episodeId === null) return
		const position = clamp(seconds, 0, state.duration ?? Math.max(0, seconds))
		if (!Number.isFinite(position)) return
		this.#cued = null
		this.#patch({ position, isPastEnd: false, isLinked: false })
		// Without metadata, the element would lose the position, so `loadedmetadata` applies it.
		const audio = this.#audio.ready
		if (audio) audio.currentTime = position
	}

	/** Moves by `seconds` from the current audio position; negative values go back. */
	skip(seconds: number): void {
		this.#refresh()
		this.seek(this.$state.get().position + seconds)
	}

	/**
	 * Sets the start of the selected episode in seconds, from a link (`isLinked`) or storage. If it is past the end,
	 * starts at the beginning and sets `isPastEnd`. The audio's length decides, once it is known.
	 */
	cue(seconds: number, { isLinked = false } = {}): void {
		if (!Number.isFinite(seconds) || seconds < 0 || this.$state.get().episodeId === null) return
		const audio = this.#audio.ready
		this.#setStart(seconds)
		// A playing episode jumps to the position at once.
		this.#patch({ isLinked: isLinked && this.$state.get().status === 'paused' })
		if (audio) audio.currentTime = this.$state.get().position
		this.#cued = audio ? null : seconds
	}

	/** Returns the audio's current position in seconds. The one in the state can be up to 500 ms old. */
	currentPosition(): number {
		return this.#audio.ready?.currentTime ?? this.$state.get().position
	}

	/** Sets the speed to the nearest available one and preserves the pitch. */
	setRate(rate: number): void {
		this.#patch({ rate: nearestRate(rate) })
		this.#applySettings()
	}

	/** Sets the fraction of the volume to play, 0 to 1. The displayed volume does not change. */
	setFade(fraction: number): void {
		this.#fade = clamp(fraction, 0, 1)
		this.#applySettings()
	}

	/** Sets the volume, clamped to 0 to 1, and unmutes: moving the slider implies wanting to hear it. */
	setVolume(volume: number): void {
		if (Number.isNaN(volume)) return
		this.#patch({ volume: clamp(volume, 0, 1), muteFlag: false })
		this.#applySettings()
	}

	/** Mutes or unmutes. Unmuting restores the previous volume, or one half if that was 0. */
	toggleMute(): void {
		const state = this.$state.get()
		if (isMuted(state)) this.setVolume(state.volume || FALLBACK_UNMUTE_VOLUME)
		else this.#patch({ muteFlag: true })
		this.#applySettings()
	}

	#step(by: 1 | -1): void {
		const state = this.$state.get()
		const episode = state.podcast?.episodes[episodeIndex(state) + by]
		if (!episode || state.episodeId === null) return
		const wasPlaying = state.status !== 'paused'
		this.#select(episode)
		if (wasPlaying) this.play()
	}

	#select(episode: PlayerEpisode): void {
		this.#unload()
		this.$state.set(withEpisode(this.$state.get(), episode))
	}

	/** Stops playback of an episode that is no longer selected. */
	#unload(): void {
		this.#stop()
		this.#audio.detach()
		this.#cued = null
	}

	#stop(): void {
		this.#request++
		this.#audio.pause()
		this.#patch({ status: 'paused' })
	}

	#whilePlaying(audio: AudioLike, status: PlayerStatus): void {
		if (!audio.paused && this.$state.get().status !== 'paused') this.#patch({ status })
	}

	/** Stops playback and selects the next episode, which plays only if `following` requests it. */
	#onEnded(): void {
		const state = this.$state.get()
		// A paused episode was dragged to its end: no playback to stop.
		if (state.status === 'paused') return
		const ended = selectedEpisode(state)
		const next = state.podcast?.episodes[episodeIndex(state) + 1]
		// Read this before the listeners run, since they clear a sleep timer for the end of the episode.
		const following = ended && state.isSingle ? this.following?.(ended) : null
		if (ended) for (const listener of this.#endListeners) listener(ended)
		if (next) this.#select(next)
		else if (following && state.podcast) {
			this.open(following.episode, state.podcast)
			this.cue(following.at ?? 0)
			if (following.plays) this.play()
		} else {
			this.#stop()
			this.seek(0)
		}
	}

	#fail(error: unknown): void {
		// The element reports a broken source twice: by an event and by its promise.
		if (this.$state.get().status === 'paused') return
		// The browser requires a click on this page first; the episode is fine.
		const isBlocked = (error as { name?: unknown } | null)?.name === 'NotAllowedError'
		if (!isBlocked) console.warn('The episode could not be played.', error)
		this.#stop()
		this.#patch({ hasFailed: !isBlocked })
	}

	#readDuration(audio: AudioLike): void {
		const duration = knownDuration(audio.duration)
		if (duration === null) return
		this.#patch({ duration, position: Math.min(this.$state.get().position, duration) })
	}

	#setStart(seconds: number): void {
		const { duration } = this.$state.get()
		const isPastEnd = duration !== null && seconds >= duration
		this.#patch({ position: isPastEnd ? 0 : seconds, isPastEnd })
	}

	#refresh(): void {
		const audio = this.#audio.ready
		if (audio) this.#patch({ position: audio.currentTime })
	}

	#applySettings(): void {
		const state = this.$state.get()
		this.#audio.apply({ volume: state.volume * this.#fade, isMuted: isMuted(state), rate: state.rate })
	}

	#patch(change: Partial<PlayerState>): void {
		const state = { ...this.$state.get(), ...change }
		this.$state.set(state)
		if (state.status !== 'playing') {
			clearInterval(this.#timer)
			this.#timer = undefined
		} else this.#timer ??= setInterval(() => this.#refresh(), POSITION_REFRESH_MS)
	}
}
