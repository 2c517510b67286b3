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

/** Whitespace that people type, including zero-width characters. */
const isSpace = (code: number) =>
	code <= 32 || code === 0xa0 || (code >= 0x2000 && code <= 0x200b) || code === 0x202f || code === 0x3000

/** Returns the index after the tag that starts here, or `at` if it has no end. */
function tagEnd(html: string, at: number): number {
	const end = html.charCodeAt(at) === 60 ? html.indexOf('>', at) : -1
	return end === -1 ? at : end
}

/**
 * Counts the words in HTML: runs with a letter or a digit. Scans characters, because all modules are counted when
 * pages are rendered: regular expressions and a list of words took four times as long.
 */
function countWords(html: string): number {
	let count = 0
	let isCounted = false
	for (let at = 0; at < html.length; at++) {
		// Fast path: most characters continue a word.
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

/** Returns whether a letter beyond ASCII starts here; false for the second half of a surrogate pair. */
const isLetterBeyondAscii = (html: string, at: number) =>
	LETTER_OR_DIGIT.test(String.fromCodePoint(html.codePointAt(at) ?? 0))

/** Returns the reading time of HTML in minutes, at least 1. */
export const readingMinutes = (html: string): number => Math.max(1, Math.round(countWords(html) / WORDS_A_MINUTE))

/** Returns the effort of a module as text: "4 min read", "6 questions". Empty if unknown. */
export function effortOf({
	type,
	content,
	additionalContent,
}: Pick<CourseModule, 'type' | 'content' | 'additionalContent'>): string {
	return typeNamed(type)?.effortOf?.(readAny(additionalContent)) ?? `${readingMinutes(content)} min read`
}
