import { afterEach, beforeEach } from 'vitest'
import type { Course } from '#src/features/courses/contract.ts'
import type { CourseModule } from '#src/features/modules/contract.ts'
import { createPrincipals, type Principal, type PrincipalName } from '../api/api.ts'
import { freshDatabase, type TestDatabase } from '../api/database.ts'
import { makeCourse, makeModule } from './courses.ts'
import { QUIZ } from './quiz.ts'

let database: TestDatabase
export let as: Record<PrincipalName, Principal>
export let course: Course
export let quiz: CourseModule
/** A journal whose entries have at most five words. */
export let journal: CourseModule

/** Sets up callers of each kind and a course with a quiz and a journal before each test. */
export function setUpLearning(): void {
	beforeEach(async () => {
		database = await freshDatabase()
		as = await createPrincipals()
		course = await makeCourse(as.admin)
		quiz = await makeModule(as.admin, course.id, { type: 'quiz', additionalContent: QUIZ })
		journal = await makeModule(as.admin, course.id, { type: 'journal', additionalContent: { wordLimit: 5 } })
	})
	afterEach(() => database.discard())
}
