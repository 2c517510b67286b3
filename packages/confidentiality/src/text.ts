/** A range of text, [start, end) in UTF-16 units. */
export type Span = readonly [start: number, end: number]

const DASHES =
	/[\u02D7\u058A\u05BE\u1806\u2010-\u2015\u2043\u2053\u207B\u2212\u2796\u2E17\u2E3A\u2E3B\u301C\u30FC\uFE31\uFE32\uFE58\uFE63\uFF0D]/g
const BLANKS = /[\t\u00A0\u1680\u2000-\u200A\u202F\u205F\u2800\u3000\u3164]/g
/** Invisible characters, including U+FE0F and U+20E3, which turn a digit into a keycap emoji. */
const INVISIBLE =
	/\u00AD|\u034F|\u061C|\u180E|[\u200B-\u200F]|[\u202A-\u202E]|[\u2060-\u2064]|[\u2066-\u2069]|\u20E3|[\uFE00-\uFE0F]|\uFEFF/
const FULL_WIDTH = /[\uFF01-\uFF5E]/g
/** Digits of other scripts, and mathematical bold digits. */
const OTHER_DIGIT = /(?![0-9])\p{Nd}/u
/** A number that continues on the next line: 602-555- and 0143. */
const BROKEN_NUMBER = /(?<=\d[-/]|\(\d{3}\)|\d{3}[-. ]\d{2,3})\n(?=\d)/g

/** Returns the value of a decimal digit of any script. Unicode encodes the ten digits of a script in sequence. */
function digitOf(char: string): string {
	const code = char.codePointAt(0) ?? 0
	if (code >= 0x1_d7_ce && code <= 0x1_d7_ff) return String((code - 0x1_d7_ce) % 10)
	let value = 0
	while (value < 9 && OTHER_DIGIT.test(String.fromCodePoint(code - value - 1))) value++
	return String(value)
}

/**
 * Normalizes text: one kind of dash, space and quote, no invisible characters. Rules then need not handle the
 * variants of phone keyboards and word processors. `original` maps a span back to the text as written.
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
	// Removed or shortened characters shift the rest, so map each remaining character to its original position.
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

/** Returns up to `length` characters before a position, within its line. */
export function before(text: string, start: number, length: number): string {
	const part = text.slice(Math.max(0, start - length), start)
	return part.slice(part.lastIndexOf('\n') + 1)
}

/** Returns up to `length` characters after a position, within its line. */
export function after(text: string, end: number, length: number): string {
	const part = text.slice(end, end + length)
	const stop = part.indexOf('\n')
	return stop === -1 ? part : part.slice(0, stop)
}

/** Maximum number of characters to examine on each side of a span: a longer post then takes no longer per span. */
const MAX_LENGTH = 300

/** Returns the sentence around a span, without the span. The dot of `v.` or `Co.` does not end a sentence. */
export function sentenceAround(text: string, [start, end]: Span): { before: string; after: string } {
	const head = before(text, start, MAX_LENGTH)
	let from = 0
	for (const match of head.matchAll(/[?!]\s|(?<=[a-z\d)]{3})\.\s/g)) from = match.index + match[0].length
	const tail = after(text, end, MAX_LENGTH)
	const stop = tail.search(/[?!](?:\s|$)|\.(?:\s+["'(]?[\p{Lu}\d]|\s*$)/u)
	return { before: head.slice(from), after: stop === -1 ? tail : tail.slice(0, stop) }
}

/** Returns the spans of all matches: of the group `found` if there is one, else of the whole match. */
export function spansOf(text: string, pattern: RegExp): Span[] {
	return [...text.matchAll(pattern)].map((match) => {
		const words = match.groups?.found ?? match[0]
		const start = match.index + match[0].lastIndexOf(words)
		return [start, start + words.length]
	})
}
