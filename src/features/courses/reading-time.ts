import type { CourseModule } from '#src/features/modules/contract.ts'
import { readAny, typeNamed } from '#src/features/modules/types/registry.ts'

/**
 * How fast adults read English prose silently: 228 words a minute on average, with a standard deviation of 30
 * (Trauzettel-Klosinski and Dietz, "Standardized Assessment of Reading Performance: The New International Reading Speed
 * Texts IReST", Investigative Ophthalmology & Visual Science 53, 2012).
 */
const WORDS_A_MINUTE = 228

/** Minutes that the text of this HTML takes to read; one at least. */
export function readingMinutes(html: string): number {
	const text = html.replaceAll(/<[^>]*>/g, ' ')
	// A word is what has a letter or a digit in it. Counted and not collected: there are thousands of them in a course.
	const word = /[\p{L}\p{N}]\S*/gu
	let words = 0
	while (word.test(text)) words++
	return Math.max(1, Math.round(words / WORDS_A_MINUTE))
}

/** How long a module takes, as people say it: "4 min read", "6 questions". Empty where that is not known. */
export function effortOf({
	type,
	content,
	additionalContent,
}: Pick<CourseModule, 'type' | 'content' | 'additionalContent'>): string {
	return typeNamed(type)?.effortOf?.(readAny(additionalContent)) ?? `${readingMinutes(content)} min read`
}
