/**
 * Invisible characters: a name could consist of them alone, and some reverse the text direction. Joiners and
 * variation selectors stay after a character that they shape, as in Persian words and emoji.
 */
const UNSEEN = /(?!\u200c|\u200d|[\ufe00-\ufe0f])[\p{DI}\ufff9-\ufffb]/gu
const JOINS_NOTHING = /(^|[\s\p{Cc}])(?:\u200c|\u200d|[\ufe00-\ufe0f])+/gu

/** Collapses runs of whitespace (also the blank of Braille) and control characters into single spaces. */
export const lineOf = (text: string): string =>
	text
		.replaceAll(UNSEEN, '')
		.replaceAll(JOINS_NOTHING, '$1')
		.replaceAll(/[\s\p{Cc}\u2800]+/gu, ' ')
		.trim()

/** Returns the first line of a text that has words. */
export const firstLineOf = (text: string): string => lineOf(text.trim().split('\n', 1)[0] ?? '')

/** Returns a text for comparison: people type neither curly quotes nor the case of a heading. */
export const comparable = (text: string) => lineOf(text).replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').toLowerCase()
