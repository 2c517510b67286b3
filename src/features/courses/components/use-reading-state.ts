import type { ReadingState } from '#src/features/modules/components/reading-state.ts'
import { useIsPending, useMutation } from '#src/lib/api/query.ts'
import { updateProgressMutation } from '../queries.ts'
import { moduleLink } from './course-modules.ts'
import { queuePlace } from './save-places.ts'
import type { CourseReading } from './use-progress.ts'

type CourseReadingState = ReadingState & { setCompleted(isCompleted: boolean): void }

/** Returns the reader's state in one module and its setters. The completion button and the activity both use it. */
export function useReadingState(
	moduleId: string,
	{ viewer, isEnrolled, isCompleted, placeIn }: CourseReading,
): CourseReadingState {
	const mutation = updateProgressMutation(moduleId)
	const { mutate } = useMutation(mutation)
	const isSaving = useIsPending(mutation)
	return {
		viewer,
		isEnrolled,
		isCompleted: isCompleted(moduleId),
		isSaving,
		linkTo: moduleLink,
		place: placeIn(moduleId),
		savePlace: (part) => queuePlace(moduleId, part),
		complete: () => mutate(true),
		setCompleted: mutate,
	}
}
