import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'

const UNKNOWN = [404, 'User not found'] as const
const NOT_ADMIN = [403, 'You do not have permission to do this'] as const

/** Requests removal of a person's lost second factor. An email gives the person a day to stop it. */
export const requestFactorReset = contract('POST /api/admin/users/:id/factor-reset', {
	access: 'admin',
	errors: {
		unknown: UNKNOWN,
		notAdmin: NOT_ADMIN,
		own: [409, 'You can change your own second factor on your account page.'],
		none: [409, 'This account has no second factor.'],
		noMail: [503, 'This site cannot send email right now, so the owner of the account could not be notified.'],
	},
})

export const cancelFactorReset = contract('DELETE /api/admin/users/:id/factor-reset', {
	access: 'admin',
	errors: { unknown: UNKNOWN, notAdmin: NOT_ADMIN },
})

/** Stops a reset through the mailed link. */
export const stopFactorReset = contract('POST /api/factor-reset/stop', {
	access: 'public',
	body: z.object({ token: z.string('This link is incomplete').check(z.maxLength(200)) }),
	errors: { over: [404, 'This link was already used, or the reset is over.'] },
})
