import type { Course, EnrolledCourse } from './contract.ts'
import { isComplete } from './course-format.ts'

interface Resume {
	courseId: string
	title: string
	number: number
	count: number
	effort: string
}

/** A member's next step: continue a started course, start an enrolled one, or enroll in a new one. */
export type NextStep =
	| { kind: 'resume'; course: EnrolledCourse; resume: Resume }
	| { kind: 'locked' | 'start'; course: EnrolledCourse }
	| { kind: 'next'; course: Course }

/**
 * Returns a member's next step; undefined if the member has no courses, or has finished all and there is no new one.
 * @param started result of `startedCourses`.
 */
export function nextStep(
	courses: readonly EnrolledCourse[],
	started: readonly EnrolledCourse[],
	resume: Resume | undefined,
	newCourse: Course | undefined,
): NextStep | undefined {
	const resumed = started.find(({ id }) => id === resume?.courseId)
	if (resumed && resume) return { kind: 'resume', course: resumed, resume }
	const unfinished = courses.find((course) => !isComplete(course.progress) && !started.includes(course))
	if (unfinished) return { kind: 'start', course: unfinished }
	const [locked] = started
	if (locked) return { kind: 'locked', course: locked }
	return newCourse && courses.length > 0 ? { kind: 'next', course: newCourse } : undefined
}
