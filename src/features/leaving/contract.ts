import * as z from 'zod/mini'
import { loginBody, PASSWORDS_BUSY } from '#src/features/auth/contract.ts'
import { UNCONFIRMED } from '#src/features/auth/password-contract.ts'
import { contract, timestamp } from '#src/lib/api/contract.ts'

/** Number of days in which members who left can undo that. */
export const UNDO_DAYS = 7

export const LAST_ADMIN = 'You are the only admin. Make another member an admin first, so that the club keeps one.'

/** Signs the caller out everywhere immediately. The account is erased after `UNDO_DAYS`, unless this is undone. */
export const leave = contract('POST /api/user/leave', {
	access: 'account',
	body: z.object({ posts: z.enum(['stay', 'go'], 'Choose what happens to your posts') }),
	response: z.object({ until: timestamp }),
	errors: { unconfirmed: [401, UNCONFIRMED], lastAdmin: [409, LAST_ADMIN] },
})

/** Undoes a member's departure, with the link from the email or with email and password. Does not sign in. */
export const undoLeave = contract('POST /api/user/leave/undo', {
	access: 'public',
	body: z.union([z.object({ token: z.string().check(z.maxLength(200)) }), loginBody], 'This link is not valid'),
	errors: {
		unknown: [404, 'This link is not valid. Open it from the email again, or copy all of it.'],
		refused: [401, 'Invalid email or password'],
		stayed: [409, 'You have not left, or have already come back. Sign in as usual.'],
		over: [410, 'The seven days are over, and the account is being erased.'],
		tooMany: [429, 'Too many attempts. Please wait a few minutes and try again.'],
		busy: PASSWORDS_BUSY,
	},
})
