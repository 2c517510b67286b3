import type { ModuleLock } from '#src/features/course-access/lock-contract.ts'

/** A module as the outline of its course knows it. */
export type ListedModule = {
	id: string
	title: string
	type: string
	/** How long it takes, in words; empty where that is not known. */
	effort: string
	/** Present where it is not open to everybody. */
	lock?: ModuleLock | undefined
}
