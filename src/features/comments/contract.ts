import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'

// Rules shared by comments on questions and in courses.

/** Replaces the text of a comment that its author deleted after others replied. The replies stay. */
export const DELETED = 'Deleted by its author'

/** Error for someone else's comment. */
export const notAuthor = [403, 'Only the author can edit this'] as const
export const notYours = [403, 'You can only delete your own comments'] as const

/** Returns the error for different text under an idempotency key that was already used. */
export const sentBefore = (what: string) =>
	[409, `Your ${what} was already posted. Edit it, or post this text as a new one.`] as const

/** Lists members whose username starts with `q`, for completion. */
export const suggestMembers = contract('GET /api/questions/members', {
	access: 'member',
	query: z.object({ q: z._default(z.string().check(z.maxLength(40)), '') }),
	response: z.array(z.object({ name: z.string(), username: z.string() })),
})
