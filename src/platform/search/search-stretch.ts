/**
 * Rows per stretch of an index. Rows carry the word of their stretch as a tag, written by triggers in `db/migrations`
 * with the same number.
 */
export const STRETCH = 5_000

/** A range of stretches to search, both ends included. */
export interface Window {
	first: number
	last: number
}

export const stretchOf = (seq: number) => Math.floor(seq / STRETCH)

/**
 * Limits a search to some stretches. A rowid comparison alone stops only at the next match, which may be far away for
 * a phrase of common words; matching the stretches' own words ends the search exactly.
 */
export function withinStretches(expression: string, { first, last }: Window): string {
	const words = Array.from({ length: last - first + 1 }, (_, at) => `"w${last - at}"`)
	return `(tags : (${words.join(' OR ')}) AND ${expression})`
}
