import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { $user } from '#src/lib/auth-state.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { courseProgressQuery, moduleProgressQuery } from '../queries.ts'

/** How far the reader of a course page is. Every island of the page reads the same answers. */
export function useProgress(courseId: string) {
	const viewer = useStore($user, { ssr: 'initial' })
	const enabled = Boolean(viewer)
	const course = useQuery({ ...courseProgressQuery(courseId), enabled }, queryClient)
	const modules = useQuery({ ...moduleProgressQuery(courseId), enabled }, queryClient)
	return {
		viewer,
		/** Null where the reader is not enrolled; undefined while that is not known. */
		progress: course.data,
		isEnrolled: Boolean(course.data),
		isCompleted: (moduleId: string) =>
			modules.data?.some((one) => one.moduleId === moduleId && one.isCompleted) ?? false,
		/** Which of the two answers could not be fetched, in the words of the specification. */
		failed: course.error
			? { title: 'Failed to fetch progress', error: course.error, onRetry: course.refetch }
			: modules.error
				? { title: 'Failed to fetch module progress', error: modules.error, onRetry: modules.refetch }
				: undefined,
	}
}
