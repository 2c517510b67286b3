/** The part of an HTMLAudioElement that the player uses, so tests need no browser. */
export interface AudioLike {
	src: string
	preload: string
	currentTime: number
	volume: number
	muted: boolean
	playbackRate?: number
	/** The `playbackRate` that applies after the source changes. */
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

/** From this `readyState` on, an element has a duration and accepts a position. */
const HAVE_METADATA = 1

interface Settings {
	/** 0 to 1. */
	volume: number
	isMuted: boolean
	rate: number
}

/**
 * The player's audio element, created at the first play, so a page without playback loads no audio. Its events are
 * ignored while it has no audio attached: they arrive as tasks, sometimes after the episode was deselected.
 */
export class PlayerAudio {
	readonly #create: () => AudioLike
	readonly #listeners: Record<AudioEvent, (audio: AudioLike) => void>
	#element: AudioLike | null = null
	#isAttached = false

	constructor(create: () => AudioLike, listeners: Record<AudioEvent, (audio: AudioLike) => void>) {
		this.#create = create
		this.#listeners = listeners
	}

	/** Returns the element with this audio. After an error, the element's source must be set again. */
	attach(url: string): AudioLike {
		this.#element ??= this.#createElement()
		if (!this.#isAttached || this.#element.error) {
			this.#isAttached = true
			this.#element.src = url
		}
		return this.#element
	}

	/** Ignores the element until audio is attached again. */
	detach(): void {
		this.#isAttached = false
	}

	pause(): void {
		this.#element?.pause()
	}

	/** The element, or null until it has loaded enough of the selected episode to have a position. */
	get ready(): AudioLike | null {
		return this.#isAttached && this.#element && this.#element.readyState >= HAVE_METADATA ? this.#element : null
	}

	/** Sets volume and speed, and preserves the pitch. Does nothing before the first play. */
	apply({ volume, isMuted, rate }: Settings): void {
		const audio = this.#element
		if (!audio) return
		audio.volume = volume
		audio.muted = isMuted
		audio.preservesPitch = true
		audio.defaultPlaybackRate = rate
		audio.playbackRate = rate
	}

	#createElement(): AudioLike {
		const audio = this.#create()
		audio.preload = 'none'
		for (const [type, listener] of Object.entries(this.#listeners))
			audio.addEventListener(type as AudioEvent, () => {
				if (this.#isAttached) listener(audio)
			})
		return audio
	}
}
