import { atom } from 'nanostores'
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

/** How often the position is read while an episode plays, in milliseconds (docs/product.md, The player). */
export const POSITION_REFRESH_MS = 500

/** The part of an HTMLAudioElement that the player uses, so that tests play without a browser. */
export interface AudioLike {
	src: string
	preload: string
	currentTime: number
	volume: number
	muted: boolean
	playbackRate?: number
	/** What `playbackRate` becomes with a new source. */
	defaultPlaybackRate?: number
	preservesPitch?: boolean
	readonly duration: number
	readonly paused: boolean
	readonly ended: boolean
	readonly readyState: number
	readonly error: { readonly message: string } | null
	play(): Promise<void>
	pause(): void
	addEventListener(type: AudioEvent, listener: () => void): void
}

export type AudioEvent = 'playing' | 'waiting' | 'pause' | 'ended' | 'error' | 'loadedmetadata' | 'durationchange'

/** What follows an episode that was opened by itself, and whether it plays without being asked to. */
export interface Following {
	readonly episode: PlayerEpisode
	readonly plays: boolean
	/** Where it is gone on with, in seconds. */
	readonly at?: number | undefined
}

/** From this `readyState` on an element knows its duration and accepts a position. */
const HAVE_METADATA = 1

/**
 * The podcast player as a state machine over one audio element, which exists from the first play on:
 * a page that nobody plays loads no audio. Knows neither React nor the DOM.
 */
export class Player {
	readonly $state = atom<PlayerState>(initialPlayerState)
	readonly #createAudio: () => AudioLike
	#audio: AudioLike | null = null
	/** Whether the element holds the audio of the selected episode; its events count only then. */
	#attached = false
	/** Tells the failure of the present play request from that of one given up since. */
	#request = 0
	#timer: ReturnType<typeof setInterval> | undefined
	/** Where to begin once the true length is known: what the feed says of it may be wrong. */
	#cued: number | null = null
	/** What is left of the volume while it fades, 0 to 1. */
	#fade = 1
	readonly #endings = new Set<(ended: PlayerEpisode) => void>()
	/** Says what comes after an episode that was opened by itself. A list has its own order. */
	following: ((ended: PlayerEpisode) => Following | null) | null = null

	constructor(createAudio: () => AudioLike) {
		this.#createAudio = createAudio
	}

	/** Takes over a podcast's list. What plays goes on when the new list still has it. */
	load(podcast: PlayerPodcast): void {
		const state = this.$state.get()
		const next = withPodcast({ ...state, isSingle: false }, podcast)
		if (next.episodeId !== state.episodeId) {
			this.#silence()
			this.#attached = false
			this.#cued = null
		}
		this.$state.set(next)
	}

	/** Selects an episode by itself, without a list to go through. One that plays already goes on. */
	open(episode: PlayerEpisode, show: Pick<PlayerPodcast, 'title' | 'image'>): void {
		this.load({ title: show.title, image: show.image, episodes: [episode] })
		this.#patch({ isSingle: true })
	}

	/** Takes the selected episode away: nothing plays any more. */
	close(): void {
		this.#silence()
		this.#attached = false
		this.#cued = null
		this.$state.set({ ...withEpisode(this.$state.get(), null), podcast: null, isSingle: false })
	}

	/** `listener` hears of each episode that was played to its end, before something else is selected. Returns what undoes it. */
	onEnded(listener: (ended: PlayerEpisode) => void): () => void {
		this.#endings.add(listener)
		return () => this.#endings.delete(listener)
	}

	/** An episode is chosen from the list: it is selected and plays. Choosing the selected one is play or pause. */
	choose(id: string): void {
		const state = this.$state.get()
		if (id === state.episodeId) {
			this.toggle()
			return
		}
		const episode = state.podcast?.episodes.find((candidate) => candidate.id === id)
		if (!episode) return
		this.#select(episode)
		this.play()
	}

	/** The next episode of the list; plays on if the present one was playing. Nothing at the last. */
	next(): void {
		this.#step(1)
	}

	/** The previous episode of the list; plays on if the present one was playing. Nothing at the first. */
	previous(): void {
		this.#step(-1)
	}

	toggle(): void {
		if (this.$state.get().status === 'paused') this.play()
		else this.pause()
	}

