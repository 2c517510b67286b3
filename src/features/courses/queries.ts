import { listModules, updateProgress } from '#src/features/modules/contract.ts'
import { mutation, put, query } from '#src/lib/api/query.ts'
import { wholeList } from '#src/lib/api/query-list.ts'
import { enroll, getProgress, listCourses, listUserCourses, listUserProgress } from './contract.ts'
import { rememberEnrolled } from './enrolled-hint.ts'

/** Maximum number of courses per response. */
const PAGE = 100

/** All courses that the caller may see, with drafts for admins. */
export const listCoursesQuery = wholeList(listCourses, { query: { limit: PAGE } })

const userCourses = query(listUserCourses, {}, { instead: { of: [401], value: [] } })

/** The caller's courses; empty for visitors. */
export const listUserCoursesQuery: typeof userCourses = {
	...userCourses,
	async queryFn(context) {
		const courses = await userCourses.queryFn(context)
		rememberEnrolled(courses.map(({ id }) => id))
		return courses
	},
}

/** The caller's progress in a course; null for visitors and if not enrolled. */
export const getProgressQuery = (courseId: string) =>
	query(
		getProgress,
		{ params: { id: courseId } },
		// The only query with retries (docs/product.md, Calls and their errors). A missing enrollment is not a failure.
		{ instead: { of: [401, 403], value: null }, retry: 3 },
	)

/** The caller's state in each module of a course; empty for visitors and if not enrolled. */
export const listUserProgressQuery = (courseId: string) =>
	query(listUserProgress, { params: { id: courseId } }, { instead: { of: [401, 403], value: [] } })

const PROGRESS = [listUserCourses, getProgress, listUserProgress]

/** The last toast about progress on this page. The same toast is not repeated, because the buttons show the state. */
let lastToast: string | undefined

function doneText(isCompleted: boolean): string | undefined {
	const text = isCompleted ? 'Progress saved' : 'Progress reset'
	if (text === lastToast) return undefined
	lastToast = text
	return text
}

export const updateProgressMutation = (moduleId: string) =>
	mutation(updateProgress, {
		key: moduleId,
		input: (isCompleted: boolean) => ({ params: { id: moduleId }, body: { isCompleted } }),
		done: ({ isCompleted }) => doneText(isCompleted),
		failed: 'Error updating progress',
		refreshes: PROGRESS,
	})

export const enrollMutation = (courseId: string) =>
	mutation(enroll, {
		input: () => ({ params: { id: courseId } }),
		follows: ({ progress }) => put(getProgressQuery(courseId), () => progress),
		done: { title: 'Enrolled Successfully', description: 'We keep your place.' },
		failed: ['Enrollment Failed', 'Please try again.'],
		// Enrolling sets the dates of modules that open some days after it.
		refreshes: [...PROGRESS, listModules],
	})
