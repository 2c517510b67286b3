import { expect, test } from 'vitest'
import { filterCourses } from './catalogue-filter.ts'

const course = (title: string, description: string, difficulty: 'beginner' | 'advanced') => ({
	title,
	description,
	difficulty,
})
const courses = [course('Café fees', 'How to price', 'beginner'), course('Trust', 'Accounts and fees', 'advanced')]

test.each([
	['', 'all', 2],
	['fees', 'all', 2],
	['CAFE price', 'all', 1],
	['fees trust', 'all', 1],
	['fees', 'advanced', 1],
	['  ', 'beginner', 1],
	['nothing', 'all', 0],
] as const)('filters by the words %o and the difficulty %s', (search, difficulty, count) => {
	expect(filterCourses(courses, { search, difficulty })).toHaveLength(count)
})
