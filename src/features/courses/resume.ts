import type { Place } from '#src/features/modules/contract.ts'

/** What is known of a member's way through one module; the modules of a course are given in their order. */
export interface Step {
	readonly moduleId: string
	readonly isCompleted: boolean
	readonly place?: Pick<Place, 'updatedAt'> | undefined
}

/**
 * Where a member goes on: the module they were in last, or if that one is completed the next open one after it, from the
 * first again at the end. Undefined where nothing is open.
 */
export function resumeAt<S extends Step>(steps: readonly S[]): S | undefined {
	const newest = steps.reduce(
		(best, { place }, index) => (place && place.updatedAt > (steps[best]?.place?.updatedAt ?? '') ? index : best),
		0,
	)
	return [...steps.slice(newest), ...steps.slice(0, newest)].find(({ isCompleted }) => !isCompleted)
}

/** Whether somebody has begun: who has not is shown the course from its top. */
export const hasBegun = (steps: readonly Step[]) => steps.some(({ isCompleted, place }) => isCompleted || place)
