import { ifChanged, mutation, query } from '#src/lib/query.ts'
import {
	type CourseBody,
	createCourse,
	deleteCourse,
	getCourse,
	getPublishing,
	listCourses,
	updateCourse,
} from './contract.ts'
import { listCoursesQuery } from './queries.ts'

/** The list as the admin screens use it: fresh for five minutes (docs/product.md, Administration). */
export const listCoursesForAdminsQuery = { ...listCoursesQuery, staleTime: 5 * 60 * 1000 }

export const getCourseQuery = (id: string) => query(getCourse, { params: { id } })

const refreshes = [listCourses, getCourse]

export const createCourseMutation = mutation(createCourse, {
	input: (body: CourseBody) => ({ body }),
	done: 'Course created',
	failed: 'Failed to create course',
	refreshes,
})

/** Changes a course, of which the author has seen this version. */
export const updateCourseMutation = (id: string) =>
	mutation(updateCourse, {
		input: (body: CourseBody & { version?: number | undefined }) => ({ params: { id }, body }),
		done: 'Course updated',
		failed: 'Failed to update course',
		refreshes,
		refreshesAfterFailure: ifChanged(refreshes),
	})

/** What speaks against publishing a course, or against taking it back, looked at anew each time. */
export const getPublishingMutation = (id: string) =>
	mutation(getPublishing, { input: () => ({ params: { id } }), failed: 'Failed to update course' })

/** The switch on the modules screen. */
export const updateCoursePublishingMutation = (id: string) =>
	mutation(updateCourse, {
		input: (isPublished: boolean) => ({ params: { id }, body: { isPublished } }),
		done: ({ isPublished }) => ({
			title: 'Course updated',
			description: isPublished ? 'It is published now.' : 'It is a draft now; only admins see it.',
		}),
		failed: 'Failed to update course',
		refreshes,
	})

export const deleteCourseMutation = mutation(deleteCourse, {
	input: (id: string) => ({ params: { id } }),
	done: 'Course deleted',
	failed: 'Failed to delete course',
	refreshes,
})
