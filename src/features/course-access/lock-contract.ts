import * as z from 'zod/mini'
import { timestamp } from '#src/lib/api/contract.ts'

/** Why what is in a module is left out of an answer, and until when. */
export const moduleLock = z.object({
	/** The course is for members, and nobody is signed in. */
	isForMembers: z.boolean(),
	/** When it opens, for this reader; null where that is not known of them, or nothing but `isForMembers` is in the way. */
	opensAt: z.nullable(timestamp),
	/** It opens so many days after somebody enrolls. */
	afterDays: z.nullable(z.number()),
})
export type ModuleLock = z.output<typeof moduleLock>
