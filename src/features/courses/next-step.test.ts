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

it('a finished course leads to one that waits, then to a new one', () => {
	expect(stepOf([finished, untouched], undefined, fresh)).toEqual({ kind: 'start', course: untouched })
	expect(stepOf([finished], undefined, fresh)).toEqual({ kind: 'next', course: fresh })
	expect(stepOf([finished])).toBeUndefined()
})

it('a course whose next module is locked comes after one that can be started', () => {
	expect(stepOf([begun])).toEqual({ kind: 'locked', course: begun })
	expect(stepOf([begun, untouched])).toEqual({ kind: 'start', course: untouched })
})

it('a course that was left since it was read is no step', () => {
	expect(stepOf([], resume, fresh)).toBeUndefined()
})
