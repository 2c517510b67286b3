import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'

/** Limit of the unread count: the tab shows `99+` from here on. */
export const MAX_UNREAD_QUESTIONS = 100

/** Number of most recently active questions in which unread ones are counted and listed. Bounds the cost. */
export const MAX_LOOKED_AT = 1000

const seq = z.number().check(z.int(), z.gte(0))

export const unreadQuestions = z.object({
	/** Number of unread questions, up to `MAX_UNREAD_QUESTIONS`. */
	count: z.number(),
	/** The newest comment and question at the time of the count, by number. */
	until: z.object({ comment: seq, question: seq }),
})
export type UnreadQuestions = z.output<typeof unreadQuestions>

export const getUnreadQuestions = contract('GET /api/questions/unread', {
	access: 'member',
	response: unreadQuestions,
})

/** Marks all questions as read, with their comments up to `until`. Later posts stay unread. */
export const readAllQuestions = contract('PUT /api/questions/read', {
	access: 'member',
	body: z.object({ until: unreadQuestions.shape.until }),
})
