import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'

export const currentUser = z.object({
	id: z.string(),
	name: z.string(),
	username: z.string(),
	email: z.string(),
	role: z.enum(['admin', 'user']),
	/** May moderate posts: a moderator or an admin. */
	isModerator: z.optional(z.boolean()),
	/** False if the membership has lapsed or ended, or is paused; absent otherwise. */
	isInGoodStanding: z.optional(z.boolean()),
})
export type CurrentUser = z.output<typeof currentUser>

export const getUser = contract('GET /api/user', { access: 'account', response: currentUser, isForSetup: true })

export const loginBody = z.object({
	email: z
		.string('Invalid email address')
		.check(z.trim(), z.email('Invalid email address'), z.maxLength(254, 'Invalid email address')),
	password: z
		.string('Password is required')
		.check(z.minLength(1, 'Password is required'), z.maxLength(256, 'Password must be at most 256 characters')),
})
export type LoginBody = z.input<typeof loginBody>

export const PASSWORDS_BUSY = [503, 'Many people are signing in right now. Please try again in a moment.'] as const

export const login = contract('POST /api/login', {
	access: 'public',
	body: loginBody,
	response: currentUser,
	errors: {
		// The same sentence for an unknown address and a wrong password, so neither reveals membership.
		refused: [401, 'Invalid email or password'],
		/** The password is right; `SECOND_FACTOR_HEADER` lists the second factors that the account can use. */
		secondFactor: [401, 'Enter the code from your authenticator app'],
		pending: [403, 'Your membership application is still under review. We will email you our decision.'],
		rejected: [403, 'Your membership application was not approved.'],
		deactivated: [403, 'Your account has been deactivated, so you cannot sign in. Only an admin can reactivate it.'],
		/** The message starts with this text, and states the deadline for undoing it at `/leave-undo`. */
		leaving: [403, 'You left the club.'],
		/** The message states when the suspension ends, and the reason. */
		suspended: [403, 'Your account is suspended.'],
		tooMany: [429, 'Too many sign-in attempts. Please wait a few minutes and try again.'],
		busy: PASSWORDS_BUSY,
	},
})

export const logout = contract('POST /api/logout', { access: 'public' })

export const getCsrfToken = contract('GET /api/csrf-token', {
	access: 'public',
	response: z.object({ csrfToken: z.string() }),
})