	/** Starts or resumes the selected episode. A failure is logged, and leaves the player paused and saying so. */
	play(): void {
		const state = this.$state.get()
		const episode = selectedEpisode(state)
		if (!episode || state.status !== 'paused') return
		if (state.duration !== null && state.position >= state.duration) this.seek(0)
		const audio = this.#elementFor(episode)
		this.#patch({ status: 'loading', hasFailed: false, isLinked: false })
		const request = ++this.#request
		audio.play().catch((error: unknown) => {
			if (request === this.#request) this.#fail(error)
		})
	}

	pause(): void {
		if (this.$state.get().status === 'paused') return
		this.#request++
		this.#audio?.pause()
		this.#refresh()
		this.#patch({ status: 'paused' })
	}

	/** Moves to a position in seconds, held within the episode. Where the length is unknown only 0 is a bound. */
	seek(seconds: number): void {
		const state = this.$state.get()
		if (Number.isNaN(seconds) || state.episodeId === null) return
		const position = clamp(seconds, 0, state.duration ?? Math.max(0, seconds))
		if (!Number.isFinite(position)) return
		this.#cued = null
		this.#patch({ position, isPastEnd: false, isLinked: false })
		// Without metadata the element would drop the position: `loadedmetadata` hands it over.
		const audio = this.#readyAudio()
		if (audio) audio.currentTime = position
	}

	/** Moves by so many seconds, back where they are negative, from where it is this moment. */
	skip(seconds: number): void {
		this.#refresh()
		this.seek(this.$state.get().position + seconds)
	}

	/**
	 * Where the selected episode is to begin, in seconds, as a link says (`isLinked`), or where it was left. Beyond its end
	 * it begins at its start, and says so (`isPastEnd`); what counts is the length of the audio, once that is known.
	 */
	cue(seconds: number, { isLinked = false } = {}): void {
		if (!Number.isFinite(seconds) || seconds < 0 || this.$state.get().episodeId === null) return
		const audio = this.#readyAudio()
		this.#place(seconds)
		// What plays is at that place already: there is nothing left to begin.
		this.#patch({ isLinked: isLinked && this.$state.get().status === 'paused' })
		if (audio) audio.currentTime = this.$state.get().position
		this.#cued = audio ? null : seconds
	}

	/** Seconds from the start, this moment: the state has what was read last. */
	heardAt(): number {
		return this.#readyAudio()?.currentTime ?? this.$state.get().position
	}

	/** Sets the speed to the nearest that is offered. The pitch stays. */
	setRate(rate: number): void {
		this.#patch({ rate: nearestRate(rate) })
		this.#applyRate()
	}

	/** Lets so much be heard of the volume, 0 to 1. The volume that is shown stays. */
	setFade(part: number): void {
		this.#fade = clamp(part, 0, 1)
		this.#applyVolume()
	}

	/** Sets the volume, held within 0 to 1, and takes the mute flag away: who moves the slider wants to hear it. */
	setVolume(volume: number): void {
		if (Number.isNaN(volume)) return
		this.#patch({ volume: clamp(volume, 0, 1), muteFlag: false })
		this.#applyVolume()
	}

	/** Mutes, or brings back the volume of before; one that was 0 comes back as one half. */
	toggleMute(): void {
		const state = this.$state.get()
		if (isMuted(state)) this.setVolume(state.volume || FALLBACK_UNMUTE_VOLUME)
		else {
			this.#patch({ muteFlag: true })
			this.#applyVolume()
		}
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
		this.#silence()
		this.#attached = false
		this.#cued = null
		this.$state.set(withEpisode(this.$state.get(), episode))
	}

	#silence(): void {
		this.#request++
		this.#audio?.pause()
		this.#patch({ status: 'paused' })
	}

