/** Right-to-left letters: Hebrew, Arabic and the Unicode blocks near them. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)

/** Isolates a right-to-left name, so that the sentence around it keeps its direction. */
export const isolate = (text: string): string => (isRightToLeft(text) ? `\u2068${text}\u2069` : text)

/** Removes the isolation marks, for places that show the text unformatted. */
export const withoutIsolates = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '')

/** Returns the direction of a paragraph: that of its first letter outside an isolated name. */
export function directionOf(text: string): 'rtl' | 'ltr' {
	const [first = ''] = /\p{L}/u.exec(text.replaceAll(/\u2068[^\u2069]*\u2069/g, '')) ?? []
	return isRightToLeft(first) ? 'rtl' : 'ltr'
}
