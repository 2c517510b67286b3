import type { CourseModule } from '#src/features/modules/contract.ts'
import { findType, readObject } from '#src/features/modules/types/registry.ts'

/**
 * How fast adults read English prose silently: 228 words a minute on average, with a standard deviation of 30
 * (Trauzettel-Klosinski and Dietz, "Standardized Assessment of Reading Performance: The New International Reading Speed
 * Texts IReST", Investigative Ophthalmology & Visual Science 53, 2012).
 */
const WORDS_A_MINUTE = 228

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Counts the words in HTML: runs with a letter or a digit. Zero-width spaces separate words too. */
const countWords = (html: string) =>
	html
		.replaceAll(/<[^<>]*>/g, ' ')
		.split(/[\s\u200b]+/)
		.filter((word) => LETTER_OR_DIGIT.test(word)).length

/** Returns the reading time of HTML in minutes, at least 1. */
export const readingMinutes = (html: string): number => Math.max(1, Math.round(countWords(html) / WORDS_A_MINUTE))

/** Returns the effort of a module as text: "4 min read", "6 questions". Empty if unknown. */
export function effortOf({
	type,
	content,
	additionalContent,
}: Pick<CourseModule, 'type' | 'content' | 'additionalContent'>): string {
	return findType(type)?.effortOf?.(readObject(additionalContent)) ?? `${readingMinutes(content)} min read`
}
