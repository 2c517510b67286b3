import * as z from 'zod/mini'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'
import { UNSEEN_DAYS } from '#src/lib/lists/unseen.ts'

/** The count stops here. Higher counts are shown as "1,000 or more". */
export const MAX_INACTIVE = 1_000

const periodFilter = {
	/** Selects members who joined, and were last seen, more than this many days ago. */
	days: z._default(z.enum(UNSEEN_DAYS, 'Choose 30, 60 or 90 days'), '30'),
}
/** Longest absence first by default. */
export const inactiveFilters = { ...periodFilter, order: z.optional(z.enum(['asc', 'desc'], 'Order asc or desc')) }

export const inactiveMember = z.object({
	id: z.string(),
	name: z.string(),
	email: z.string(),
	joinedAt: timestamp,
	lastSeenAt: z.nullable(timestamp),
	/** Published courses that the member is enrolled in and has not completed. */
	inProgress: z.array(z.object({ id: z.string(), title: z.string() })),
})
export type InactiveMember = z.output<typeof inactiveMember>

/** Active members, except admins, who have not been seen for a while. */
export const listInactiveMembers = contract('GET /api/admin/inactive-members', {
	access: 'admin',
	query: z.object({ ...pageQuery, ...inactiveFilters }),
	response: z.array(inactiveMember),
})

export const exportInactiveMembers = contract('GET /admin/figures/inactive/export.csv', {
	access: 'admin',
	query: z.object(periodFilter),
	response: z.string(),
	produces: 'text/csv; charset=utf-8',
})
