import { expect, it } from 'vitest'
import type { Course, EnrolledCourse } from './contract.ts'
import { startedCourses } from './course-format.ts'
import { nextStep } from './next-step.ts'

const course = (id: string, completed: number): EnrolledCourse => ({
	...({ id, title: id, isPublished: true } as Course),
	progress: { completed, total: 2 },
})
const untouched = course('untouched', 0)
const begun = course('begun', 1)
const finished = course('finished', 2)
const fresh = course('fresh', 0) as Course
const resume = { courseId: 'begun', title: 'Two', number: 2, count: 2, effort: '' }

const stepOf = (courses: EnrolledCourse[], at?: typeof resume, newCourse?: Course) =>
	nextStep(courses, startedCourses(courses, new Map()), at, newCourse)

it('resumes a started course', () => {
	expect(stepOf([untouched, begun, finished], resume, fresh)).toEqual({ kind: 'resume', course: begun, resume })
})

it('suggests an enrolled course that is not started yet, then a new course', () => {
	expect(stepOf([finished, untouched], undefined, fresh)).toEqual({ kind: 'start', course: untouched })
	expect(stepOf([finished], undefined, fresh)).toEqual({ kind: 'next', course: fresh })
	expect(stepOf([finished])).toBeUndefined()
})

it('suggests a course with a locked next module only after one that can be started', () => {
	expect(stepOf([begun])).toEqual({ kind: 'locked', course: begun })
	expect(stepOf([begun, untouched])).toEqual({ kind: 'start', course: untouched })
})

it('suggests nothing for a course that the member has left in the meantime', () => {
	expect(stepOf([], resume, fresh)).toBeUndefined()
})
