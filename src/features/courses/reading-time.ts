import type { CourseModule } from '#src/features/modules/contract.ts'
import { readAny, typeNamed } from '#src/features/modules/types/registry.ts'

/**
 * How fast adults read English prose silently: 228 words a minute on average, with a standard deviation of 30
 * (Trauzettel-Klosinski and Dietz, "Standardized Assessment of Reading Performance: The New International Reading Speed
 * Texts IReST", Investigative Ophthalmology & Visual Science 53, 2012).
 */
const WORDS_A_MINUTE = 228

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

const isPlainLetterOrDigit = (code: number) =>
	(code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)

/** Those that people type, of no width or more. */
const isSpace = (code: number) =>
	code <= 32 || code === 0xa0 || (code >= 0x2000 && code <= 0x200b) || code === 0x202f || code === 0x3000

/** Where the tag ends that begins here; here again, where none does. */
function tagEnd(html: string, at: number): number {
	const end = html.charCodeAt(at) === 60 ? html.indexOf('>', at) : -1
	return end === -1 ? at : end
}

/**
 * How many words a text in HTML has: a word is what has a letter or a digit in it. Read letter by letter, since all
 * modules of all courses are counted when pages are made: expressions and the list of the words took four times as long.
 */
function countWords(html: string): number {
	let count = 0
	let isCounted = false
	for (let at = 0; at < html.length; at++) {
		// Most of a text is the rest of a word.
		while (isCounted && isPlainLetterOrDigit(html.charCodeAt(at))) at++
		const end = tagEnd(html, at)
		const code = end > at ? 32 : html.charCodeAt(at)
		at = end
		if (isSpace(code)) isCounted = false
		else if (!isCounted && (code > 127 ? isLetterBeyondAscii(html, at) : isPlainLetterOrDigit(code))) {
			isCounted = true
			count++
		}
	}
	return count
}

/** Of characters of two halves the second one is none. */
const isLetterBeyondAscii = (html: string, at: number) =>
	LETTER_OR_DIGIT.test(String.fromCodePoint(html.codePointAt(at) ?? 0))

/** Minutes that the text of this HTML takes to read; one at least. */
export const readingMinutes = (html: string): number => Math.max(1, Math.round(countWords(html) / WORDS_A_MINUTE))

/** How long a module takes, as people say it: "4 min read", "6 questions". Empty where that is not known. */
export function effortOf({
	type,
	content,
	additionalContent,
}: Pick<CourseModule, 'type' | 'content' | 'additionalContent'>): string {
	return typeNamed(type)?.effortOf?.(readAny(additionalContent)) ?? `${readingMinutes(content)} min read`
}
