import { useStore } from '@nanostores/react'
import { $user } from '#src/lib/auth-state.ts'
import { useQuery } from '#src/lib/query.ts'
import { getProgressQuery, listUserCoursesQuery, listUserProgressQuery } from '../queries.ts'

/** How far the reader of a course page is. Every island of the page reads the same answers, each asks for them once. */
export function useProgress(courseId: string) {
	const viewer = useStore($user, { ssr: 'initial' })
	const own = useQuery(listUserCoursesQuery, { enabled: Boolean(viewer) })
	const isListed = own.data?.some(({ id }) => id === courseId)
	// Who is not enrolled would be told so by a 403, which browsers report as an error. Only where the list could not be
	// had is the course itself asked.
	const enabled = Boolean(viewer) && (isListed ?? own.isError)
	const course = useQuery(getProgressQuery(courseId), { enabled })
	const modules = useQuery(listUserProgressQuery(courseId), { enabled })
	const progress = isListed === false ? null : course.data
	return {
		viewer,
		/** Null where the reader is not enrolled; undefined while that is not known. */
		progress,
		/** Whether it is known which modules are completed. */
		knowsModules: progress === null || modules.data !== undefined,
		isEnrolled: Boolean(progress),
		/** Every module that is open to them, in its order, for who is enrolled. */
		steps: progress ? modules.data?.filter(({ lock }) => !lock) : undefined,
		isCompleted: (moduleId: string) =>
			modules.data?.some((one) => one.moduleId === moduleId && one.isCompleted) ?? false,
		/** Where the reader stopped in a module. */
		placeIn: (moduleId: string) => modules.data?.find((one) => one.moduleId === moduleId)?.place,
		/** Which of the two answers could not be fetched, in the words that people read. */
		failed: course.error
			? { title: 'Failed to fetch progress', error: course.error, onRetry: course.refetch }
			: modules.error
				? { title: 'Failed to fetch module progress', error: modules.error, onRetry: modules.refetch }
				: undefined,
	}
}

/** How far the reader of a course is, for the parts of an island. */
export type CourseReading = ReturnType<typeof useProgress>
