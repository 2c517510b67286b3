import type { Course, Difficulty } from '../../contract.ts'

/** Cards shown before "Show more courses". */
export const CARDS = 24

export interface Filter {
	search: string
	difficulty: Difficulty | 'all'
}

export const NO_FILTER: Filter = { search: '', difficulty: 'all' }

export const isFiltering = ({ search, difficulty }: Filter) => search.trim() !== '' || difficulty !== 'all'

const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Returns the courses that match the difficulty and contain every word of the search, in the same order. */
export function filterCourses<C extends Pick<Course, 'title' | 'description' | 'difficulty'>>(
	courses: readonly C[],
	{ search, difficulty }: Filter,
): C[] {
	const words = plain(search).split(/\s+/).filter(Boolean)
	return courses.filter((course) => {
		if (difficulty !== 'all' && course.difficulty !== difficulty) return false
		const text = plain(`${course.title} ${course.description}`)
		return words.every((word) => text.includes(word))
	})
}
