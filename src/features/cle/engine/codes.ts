import type { RuleSet } from '../rules-schema.ts'

/** Usual minimum distance between two codes, in seconds. */
const MIN_DISTANCE = 300
/** An extra code may be added, so that the number is unpredictable, if segments are at least this many seconds long. */
const MIN_EXTRA_SEGMENT = 900

/** Returns a function that draws pseudorandom integers below a limit, reproducible by the seed (mulberry32). */
function seededDraw(seed: number): (limit: number) => number {
	let state = seed >>> 0
	return (limit) => {
		state = (state + 0x6d2b79f5) >>> 0
		let mixed = Math.imul(state ^ (state >>> 15), state | 1)
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
		return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, limit)
	}
}

/** Draws the time of a single code: some minutes before the end, or in the third quarter of a short recording. */
function loneCode(seconds: number, [latest = 5, earliest = 10]: readonly number[], draw: (limit: number) => number) {
	const to = seconds - Math.max(1, Math.min(latest * 60, Math.floor(seconds / 4)))
	const from = Math.min(to, seconds - Math.min(earliest * 60, Math.floor(seconds / 2)))
	return from + draw(to - from + 1)
}

/**
 * Draws the times of the codes, in seconds of the recording: at least one per interval of the rules. If the recording
 * is shorter than the rules assume, the distances between codes shrink with its length.
 */
export function codesFor(seconds: number, { verification }: Pick<RuleSet, 'verification'>, seed: number): number[] {
	if (seconds < 1) return []
	const draw = seededDraw(seed)
	const needed = Math.ceil(seconds / (verification.codesEveryMinutes * 60))
	const extra = draw(2) === 1 && Math.floor(seconds / (needed + 1)) >= MIN_EXTRA_SEGMENT ? 1 : 0
	const codes = needed + extra
	if (codes === 1) return [loneCode(seconds, verification.loneCodeBeforeEndMinutes, draw)]
	const times: number[] = []
	for (let at = 0; at < codes; at++) {
		const begin = Math.floor((seconds * at) / codes)
		const end = Math.floor((seconds * (at + 1)) / codes)
		const distance = Math.min(MIN_DISTANCE, Math.floor((end - begin) / 3))
		// Keeps the distance from the previous code; for the first and last code, from the segment's start and end.
		const earliest = Math.max(begin, (times.at(-1) ?? begin) + distance)
		const latest = Math.max(earliest, end - 1 - (at === codes - 1 ? distance : 0))
		times.push(earliest + draw(latest - earliest + 1))
	}
	return times
}
