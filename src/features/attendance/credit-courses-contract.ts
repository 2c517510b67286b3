import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'

/** Ids of the courses in which something is offered for credit, for the marks in the catalogue. */
export const listCreditCourses = contract('GET /api/cle/offers/courses', {
	access: 'member',
	response: z.array(z.string()),
})
