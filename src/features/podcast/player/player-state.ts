/** Volume of a player that nobody has touched (docs/product.md, The player). */
export const DEFAULT_VOLUME = 0.8
/** Volume after unmuting a player whose volume was 0 before. */
export const FALLBACK_UNMUTE_VOLUME = 0.5
export const SEEK_STEP_SECONDS = 0.1
export const VOLUME_STEP = 0.01
/** Speeds that are offered (docs/product.md, The player bar). */
export const RATES = [0.75, 1, 1.25, 1.5, 1.75, 2, 2.5] as const
export const SKIP_BACK_SECONDS = 15
export const SKIP_AHEAD_SECONDS = 30

/** A part of an episode, in seconds. */
export interface PlayerChapter {
	readonly start: number
	/** Null where it ends with the beginning of the next, or with the episode. */
	readonly end: number | null
	readonly title: string
}

/** What the player needs to know of an episode; the contract's episodes have it all. */
export interface PlayerEpisode {
	readonly id: string
	readonly title: string
	readonly audioUrl: string
	/** Seconds as the feed says, until the audio itself is known; null when it does not say. */
	readonly duration: number | null
	readonly imageUrl: string | null
	/** The readable part of its page's address; absent or null where it has no page. */
	readonly slug?: string | null
	/** In order; absent where there are none. */
	readonly chapters?: readonly PlayerChapter[]
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
	/** One of `RATES`. */
	readonly rate: number
	/** The episode was opened by itself and not chosen from a list: skipping takes the place of next and previous. */
	readonly isSingle: boolean
	/** The time that was asked for lies beyond the end: it begins at its start. */
	readonly isPastEnd: boolean
	/** The position is the one that a link asked for, and not where somebody left off; until it is played from there. */
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
	const start = { status: 'paused', hasFailed: false, position: 0, isPastEnd: false, isLinked: false } as const
	return { ...state, ...start, episodeId: episode?.id ?? null, duration }
}

/** The chapter in which `position` lies; undefined before the first and without chapters. */
export const chapterAt = (episode: PlayerEpisode | null, position: number): PlayerChapter | undefined =>
	episode?.chapters?.findLast(({ start }) => start <= position)

/** Where that chapter ends, in seconds; null where the end of the episode is not known either. */
export function chapterEnd(state: PlayerState): number | null {
	const chapters = selectedEpisode(state)?.chapters ?? []
	const next = chapters.find(({ start }) => start > state.position)
	const end = chapterAt(selectedEpisode(state), state.position)?.end ?? null
	const ends = [end, next?.start ?? null, state.duration].filter((at) => at !== null && at > state.position)
	return ends.length > 0 ? Math.min(...(ends as number[])) : null
}

/** The offered speed that is nearest to `rate`; 1 for what is no number. */
export function nearestRate(rate: number): number {
	if (Number.isNaN(rate)) return 1
	return RATES.reduce<number>((best, one) => (Math.abs(one - rate) < Math.abs(best - rate) ? one : best), RATES[0])
}

/** Streams say Infinity, an element without data says NaN: neither is a length to show. */
export function knownDuration(seconds: number | null | undefined): number | null {
	return seconds && Number.isFinite(seconds) && seconds > 0 ? seconds : null
}

export const clamp = (value: number, from: number, to: number) => Math.min(Math.max(value, from), to)
