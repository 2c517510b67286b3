/** Initial volume (docs/product.md, The player). */
const DEFAULT_VOLUME = 0.8
/** Volume after unmuting a player whose volume was 0 before. */
export const FALLBACK_UNMUTE_VOLUME = 0.5
export const SEEK_STEP_SECONDS = 0.1
export const VOLUME_STEP = 0.01
/** Available speeds (docs/product.md, The player bar). */
export const RATES = [0.75, 1, 1.25, 1.5, 1.75, 2, 2.5] as const
export const SKIP_BACK_SECONDS = 15
export const SKIP_AHEAD_SECONDS = 30

/** A part of an episode, in seconds. */
export interface PlayerChapter {
	readonly start: number
	/** Null if it ends with the next chapter or the episode. */
	readonly end: number | null
	readonly title: string
}

/** The episode fields that the player needs; episodes of the contract have them all. */
export interface PlayerEpisode {
	readonly id: string
	readonly title: string
	readonly audioUrl: string
	/** The feed's length in seconds, used until the audio loads; null if missing in the feed. */
	readonly duration: number | null
	readonly imageUrl: string | null
	/** The slug of its page; absent or null if it has none. */
	readonly slug?: string | null
	/** In order; absent if it has none. */
	readonly chapters?: readonly PlayerChapter[]
}

export interface PlayerPodcast {
	readonly title: string
	readonly image: string | null
	readonly episodes: readonly PlayerEpisode[]
}

/** `loading`: playback was requested and waits for data. An idle player is `paused`. */
export type PlayerStatus = 'paused' | 'loading' | 'playing'

export interface PlayerState {
	readonly podcast: PlayerPodcast | null
	/** The selected episode; null only if there are no episodes. */
	readonly episodeId: string | null
	readonly status: PlayerStatus
	/** The last attempt to play the selected episode failed. */
	readonly hasFailed: boolean
	/** Seconds from the start. */
	readonly position: number
	/** Seconds; null if neither the audio nor the feed has it. */
	readonly duration: number | null
	/** 0 to 1. Unchanged while muted, to restore it later. */
	readonly volume: number
	readonly muteFlag: boolean
	readonly rate: number
	/** A single episode, not chosen from a list: skipping replaces next and previous. */
	readonly isSingle: boolean
	/** The requested time is beyond the end, so playback starts at the beginning. */
	readonly isPastEnd: boolean
	/** The position comes from a link rather than from storage, until playback starts there. */
	readonly isLinked: boolean
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
	rate: 1,
	isSingle: false,
	isPastEnd: false,
	isLinked: false,
}

/** Returns the index of the selected episode in the list, or -1. */
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

/** Returns the effective volume, 0 to 1: 0 while muted. */
export const audibleVolume = (state: PlayerState) => (isMuted(state) ? 0 : state.volume)

/**
 * Returns the state with a podcast's list. Keeps the selected episode if the list has it; otherwise selects the first.
 * Pure, so the server's render matches the browser's first state.
 */
export function withPodcast(state: PlayerState, podcast: PlayerPodcast): PlayerState {
	const isInList = podcast.episodes.some((episode) => episode.id === state.episodeId)
	return isInList ? { ...state, podcast } : withEpisode({ ...state, podcast }, podcast.episodes[0] ?? null)
}

/** Returns the state with another episode selected, at its start and not playing. */
export function withEpisode(state: PlayerState, episode: PlayerEpisode | null): PlayerState {
	const duration = knownDuration(episode?.duration)
	const start = { status: 'paused', hasFailed: false, position: 0, isPastEnd: false, isLinked: false } as const
	return { ...state, ...start, episodeId: episode?.id ?? null, duration }
}

/** Returns the chapter at `position`; undefined before the first chapter or if there is none. */
export const chapterAt = (episode: PlayerEpisode | null, position: number): PlayerChapter | undefined =>
	episode?.chapters?.findLast(({ start }) => start <= position)

/** Returns the end of the current chapter in seconds; null if neither it nor the episode's length is known. */
export function chapterEnd(state: PlayerState): number | null {
	const chapters = selectedEpisode(state)?.chapters ?? []
	const next = chapters.find(({ start }) => start > state.position)
	const end = chapterAt(selectedEpisode(state), state.position)?.end ?? null
	const ends = [end, next?.start ?? null, state.duration].filter((at) => at !== null && at > state.position)
	return ends.length > 0 ? Math.min(...(ends as number[])) : null
}

/** Returns the available speed nearest to `rate`; 1 for an invalid one. */
export function nearestRate(rate: number): number {
	if (Number.isNaN(rate)) return 1
	return RATES.reduce<number>(
		(best, option) => (Math.abs(option - rate) < Math.abs(best - rate) ? option : best),
		RATES[0],
	)
}

/** Returns a valid duration, or null: streams report Infinity, and an element without data reports NaN. */
export function knownDuration(seconds: number | null | undefined): number | null {
	return seconds && Number.isFinite(seconds) && seconds > 0 ? seconds : null
}

export const clamp = (value: number, from: number, to: number) => Math.min(Math.max(value, from), to)
