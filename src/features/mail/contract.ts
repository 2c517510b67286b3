import * as z from 'zod/mini'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'

/** An unsent email, without its text, which may contain a sign-in link or an initial password. */
export const unsentMail = z.object({
	id: z.string(),
	to: z.string(),
	/** Title of the kind of email, or the subject if a feature wrote the email. */
	title: z.string(),
	/** `waiting`: retried automatically. `dead`: given up until an admin resends it. */
	state: z.enum(['waiting', 'dead']),
	attempts: z.number(),
	lastError: z.nullable(z.string()),
	createdAt: timestamp,
	nextTryAt: timestamp,
})
export type UnsentMail = z.output<typeof unsentMail>

export const listUnsentMail = contract('GET /api/admin/mail', {
	access: 'admin',
	query: z.object({ ...pageQuery, state: z._default(z.enum(['waiting', 'dead'], 'Choose waiting or dead'), 'dead') }),
	response: z.array(unsentMail),
})

export const resendMail = contract('POST /api/admin/mail/:id/resend', {
	access: 'admin',
	errors: {
		unknown: [404, 'This email has already been sent'],
		noMail: [409, 'No mail server is connected. This email goes out once there is one.'],
	},
})
