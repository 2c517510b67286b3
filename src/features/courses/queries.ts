import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { progressKeys } from '#src/features/modules/queries.ts'
import { call } from '#src/lib/api-client.ts'
import { ApiError } from '#src/lib/errors.ts'
import { failureToast } from '#src/lib/failure-toast.ts'
import { showToast } from '#src/lib/toast.ts'
import { type Course, enroll, getCourses, getProgress, getUserCourses, getUserProgress } from './contract.ts'

/** Most courses that the server gives at once. */
const PAGE = 100

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : undefined)

/** `value` in place of an answer that only says that somebody is not signed in, or not enrolled. */
function insteadOf<T>(statuses: readonly number[], value: T) {
	return (error: unknown): T => {
		if (statuses.includes(statusOf(error) ?? 0)) return value
		throw error
	}
}

export const courseKeys = { all: ['courses'] as const, list: ['courses', 'list'] as const }

/** Every course that the caller may see, page by page. For an admin with the drafts. */
export const allCoursesQuery = queryOptions({
	queryKey: courseKeys.list,
	queryFn: async ({ signal }) => {
		const courses: Course[] = []
		for (let cursor: string | undefined; ; cursor = courses.at(-1)?.id) {
			const page = await call(getCourses, { query: { limit: PAGE, cursor }, signal })
			courses.push(...page)
			if (page.length < PAGE) return courses
		}
	},
})

/** One's own courses; none for a visitor. */
export const ownCoursesQuery = queryOptions({
	queryKey: progressKeys.own,
	queryFn: ({ signal }) => call(getUserCourses, { signal }).catch(insteadOf([401], [])),
})

/** How far the caller is in a course; null for a visitor, and for who is not enrolled. */
export const courseProgressQuery = (courseId: string) =>
	queryOptions({
		queryKey: progressKeys.course(courseId),
		queryFn: ({ signal }) => call(getProgress, { params: { id: courseId }, signal }).catch(insteadOf([401, 403], null)),
		// The one query that is tried again (specification, section 7). Not enrolled is an answer, not a failure.
		retry: 3,
	})

/** Which modules of a course the caller has completed; none for a visitor, and for who is not enrolled. */
export const moduleProgressQuery = (courseId: string) =>
	queryOptions({
		queryKey: progressKeys.modules(courseId),
		queryFn: ({ signal }) =>
			call(getUserProgress, { params: { id: courseId }, signal }).catch(insteadOf([401, 403], [])),
	})

export const enrollMutation = (client: QueryClient, courseId: string) => ({
	mutationFn: () => call(enroll, { params: { id: courseId } }),
	onSuccess() {
		showToast({ title: 'Enrolled Successfully', description: 'Your place is kept from now on.' })
		return client.invalidateQueries({ queryKey: progressKeys.all })
	},
	onError: failureToast('Enrollment Failed', 'Please try again.'),
})
