/** A place in a text, as [start, end) in UTF-16 units. */
export type Place = readonly [start: number, end: number]

const DASHES = /[\u2010-\u2015\u2212\u2043\uFE58\uFE63\uFF0D]/g
const BLANKS = /[\t\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g
const INVISIBLE = /[\u00AD\u200B-\u200F\u2060\uFEFF]/
const FULL_WIDTH = /[\uFF01-\uFF5E]/g

/**
 * A text in the plainest characters that say the same: one dash, one blank, straight quotes, no invisible characters.
 * Rules then need not know how a phone's keyboard or a word processor sets them. `original` leads back to where a
 * place stands in the text as it was written.
 */
export function plainText(text: string): { plain: string; original: (place: Place) => Place } {
	const plain = text
		.replaceAll(DASHES, '-')
		.replaceAll(BLANKS, ' ')
		.replaceAll(/[‘’ʼ´`]/g, "'")
		.replaceAll(/[“”„]/g, '"')
		.replaceAll(FULL_WIDTH, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfe_e0))
	if (!INVISIBLE.test(plain)) return { plain, original: (place) => place }
	// Characters that are left out move what follows: for each that stays, where it was.
	const positions: number[] = []
	let kept = ''
	for (let index = 0; index < plain.length; index++) {
		const char = plain.charAt(index)
		if (INVISIBLE.test(char)) continue
		positions.push(index)
		kept += char
	}
	return {
		plain: kept,
		original: ([start, end]) => [positions[start] ?? text.length, (positions[end - 1] ?? text.length) + 1],
	}
}

/** The characters before a place, as far as the beginning of its line. */
export function before(text: string, start: number, length: number): string {
	const part = text.slice(Math.max(0, start - length), start)
	return part.slice(part.lastIndexOf('\n') + 1)
}

/** The characters after a place, as far as the end of its line. */
export function after(text: string, end: number, length: number): string {
	const part = text.slice(end, end + length)
	const stop = part.indexOf('\n')
	return stop === -1 ? part : part.slice(0, stop)
}

/** Longest part of a sentence that is looked at, so that a long post takes no longer per place than a short one. */
const LONGEST = 300

/** The sentence around a place, without the place itself. A full stop of `v.` or `Co.` ends none. */
export function sentenceAround(text: string, [start, end]: Place): { before: string; after: string } {
	const head = before(text, start, LONGEST)
	let from = 0
	for (const match of head.matchAll(/[?!]\s|(?<=[a-z\d)]{3})\.\s/g)) from = match.index + match[0].length
	const tail = after(text, end, LONGEST)
	const stop = tail.search(/[?!](?:\s|$)|\.(?:\s+["'(]?[\p{Lu}\d]|\s*$)/u)
	return { before: head.slice(from), after: stop === -1 ? tail : tail.slice(0, stop) }
}

/** Places of a pattern: of its group `found`, or of all of it where there is none. */
export function placesOf(text: string, pattern: RegExp): Place[] {
	return [...text.matchAll(pattern)].map((match) => {
		const found = match.groups?.found ?? match[0]
		const start = match.index + match[0].lastIndexOf(found)
		return [start, start + found.length]
	})
}
