import type * as z from 'zod/mini'

/** What the product must know of a type of module besides its screens. */
export interface ModuleType<Schema extends z.ZodMiniType = z.ZodMiniType> {
	/** As it is stored and sent. */
	readonly type: string
	/** As people read it. */
	readonly label: string
	/** Schema of `additionalContent`. Every field has a default, so that an empty object is a module begun. */
	readonly data: Schema
	/** What a member's browser may have of it. */
	forMember(data: z.output<Schema>): unknown
	/** Whether completing it takes a passed quiz attempt. */
	readonly needsPass?: boolean
	/** Whether there is something to do in it: then the course page has an island with its `View.tsx`. */
	readonly isActivity?: boolean
}

/** Completes a type whose data holds no secret. */
export function moduleType<Schema extends z.ZodMiniType>(
	given: Omit<ModuleType<Schema>, 'forMember'> & Partial<Pick<ModuleType<Schema>, 'forMember'>>,
): ModuleType<Schema> {
	return { forMember: (data) => data, ...given }
}
