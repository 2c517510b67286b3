import * as z from 'zod/mini'
import { timestamp } from '#src/lib/api/contract.ts'

/** Why a module's content is left out of a response, and until when. */
export const moduleLock = z.object({
	/** The course is for members, and the caller is not signed in. */
	isForMembers: z.boolean(),
	/** When the module opens for this reader; null if unknown, or if only `isForMembers` locks it. */
	opensAt: z.nullable(timestamp),
	/** Days from enrollment until the module opens. */
	afterDays: z.nullable(z.number()),
})
export type ModuleLock = z.output<typeof moduleLock>
