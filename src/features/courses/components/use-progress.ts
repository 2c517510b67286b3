import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { $user } from '#src/lib/api/auth-state.ts'
import { useQuery } from '#src/lib/api/query.ts'
import { getProgressQuery, listUserCoursesQuery, listUserProgressQuery } from '../queries.ts'

/** What could not be fetched, in the words that people read. */
const failureOf = (title: string, answer: { error: Error | null; refetch: () => Promise<unknown> }) =>
	answer.error ? { title, error: answer.error, onRetry: answer.refetch } : undefined

/**
 * How far the reader of a course page is. Every island of the page reads the same answers, each asks for them once.
 * The object stays the same until something in it changes: all of a course is drawn once for its answers, and not again
 * for each of them.
 */
export function useProgress(courseId: string) {
	const viewer = useStore($user, { ssr: 'initial' })
	const own = useQuery(listUserCoursesQuery, { enabled: Boolean(viewer) })
	const isListed = own.data?.some(({ id }) => id === courseId)
	// Who is not enrolled would be told so by a 403, which browsers report as an error. Only where the list could not be
	// had is the course itself asked.
	const enabled = Boolean(viewer) && (isListed ?? own.isError)
	const course = useQuery(getProgressQuery(courseId), { enabled })
	const ofModules = useQuery(listUserProgressQuery(courseId), { enabled })
	const modules = ofModules.data
	// Answered or failed, once: while one that failed is asked anew, what is known stays.
	const progress = isListed === false ? null : ofModules.isFetched ? course.data : undefined
	// biome-ignore lint/correctness/useExhaustiveDependencies: an answer is another object at each rendering, and what fetches it again the same function
	return useMemo(
		() => ({
			viewer,
			/** Null where the reader is not enrolled; undefined while that, or which modules are completed, was not answered. */
			progress,
			/** Whether it is known which modules are completed. */
			knowsModules: progress === null || modules !== undefined,
			/** Undefined while it is not known. */
			isEnrolled: progress === undefined ? undefined : progress !== null,
			/** Every module that is open to them, in its order, for who is enrolled. */
			steps: progress ? modules?.filter(({ lock }) => !lock) : undefined,
			isCompleted: (moduleId: string) => modules?.some((one) => one.moduleId === moduleId && one.isCompleted) ?? false,
			/** Where the reader stopped in a module. */
			placeIn: (moduleId: string) => modules?.find((one) => one.moduleId === moduleId)?.place,
			/** Which of the two answers could not be fetched. */
			failed: failureOf('Failed to fetch progress', course) ?? failureOf('Failed to fetch module progress', ofModules),
		}),
		[viewer, progress, modules, course.error, ofModules.error],
	)
}

/** How far the reader of a course is, for the parts of an island. */
export type CourseReading = ReturnType<typeof useProgress>
