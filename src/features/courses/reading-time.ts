import type { CourseModule } from '#src/features/modules/contract.ts'
import { readAny, typeNamed } from '#src/features/modules/types/registry.ts'

/**
 * How fast adults read English prose silently: 228 words a minute on average, with a standard deviation of 30
 * (Trauzettel-Klosinski and Dietz, "Standardized Assessment of Reading Performance: The New International Reading Speed
 * Texts IReST", Investigative Ophthalmology & Visual Science 53, 2012).
 */
const WORDS_A_MINUTE = 228

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const BEYOND_ASCII = /[^\x00-\x7f]/

/** Minutes that the text of this HTML takes to read; one at least. */
export function readingMinutes(html: string): number {
	const text = html.replaceAll(/<[^>]*>/g, ' ')
	// A word is what has a letter or a digit in it. In plain English, which takes less than half as long, these are few.
	const words = text.match(BEYOND_ASCII.test(text) ? /[\p{L}\p{N}]\S*/gu : /[A-Za-z0-9]\S*/g) ?? []
	return Math.max(1, Math.round(words.length / WORDS_A_MINUTE))
}

/** How long a module takes, as people say it: "4 min read", "6 questions". Empty where that is not known. */
export function effortOf({
	type,
	content,
	additionalContent,
}: Pick<CourseModule, 'type' | 'content' | 'additionalContent'>): string {
	return typeNamed(type)?.effortOf?.(readAny(additionalContent)) ?? `${readingMinutes(content)} min read`
}
