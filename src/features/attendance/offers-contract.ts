import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'
import { activityKind, attendanceState } from './contract.ts'

// Lists which items of a page are offered for credit, for the marks next to them. `findAttendance` has the details.

export const offer = z.object({
	kind: activityKind,
	refId: z.string(),
	/** The module that contains the item; null for the course itself and for sessions. */
	moduleId: z.nullable(z.string()),
	/** State of the member's latest attendance, or null. */
	state: z.nullable(attendanceState),
})
export type Offer = z.output<typeof offer>

/** Lists the offers of a course and its modules, or of all sessions. */
export const listOffers = contract('GET /api/cle/offers', {
	access: 'member',
	query: z.object({ course: z.optional(z.string().check(z.maxLength(100))) }),
	response: z.array(offer),
})
