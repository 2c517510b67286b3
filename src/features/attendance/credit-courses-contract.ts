import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'

/** Lists the ids of courses that offer something for credit, for the badges in the catalog. */
export const listCreditCourses = contract('GET /api/cle/offers/courses', {
	access: 'member',
	response: z.array(z.string()),
})
