import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { $user, isLapsed } from '#src/lib/api/auth-state.ts'
import { useQuery } from '#src/lib/api/query.ts'
import { getProgressQuery, listUserCoursesQuery, listUserProgressQuery } from '../queries.ts'

const failureOf = (title: string, answer: { error: Error | null; refetch: () => Promise<unknown> }) =>
	answer.error ? { title, error: answer.error, onRetry: answer.refetch } : undefined

/**
 * Returns the reader's progress in a course. All islands of the page share the cached responses. The object keeps its
 * identity until a value changes, so the course renders once per change.
 */
export function useProgress(courseId: string) {
	const user = useStore($user, { ssr: 'initial' })
	const hasLapsed = isLapsed(user)
	const viewer = hasLapsed ? null : user
	const own = useQuery(listUserCoursesQuery, { enabled: Boolean(viewer) })
	const isListed = own.data?.some(({ id }) => id === courseId)
	// If the reader is not enrolled, the server returns 403, which browsers log as an error. So progress is fetched only
	// if the reader's list of courses contains the course or could not be fetched.
	const enabled = Boolean(viewer) && (isListed ?? own.isError)
	const course = useQuery(getProgressQuery(courseId), { enabled })
	const ofModules = useQuery(listUserProgressQuery(courseId), { enabled })
	const modules = ofModules.data
	// `isFetched` stays true during a retry, so known data is kept.
	const progress = isListed === false ? null : ofModules.isFetched ? course.data : undefined
	// biome-ignore lint/correctness/useExhaustiveDependencies: query results are new objects on each render, and `refetch` is stable
	return useMemo(
		() => ({
			/** Null for a visitor, and for a member whose membership lapsed: both can read only what is open to everyone. */
			viewer,
			hasLapsed,
			/** Null if not enrolled; undefined until enrollment and completed modules are known. */
			progress,
			/** Whether the completed modules are known. */
			knowsModules: progress === null || modules !== undefined,
			/** Undefined while unknown. */
			isEnrolled: progress === undefined ? undefined : progress !== null,
			/** Modules that are open to an enrolled reader, in order. */
			steps: progress ? modules?.filter(({ lock }) => !lock) : undefined,
			isCompleted: (moduleId: string) =>
				modules?.some((module) => module.moduleId === moduleId && module.isCompleted) ?? false,
			placeIn: (moduleId: string) => modules?.find((module) => module.moduleId === moduleId)?.place,
			failed: failureOf('Failed to fetch progress', course) ?? failureOf('Failed to fetch module progress', ofModules),
		}),
		[viewer, hasLapsed, progress, modules, course.error, ofModules.error],
	)
}

export type CourseReading = ReturnType<typeof useProgress>
