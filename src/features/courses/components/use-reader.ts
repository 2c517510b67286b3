import { useIsMutating, useMutation } from '@tanstack/react-query'
import type { Reader } from '#src/features/modules/components/reader.ts'
import { setProgressMutation } from '#src/features/modules/queries.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { useProgress } from './use-progress.ts'

/** The reader of one module, and what sets their progress. Its button and its activity are two islands of one page. */
export function useReader(courseId: string, moduleId: string): Reader & { setCompleted(isCompleted: boolean): void } {
	const { viewer, isEnrolled, isCompleted } = useProgress(courseId)
	const mutation = setProgressMutation(queryClient, moduleId)
	const { mutate } = useMutation(mutation, queryClient)
	const isSaving = useIsMutating({ mutationKey: mutation.mutationKey }, queryClient) > 0
	return {
		viewer,
		isEnrolled,
		isCompleted: isCompleted(moduleId),
		isSaving,
		complete: () => mutate(true),
		setCompleted: mutate,
	}
}
