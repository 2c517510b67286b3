/** A place in a text, as [start, end) in UTF-16 units. */
export type Span = readonly [start: number, end: number]

const DASHES =
	/[\u02D7\u058A\u05BE\u1806\u2010-\u2015\u2043\u2053\u207B\u2212\u2796\u2E17\u2E3A\u2E3B\u301C\u30FC\uFE31\uFE32\uFE58\uFE63\uFF0D]/g
const BLANKS = /[\t\u00A0\u1680\u2000-\u200A\u202F\u205F\u2800\u3000\u3164]/g
/** Also what makes a digit the picture of a key: U+FE0F and U+20E3. */
const INVISIBLE =
	/\u00AD|\u034F|\u061C|\u180E|[\u200B-\u200F]|[\u202A-\u202E]|[\u2060-\u2064]|[\u2066-\u2069]|\u20E3|[\uFE00-\uFE0F]|\uFEFF/
const FULL_WIDTH = /[\uFF01-\uFF5E]/g
/** Digits of other scripts, and the bold ones that letters are dressed up with. */
const OTHER_DIGIT = /(?![0-9])\p{Nd}/u
/** A number that goes on in the next line: 602-555- and 0143. */
const BROKEN_NUMBER = /(?<=\d[-/]|\(\d{3}\)|\d{3}[-. ]\d{2,3})\n(?=\d)/g

/** The value of a decimal digit of any script: they stand in order, ten in a row. */
function digitOf(char: string): string {
	const code = char.codePointAt(0) ?? 0
	if (code >= 0x1_d7_ce && code <= 0x1_d7_ff) return String((code - 0x1_d7_ce) % 10)
	let value = 0
	while (value < 9 && OTHER_DIGIT.test(String.fromCodePoint(code - value - 1))) value++
	return String(value)
}

/**
 * A text in the plainest characters that say the same: one dash, one blank, straight quotes, no invisible characters.
 * Rules then need not know how a phone's keyboard or a word processor sets them. `original` leads back to where a
 * place stands in the text as it was written.
 */
export function plainText(text: string): { plain: string; original: (place: Span) => Span } {
	const plain = text
		.replaceAll(DASHES, '-')
		.replaceAll(BLANKS, ' ')
		.replaceAll(/[‘’ʼ´`]/g, "'")
		.replaceAll(/[“”„]/g, '"')
		.replaceAll(FULL_WIDTH, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfe_e0))
		.replaceAll(BROKEN_NUMBER, ' ')
	if (!INVISIBLE.test(plain) && !OTHER_DIGIT.test(plain)) return { plain, original: (place) => place }
	// Characters that are left out or become shorter move what follows: for each that stays, where it was.
	const starts: number[] = []
	const ends: number[] = []
	let kept = ''
	let index = 0
	for (const char of plain) {
		const end = index + char.length
		if (!INVISIBLE.test(char)) {
			const same = OTHER_DIGIT.test(char) ? digitOf(char) : char
			for (let unit = 0; unit < same.length; unit++) {
				starts.push(same.length === char.length ? index + unit : index)
				ends.push(same.length === char.length ? index + unit + 1 : end)
			}
			kept += same
		}
		index = end
	}
	return {
		plain: kept,
		original: ([start, end]) => [starts[start] ?? text.length, ends[end - 1] ?? text.length],
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
export function sentenceAround(text: string, [start, end]: Span): { before: string; after: string } {
	const head = before(text, start, LONGEST)
	let from = 0
	for (const match of head.matchAll(/[?!]\s|(?<=[a-z\d)]{3})\.\s/g)) from = match.index + match[0].length
	const tail = after(text, end, LONGEST)
	const stop = tail.search(/[?!](?:\s|$)|\.(?:\s+["'(]?[\p{Lu}\d]|\s*$)/u)
	return { before: head.slice(from), after: stop === -1 ? tail : tail.slice(0, stop) }
}

/** Places of a pattern: of its group `found`, or of all of it where there is none. */
export function spansOf(text: string, pattern: RegExp): Span[] {
	return [...text.matchAll(pattern)].map((match) => {
		const words = match.groups?.found ?? match[0]
		const start = match.index + match[0].lastIndexOf(words)
		return [start, start + words.length]
	})
}
