// The watched spans of a recording: sorted, disjoint pairs of whole milliseconds.

export type Span = readonly [from: number, to: number]

/** Adds a span, clipped to the recording, and returns the union. */
export function addSpan(watched: readonly Span[], added: Span, lengthMs: number): Span[] {
	let [from, to] = [Math.max(0, added[0]), Math.min(lengthMs, added[1])]
	if (from >= to) return [...watched]
	const apart: Span[] = []
	for (const span of watched) {
		if (span[1] < from || span[0] > to) apart.push(span)
		else [from, to] = [Math.min(from, span[0]), Math.max(to, span[1])]
	}
	const at = apart.findIndex(([start]) => start > to)
	return apart.toSpliced(at < 0 ? apart.length : at, 0, [from, to])
}

/** Returns the total length of the watched spans, in milliseconds. */
export const totalMs = (watched: readonly Span[]): number => watched.reduce((sum, [from, to]) => sum + to - from, 0)

/** Returns how much of a programme must be watched: 98 percent of its length, rounded up. */
export const requiredMs = (lengthMs: number): number => Math.ceil((lengthMs * 98) / 100)
