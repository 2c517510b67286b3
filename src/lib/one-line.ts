import * as z from 'zod/mini'

/**
 * Characters that are not seen: a name could consist of them alone, and some of them turn the text around them. Joiners
 * and variation selectors stay behind a character that they shape, as in Persian words and in emoji.
 */
const UNSEEN = /(?!\u200c|\u200d|[\ufe00-\ufe0f])[\p{DI}\ufff9-\ufffb]/gu
const JOINS_NOTHING = /(^|[\s\p{Cc}])(?:\u200c|\u200d|[\ufe00-\ufe0f])+/gu

/** Makes a line of text: runs of white space and control characters become one space. */
export const lineOf = (text: string): string =>
	text
		.replaceAll(UNSEEN, '')
		.replaceAll(JOINS_NOTHING, '$1')
		.replaceAll(/[\s\p{Cc}]+/gu, ' ')
		.trim()

export const oneLine = z.overwrite(lineOf)
