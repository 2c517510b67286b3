import { addSpan, type Span } from './watched.ts'

// Whether the times that a player reports can be true. The clock is the server's, and there is one for each
// attendance: several tabs share it, so they cannot add up.

/** How much a player may be ahead of the clock, once for the whole attendance. */
const AHEAD_MS = 2_000
/** How long beats may come late, as after a lost connection. */
const LATE_MS = 60_000
/** Longest beat that can be true. */
const MAX_MS = LATE_MS + AHEAD_MS
/** Most separate parts that are kept of a recording. */
const MAX_SPANS = 500

/** A part of the content that was played without a break, in milliseconds. */
export interface Beat {
	/** Counts up with each beat of an attendance. */
	sequence: number
	from: number
	to: number
	/** Speed of the player; 1 is real time. */
	rate: number
	/** The position was moved before it: it need not continue the last one. */
	isSeek: boolean
}

/** What is known of the beats before. */
export interface Clock {
	sequence: number
	/** Time of the last beat by the server's clock; at first that of the start. */
	lastBeatAt: number
	/** Time that passed and was not played; negative while the player is ahead. */
	spareMs: number
	/** Where the last beat ended; null before the first. */
	positionMs: number | null
	watched: readonly Span[]
}

/**
 * Returns the state after a beat; undefined if it cannot be true. All beats together never have more than the time
 * since the start and `AHEAD_MS`.
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
	// A clock that was set back gives nothing, one set ahead no more than a late beat.
	const passedMs = Math.min(LATE_MS, Math.max(0, now - clock.lastBeatAt))
	const spareMs = Math.min(LATE_MS, clock.spareMs + passedMs) - Math.ceil(playedMs / rate)
	if (spareMs < -AHEAD_MS) return undefined
	const watched = addSpan(clock.watched, [from, to], lengthMs)
	return watched.length > MAX_SPANS ? undefined : { sequence, lastBeatAt: now, spareMs, positionMs: to, watched }
}
