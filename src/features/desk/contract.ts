import * as z from 'zod/mini'
import { contract } from '#src/lib/contract.ts'

// The owner's desk: what surrounds the admin screens of all features.

/** How much waits in each section of the admin screens, by the address of the section. */
export const getWaiting = contract({
	method: 'GET',
	path: '/api/admin/waiting',
	access: 'admin',
	response: z.object({ waiting: z.record(z.string(), z.number()) }),
})
