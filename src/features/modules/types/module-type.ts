import type * as z from 'zod/mini'

/** What a module still needs before a member can do something with it. */
export interface Lack {
	/** The field, and what its form says. */
	readonly path: string
	readonly message: string
	/** As it is said of the module: "has no questions". */
	readonly words: string
}

/** The data while it is being written: it need not fit the schema. */
export type WrittenData = Readonly<Record<string, unknown>>

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
	/**
	 * What an otherwise valid module lacks. The form asks for it and the list of modules names it; a call may leave it
	 * out, because calls may come without it.
	 */
	lackOf?(data: z.output<Schema>): Lack | undefined
	/** What has been written in it, as in "6 questions": an author is told before it is lost. */
	contentsOf?(data: WrittenData): string[]
	/** How long it takes, as people say it, in place of its reading time; empty where that is not known. */
	effortOf?(data: WrittenData): string
	/** What members lose where such a module becomes another type. */
	readonly membersLose?: string
	/** What the form calls a field of the data, for the summary of errors: "Question 2". */
	placeOf?(path: string): string | undefined
	/** A value of the data as people say it, where that is not as it is stored. */
	valueText?(path: string, value: unknown): string | undefined
	/** Whether completing it takes a passed quiz attempt. */
	readonly needsPass?: boolean
	/** Whether its data can be the whole module, so that it needs no content. */
	readonly standsAlone?: boolean
	/** Whether there is something to do in it: then the course page has an island with its `View.tsx`. */
	readonly isActivity?: boolean
}

/** Whether a field of written data holds something. */
export const isWritten = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

/** Completes a type whose data holds no secret. */
export function moduleType<Schema extends z.ZodMiniType>(
	given: Omit<ModuleType<Schema>, 'forMember'> & Partial<Pick<ModuleType<Schema>, 'forMember'>>,
): ModuleType<Schema> {
	return { forMember: (data) => data, ...given }
}
