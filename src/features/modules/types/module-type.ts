import type * as z from 'zod/mini'

/** A required part that a module is missing. */
export interface Missing {
	/** Path of the field and its error. */
	readonly path: string
	readonly message: string
	/** Text about the module: "has no questions". */
	readonly text: string
}

/** Data while it is being edited; may not match the schema. */
export type UnvalidatedData = Readonly<Record<string, unknown>>

/** Definition of a module type, without its components. */
export interface ModuleType<Schema extends z.ZodMiniType = z.ZodMiniType> {
	/** Name in storage and in the API. */
	readonly type: string
	readonly label: string
	/** Schema of `additionalContent`. Every field has a default, so an empty object is a valid new module. */
	readonly data: Schema
	/** Returns the data without secrets, for members. */
	forMember(data: z.output<Schema>): unknown
	/**
	 * Returns a required part that an otherwise valid module is missing. The form requires it and the module list shows
	 * it, but API calls may omit it.
	 */
	findMissing?(data: z.output<Schema>): Missing | undefined
	/** Returns descriptions of the data's contents ("its 6 questions"), for the warning before they are deleted. */
	contentsOf?(data: UnvalidatedData): string[]
	/** Returns the effort as text, instead of the reading time; empty if unknown. */
	effortOf?(data: UnvalidatedData): string
	/** Warning about what members lose if the module's type changes. */
	readonly membersLose?: string
	/** Returns the form label of a data field, such as "Question 2", for the error summary. */
	fieldLabel?(path: string): string | undefined
	/** Returns the display text of a value if it differs from the stored one. */
	valueText?(path: string, value: unknown): string | undefined
	/** Completion requires a passed quiz attempt. */
	readonly needsPass?: boolean
	/** The data alone can make up the module, so content is optional. */
	readonly standsAlone?: boolean
	/** The module is interactive: the course page hydrates its `View.tsx` as an island. */
	readonly isActivity?: boolean
}

/** Returns whether a value is a non-blank string. */
export const isNonBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

/** Defines a module type. By default, members receive the data unchanged: pass `forMember` if it contains secrets. */
export function moduleType<Schema extends z.ZodMiniType>(
	definition: Omit<ModuleType<Schema>, 'forMember'> & Partial<Pick<ModuleType<Schema>, 'forMember'>>,
): ModuleType<Schema> {
	return { forMember: (data) => data, ...definition }
}
