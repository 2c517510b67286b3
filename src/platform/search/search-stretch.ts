/**
 * Number of rows per stretch of an index. Each row is tagged with a word for its stretch, by triggers in
 * `db/migrations` that use the same number.
 */
export const STRETCH = 5_000

/** A range of stretches to search, including both ends. */
export interface Window {
	first: number
	last: number
}

export const stretchOf = (seq: number) => Math.floor(seq / STRETCH)

/**
 * Limits a search to some stretches. With only a rowid comparison, a search stops at the next match, which may be far
 * away for a phrase of common words. Matching the words of the stretches ends the search exactly.
 */
export function withinStretches(expression: string, { first, last }: Window): string {
	const words = Array.from({ length: last - first + 1 }, (_, at) => `"w${last - at}"`)
	return `(tags : (${words.join(' OR ')}) AND ${expression})`
}
