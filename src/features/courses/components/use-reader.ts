import type { Reader } from '#src/features/modules/components/reader.ts'
import { useIsPending, useMutation } from '#src/lib/query.ts'
import { updateProgressMutation } from '../queries.ts'
import { keepPlace } from './place-keeper.ts'
import type { CourseReading } from './use-progress.ts'

type CourseReader = Reader & { setCompleted(isCompleted: boolean): void }

/** The reader of one module, and what sets their progress. Its button and its activity are two islands of one page. */
export function useReader(moduleId: string, { viewer, isEnrolled, isCompleted, placeIn }: CourseReading): CourseReader {
	const mutation = updateProgressMutation(moduleId)
	const { mutate } = useMutation(mutation)
	const isSaving = useIsPending(mutation)
	return {
		viewer,
		isEnrolled,
		isCompleted: isCompleted(moduleId),
		isSaving,
		place: placeIn(moduleId),
		keepPlace: (part) => keepPlace(moduleId, part),
		complete: () => mutate(true),
		setCompleted: mutate,
	}
}
