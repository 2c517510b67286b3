/** Volume of a player that nobody has touched (docs/product.md, The player). */
export const DEFAULT_VOLUME = 0.8
/** Volume after unmuting a player whose volume was 0 before. */
export const FALLBACK_UNMUTE_VOLUME = 0.5
export const SEEK_STEP_SECONDS = 0.1
export const VOLUME_STEP = 0.01

/** What the player needs to know of an episode; the contract's episodes have it all. */
export interface PlayerEpisode {
	readonly id: string
	readonly title: string
	readonly audioUrl: string
	/** Seconds as the feed says, until the audio itself is known; null when it does not say. */
	readonly duration: number | null
	readonly imageUrl: string | null
}

export interface PlayerPodcast {
	readonly title: string
	readonly image: string | null
	readonly episodes: readonly PlayerEpisode[]
}

/** `loading`: playback was asked for and waits for data. A machine at rest is `paused`. */
export type PlayerStatus = 'paused' | 'loading' | 'playing'

export interface PlayerState {
	readonly podcast: PlayerPodcast | null
	/** The selected episode; null only while there is none to select. */
	readonly episodeId: string | null
	readonly status: PlayerStatus
	/** The last try to play the selected episode failed. */
	readonly hasFailed: boolean
	/** Seconds from the start. */
	readonly position: number
	/** Seconds; null when neither the audio nor the feed tells. */
	readonly duration: number | null
	/** 0 to 1. Stays as it was under the mute flag: unmuting comes back to it. */
	readonly volume: number
	readonly muteFlag: boolean
}

export const initialPlayerState: PlayerState = {
	podcast: null,
	episodeId: null,
	status: 'paused',
	hasFailed: false,
	position: 0,
	duration: null,
	volume: DEFAULT_VOLUME,
	muteFlag: false,
}

/** Position of the selected episode in the list, -1 without one. */
export function episodeIndex(state: PlayerState): number {
	return state.podcast?.episodes.findIndex((episode) => episode.id === state.episodeId) ?? -1
}

export function selectedEpisode(state: PlayerState): PlayerEpisode | null {
	return state.podcast?.episodes[episodeIndex(state)] ?? null
}

export const hasPrevious = (state: PlayerState) => episodeIndex(state) > 0

export function hasNext(state: PlayerState): boolean {
	const index = episodeIndex(state)
	return index >= 0 && index < (state.podcast?.episodes.length ?? 0) - 1
}

export const isMuted = (state: PlayerState) => state.muteFlag || state.volume === 0

/** What is heard, 0 to 1: nothing while muted. */
export const audibleVolume = (state: PlayerState) => (isMuted(state) ? 0 : state.volume)

/**
 * The state with a podcast's list: the selected episode stays when the list still has it, else the first is selected.
 * Pure, so that the server renders the very state in which the browser starts.
 */
export function withPodcast(state: PlayerState, podcast: PlayerPodcast): PlayerState {
	const kept = podcast.episodes.some((episode) => episode.id === state.episodeId)
	return kept ? { ...state, podcast } : withEpisode({ ...state, podcast }, podcast.episodes[0] ?? null)
}

/** The state with another episode selected: at its start, not playing. */
export function withEpisode(state: PlayerState, episode: PlayerEpisode | null): PlayerState {
	const duration = knownDuration(episode?.duration)
	return { ...state, episodeId: episode?.id ?? null, status: 'paused', hasFailed: false, position: 0, duration }
}

/** Streams say Infinity, an element without data says NaN: neither is a length to show. */
export function knownDuration(seconds: number | null | undefined): number | null {
	return seconds && Number.isFinite(seconds) && seconds > 0 ? seconds : null
}

export const clamp = (value: number, from: number, to: number) => Math.min(Math.max(value, from), to)
