import * as z from 'zod/mini'
import { contract, timestamp } from '#src/lib/api/contract.ts'

/** Maximum number of question titles that visitors see. */
export const PREVIEW_TITLES = 3

/** Members' content that visitors may see: the start of the next session, and titles of questions. */
export const membershipPreview = z.object({
	/** Null if there is no upcoming session. */
	nextCall: z.nullable(timestamp),
	/** Newest first, from categories whose titles an admin made visible to visitors. */
	questions: z.array(z.string()),
})
export type MembershipPreview = z.output<typeof membershipPreview>

export const getMembershipPreview = contract('GET /api/membership/preview', {
	access: 'public',
	response: membershipPreview,
})
