import type { RuleSet } from '../rules-schema.ts'

/** Usual distance of two codes, in seconds. */
const APART = 300
/** Segments this long may get one code more than the rule asks for, so that the number is not known before. */
const ROOMY = 900

/** Returns a function that draws integers below a limit, always the same ones for a seed (mulberry32). */
function drawsOf(seed: number): (limit: number) => number {
	let state = seed >>> 0
	return (limit) => {
		state = (state + 0x6d2b79f5) >>> 0
		let mixed = Math.imul(state ^ (state >>> 15), state | 1)
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
		return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, limit)
	}
}

/** Draws the only code: some minutes before the end, or in the third quarter of a short recording. */
function loneCode(seconds: number, [latest = 5, earliest = 10]: readonly number[], draw: (limit: number) => number) {
	const to = seconds - Math.max(1, Math.min(latest * 60, Math.floor(seconds / 4)))
	const from = Math.min(to, seconds - Math.min(earliest * 60, Math.floor(seconds / 2)))
	return from + draw(to - from + 1)
}

/**
 * Draws the times at which codes are asked for, in seconds of the recording: at least one for each interval of the
 * rules. In recordings shorter than the rules suppose, distances shrink with the length.
 */
export function codesFor(seconds: number, { verification }: Pick<RuleSet, 'verification'>, seed: number): number[] {
	if (seconds < 1) return []
	const draw = drawsOf(seed)
	const needed = Math.ceil(seconds / (verification.codesEveryMinutes * 60))
	const more = draw(2) === 1 && Math.floor(seconds / (needed + 1)) >= ROOMY ? 1 : 0
	const codes = needed + more
	if (codes === 1) return [loneCode(seconds, verification.loneCodeBeforeEndMinutes, draw)]
	const times: number[] = []
	for (let at = 0; at < codes; at++) {
		const begin = Math.floor((seconds * at) / codes)
		const end = Math.floor((seconds * (at + 1)) / codes)
		const apart = Math.min(APART, Math.floor((end - begin) / 3))
		// Distance from the code before it; from the beginning and the end of the segment for the first and last.
		const earliest = Math.max(begin, (times.at(-1) ?? begin) + apart)
		const latest = Math.max(earliest, end - 1 - (at === codes - 1 ? apart : 0))
		times.push(earliest + draw(latest - earliest + 1))
	}
	return times
}
