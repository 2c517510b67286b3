import { listModules, updateProgress } from '#src/features/modules/contract.ts'
import { mutation, put, query, wholeList } from '#src/lib/api/query.ts'
import { enroll, getProgress, listCourses, listUserCourses, listUserProgress } from './contract.ts'

/** Most courses that the server gives at once. */
const PAGE = 100

/** Every course that the caller may see. For an admin with the drafts. */
export const listCoursesQuery = wholeList(listCourses, { query: { limit: PAGE } })

/** One's own courses; none for a visitor. */
export const listUserCoursesQuery = query(listUserCourses, {}, { instead: { of: [401], value: [] } })

/** How far the caller is in a course; null for a visitor, and for who is not enrolled. */
export const getProgressQuery = (courseId: string) =>
	query(
		getProgress,
		{ params: { id: courseId } },
		// The one query that is tried again (docs/product.md, Calls and their errors). Not enrolled is no failure.
		{ instead: { of: [401, 403], value: null }, retry: 3 },
	)

/** Which modules of a course the caller has completed; none for a visitor, and for who is not enrolled. */
export const listUserProgressQuery = (courseId: string) =>
	query(listUserProgress, { params: { id: courseId } }, { instead: { of: [401, 403], value: [] } })

const PROGRESS = [listUserCourses, getProgress, listUserProgress]

export const updateProgressMutation = (moduleId: string) =>
	mutation(updateProgress, {
		key: moduleId,
		input: (isCompleted: boolean) => ({ params: { id: moduleId }, body: { isCompleted } }),
		done: ({ isCompleted }) => (isCompleted ? 'Progress saved' : 'Progress reset'),
		failed: 'Error updating progress',
		refreshes: PROGRESS,
	})

export const enrollMutation = (courseId: string) =>
	mutation(enroll, {
		input: () => ({ params: { id: courseId } }),
		follows: ({ progress }) => put(getProgressQuery(courseId), () => progress),
		done: { title: 'Enrolled Successfully', description: 'Your place is kept from now on.' },
		failed: ['Enrollment Failed', 'Please try again.'],
		// What opens some days after it has a date from now on.
		refreshes: [...PROGRESS, listModules],
	})
