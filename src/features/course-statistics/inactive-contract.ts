import * as z from 'zod/mini'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'
import { UNSEEN_DAYS } from '#src/lib/lists/unseen.ts'

/** They are counted up to here: more are said to be more. */
export const MOST_INACTIVE = 1_000

const asked = {
	/** Not seen for so many days, and a member for as long. */
	days: z._default(z.enum(UNSEEN_DAYS, 'Choose 30, 60 or 90 days'), '30'),
}
/** Whoever was away longest comes first unless said otherwise. */
export const inactiveFilters = { ...asked, order: z.optional(z.enum(['asc', 'desc'], 'Order asc or desc')) }

export const inactiveMember = z.object({
	id: z.string(),
	name: z.string(),
	email: z.string(),
	joinedAt: timestamp,
	/** Null for never. */
	lastSeenAt: z.nullable(timestamp),
	/** Published courses that they take and did not complete. */
	inProgress: z.array(z.object({ id: z.string(), title: z.string() })),
})
export type InactiveMember = z.output<typeof inactiveMember>

/** Active members, no admins, who were not seen for a while. */
export const listInactiveMembers = contract({
	method: 'GET',
	path: '/api/admin/inactive-members',
	access: 'admin',
	query: z.object({ ...pageQuery, ...inactiveFilters }),
	response: z.array(inactiveMember),
})

/** The same, all of them, as a file to save from their screen. */
export const exportInactiveMembers = contract({
	method: 'GET',
	path: '/admin/figures/inactive/export.csv',
	access: 'admin',
	query: z.object(asked),
	response: z.string(),
	produces: 'text/csv; charset=utf-8',
})
