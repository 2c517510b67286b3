import type { Place } from '#src/features/modules/contract.ts'

/** A member's state in one module. Lists of steps are in course order. */
export interface Step {
	readonly moduleId: string
	readonly isCompleted: boolean
	readonly place?: Pick<Place, 'updatedAt'> | undefined
}

/**
 * Returns the module to resume: the one with the latest place, or, if that one is completed, the next incomplete one,
 * wrapping around at the end. Undefined if all are completed.
 */
export function resumeAt<S extends Step>(steps: readonly S[]): S | undefined {
	const newest = steps.reduce(
		(best, { place }, index) => (place && place.updatedAt > (steps[best]?.place?.updatedAt ?? '') ? index : best),
		0,
	)
	return [...steps.slice(newest), ...steps.slice(0, newest)].find(({ isCompleted }) => !isCompleted)
}

/** Returns whether the member has started; otherwise the course is shown from its top. */
export const hasBegun = (steps: readonly Step[]) => steps.some(({ isCompleted, place }) => isCompleted || place)
