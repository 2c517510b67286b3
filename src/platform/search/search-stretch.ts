/**
 * Rows of a stretch of an index: so many numbers have the word of their stretch among the tags, written by the triggers
 * of `db/migrations`, where the same number stands.
 */
export const STRETCH = 5_000

/** Row numbers that are looked at: from the first to the last of some stretches. */
export interface Window {
	first: number
	last: number
}

export const stretchOf = (seq: number) => Math.floor(seq / STRETCH)

/**
 * A search within some stretches. Row numbers that are only compared end a search at the next row that is found, which
 * for a phrase of common words may be far away; with the words of stretches all is over where they are.
 */
export function withinStretches(expression: string, { first, last }: Window): string {
	const words = Array.from({ length: last - first + 1 }, (_, at) => `"w${last - at}"`)
	return `(tags : (${words.join(' OR ')}) AND ${expression})`
}
