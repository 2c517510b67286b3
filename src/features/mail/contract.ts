import * as z from 'zod/mini'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'

/** A mail that has not gone out. What it says is not shown: it may hold a link or a first password. */
export const unsentMail = z.object({
	id: z.string(),
	to: z.string(),
	/** What admins call it: its kind, or the subject that a feature wrote itself. */
	title: z.string(),
	/** `waiting`: tried again by itself. `dead`: given up until somebody sends it again. */
	state: z.enum(['waiting', 'dead']),
	attempts: z.number(),
	lastError: z.nullable(z.string()),
	createdAt: timestamp,
	nextTryAt: timestamp,
})
export type UnsentMail = z.output<typeof unsentMail>

export const listUnsentMail = contract({
	method: 'GET',
	path: '/api/admin/mail',
	access: 'admin',
	query: z.object({ ...pageQuery, state: z._default(z.enum(['waiting', 'dead'], 'Choose waiting or dead'), 'dead') }),
	response: z.array(unsentMail),
})

export const resendMail = contract({
	method: 'POST',
	path: '/api/admin/mail/:id/resend',
	access: 'admin',
	params: z.object({ id: z.string() }),
	errors: {
		unknown: [404, 'This mail has gone out already'],
		noMail: [409, 'Mail is not set up on this server. This mail leaves by itself once it is.'],
	},
})
