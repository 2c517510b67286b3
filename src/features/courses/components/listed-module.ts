import type { ModuleLock } from '#src/features/course-access/lock-contract.ts'

/** A module in the outline of its course. */
export type ListedModule = {
	id: string
	title: string
	type: string
	/** Duration as text; empty if unknown. */
	effort: string
	/** Present if the module is not public. */
	lock?: ModuleLock | undefined
}