	#elementFor(episode: PlayerEpisode): AudioLike {
		const audio = this.#audio ?? this.#newElement()
		// After an error the element plays nothing until its source is set again.
		if (!this.#attached || audio.error) {
			this.#attached = true
			audio.src = episode.audioUrl
		}
		return audio
	}

	#newElement(): AudioLike {
		const audio = this.#createAudio()
		this.#audio = audio
		audio.preload = 'none'
		this.#applyVolume()
		this.#applyRate()
		// Events come as tasks, some when the element already does something else: each asks how the element stands now.
		const on = (type: AudioEvent, act: (audio: AudioLike) => void) =>
			audio.addEventListener(type, () => {
				if (this.#attached) act(audio)
			})
		on('playing', () => this.#whilePlaying(audio, 'playing'))
		on('waiting', () => this.#whilePlaying(audio, 'loading'))
		// Also the system pauses: headphones pulled out, a call. The end of an episode has its own event.
		on('pause', () => {
			if (audio.paused && !audio.ended) this.pause()
		})
		on('ended', () => {
			if (audio.ended) this.#end()
		})
		on('error', () => {
			if (audio.error) this.#fail(audio.error)
		})
		on('loadedmetadata', () => {
			this.#readDuration(audio)
			if (this.#cued !== null) this.#place(this.#cued)
			this.#cued = null
			audio.currentTime = this.$state.get().position
		})
		on('durationchange', () => this.#readDuration(audio))
		return audio
	}

	#whilePlaying(audio: AudioLike, status: PlayerStatus): void {
		if (!audio.paused && this.$state.get().status !== 'paused') this.#patch({ status })
	}

	/** Playback stops and moves on to the next episode, which waits for its listener. */
	#end(): void {
		const state = this.$state.get()
		// The position was dragged to the end of a paused episode: nothing was playing that could stop.
		if (state.status === 'paused') return
		const ended = selectedEpisode(state)
		const next = state.podcast?.episodes[episodeIndex(state) + 1]
		// Asked before anybody hears of the end: a sleep timer that waited for it is over then.
		const following = ended && state.isSingle ? this.following?.(ended) : null
		if (ended) for (const listener of this.#endings) listener(ended)
		if (next) this.#select(next)
		else if (following && state.podcast) {
			this.open(following.episode, state.podcast)
			this.cue(following.at ?? 0)
			if (following.plays) this.play()
		} else {
			this.#silence()
			this.seek(0)
		}
	}

	#fail(error: unknown): void {
		// The element reports a broken source twice: by event and by its promise.
		if (this.$state.get().status === 'paused') return
		// The browser wants a press in this page first: nothing is wrong with the episode.
		const isRefused = (error as { name?: unknown } | null)?.name === 'NotAllowedError'
		if (!isRefused) console.warn('The episode could not be played.', error)
		this.#silence()
		this.#patch({ hasFailed: !isRefused })
	}

	#readDuration(audio: AudioLike): void {
		const duration = knownDuration(audio.duration)
		if (duration === null) return
		this.#patch({ duration, position: Math.min(this.$state.get().position, duration) })
	}

	#place(seconds: number): void {
		const { duration } = this.$state.get()
		const isPastEnd = duration !== null && seconds >= duration
		this.#patch({ position: isPastEnd ? 0 : seconds, isPastEnd })
	}

	/** The element once it knows the selected episode well enough to have a position. */
	#readyAudio(): AudioLike | null {
		return this.#attached && this.#audio && this.#audio.readyState >= HAVE_METADATA ? this.#audio : null
	}

	#refresh(): void {
		const audio = this.#readyAudio()
		if (audio) this.#patch({ position: audio.currentTime })
	}

	#applyVolume(): void {
		if (!this.#audio) return
		const state = this.$state.get()
		this.#audio.volume = state.volume * this.#fade
		this.#audio.muted = isMuted(state)
	}

	#applyRate(): void {
		if (!this.#audio) return
		const { rate } = this.$state.get()
		this.#audio.preservesPitch = true
		this.#audio.defaultPlaybackRate = rate
		this.#audio.playbackRate = rate
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

/** What a screen does to a player. */
export type PlayerActions = Pick<
	Player,
	'choose' | 'toggle' | 'next' | 'previous' | 'seek' | 'setVolume' | 'toggleMute'
>

/** What the parts of a player that stands by itself do, and its keys. */
export type SinglePlayer = Pick<Player, 'toggle' | 'seek' | 'skip' | 'setRate' | 'setVolume' | 'toggleMute'>

/** The player for a screen that shows the list of `podcast`: an episode that was opened by itself since gives way to it. */
export function listed(player: Player, podcast: PlayerPodcast | undefined): PlayerActions {
	const held = () => {
		if (podcast && player.$state.get().podcast !== podcast) player.load(podcast)
		return player
	}
	return {
		choose: (id) => held().choose(id),
		toggle: () => held().toggle(),
		next: () => held().next(),
		previous: () => held().previous(),
		seek: (seconds) => held().seek(seconds),
		setVolume: (volume) => player.setVolume(volume),
		toggleMute: () => player.toggleMute(),
	}
}
