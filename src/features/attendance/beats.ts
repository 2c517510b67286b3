import { addSpan, type Span } from './watched.ts'

// Checks whether the times that a player reports are plausible. Each attendance has one clock on the server. All tabs
// share it, so their times cannot add up.

/** How far a player may be ahead of the clock, in total for the whole attendance. */
const AHEAD_MS = 2_000
/** How late beats may arrive, for example after a lost connection. */
const LATE_MS = 60_000
/** Longest plausible beat. */
const MAX_MS = LATE_MS + AHEAD_MS
/** Maximum number of separate watched spans of a recording. */
const MAX_SPANS = 500

/** A part of the content that was played without interruption, in milliseconds. */
export interface Beat {
	/** Increases with each beat of an attendance. */
	sequence: number
	from: number
	to: number
	/** Playback rate; 1 is real time. */
	rate: number
	/** The position was changed before this beat, so it need not continue the last one. */
	isSeek: boolean
}

/** State after the previous beats. */
export interface Clock {
	sequence: number
	/** Time of the last beat by the server's clock; initially the start. */
	lastBeatAt: number
	/** Elapsed time without playback; negative while the player is ahead of the clock. */
	spareMs: number
	/** Where the last beat ended; null before the first. */
	positionMs: number | null
	watched: readonly Span[]
}

/**
 * Returns the state after a beat; undefined if the beat is not plausible. All beats together never exceed the time
 * since the start plus `AHEAD_MS`.
 */
export function afterBeat(
	clock: Clock,
	beat: Beat,
	{ now, lengthMs, maxRate }: { now: number; lengthMs: number; maxRate: number },
): Clock | undefined {
	const { sequence, from, to, rate } = beat
	if (![sequence, from, to].every(Number.isSafeInteger)) return undefined
	const playedMs = to - from
	if (sequence <= clock.sequence || playedMs <= 0 || playedMs > MAX_MS * maxRate) return undefined
	if (rate <= 0 || rate > maxRate) return undefined
	const { positionMs } = clock
	const isContinued = positionMs === null || Math.abs(from - positionMs) <= AHEAD_MS
	if (!isContinued && !beat.isSeek) return undefined
	// If the clock was set back, counts no time as passed; if it was set ahead, at most the time of a late beat.
	const passedMs = Math.min(LATE_MS, Math.max(0, now - clock.lastBeatAt))
	const spareMs = Math.min(LATE_MS, clock.spareMs + passedMs) - Math.ceil(playedMs / rate)
	if (spareMs < -AHEAD_MS) return undefined
	const watched = addSpan(clock.watched, [from, to], lengthMs)
	return watched.length > MAX_SPANS ? undefined : { sequence, lastBeatAt: now, spareMs, positionMs: to, watched }
}
