/**
 * Invisible characters: a name could consist only of these, and some reverse the text direction. Joiners and variation
 * selectors stay after a character that they shape, as in Persian words and emoji.
 */
const INVISIBLE = /(?!\u200c|\u200d|[\ufe00-\ufe0f])[\p{DI}\ufff9-\ufffb]/gu
const STRAY_JOINERS = /(^|[\s\p{Cc}])(?:\u200c|\u200d|[\ufe00-\ufe0f])+/gu

/**
 * Removes invisible characters, and collapses whitespace (including the Braille blank) and control characters into
 * single spaces.
 */
export const lineOf = (text: string): string =>
	text
		.replaceAll(INVISIBLE, '')
		.replaceAll(STRAY_JOINERS, '$1')
		.replaceAll(/[\s\p{Cc}\u2800]+/gu, ' ')
		.trim()

/** Returns the first line of the trimmed text. */
export const firstLineOf = (text: string): string => lineOf(text.trim().split('\n', 1)[0] ?? '')

/** Normalizes text for comparison: lowercase, with straight quotes, because people do not type curly ones. */
export const comparable = (text: string) => lineOf(text).replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').toLowerCase()
