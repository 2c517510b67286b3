import * as z from 'zod/mini'
import { currentUser } from '#src/features/auth/contract.ts'
import { contract, timestamp } from '#src/lib/api/contract.ts'
import { personName } from '#src/lib/api/fields.ts'
import { USERNAME } from '#src/lib/text/usernames.ts'

const USERNAME_RULE = 'Use 3 to 30 lowercase letters and digits, with dots, dashes or underscores in between'

export const updateProfile = contract('PUT /api/user/profile', {
	access: 'account',
	body: z.object({
		name: personName(2, 'Name must be at least 2 characters'),
		username: z.string(USERNAME_RULE).check(
			z.overwrite((value: string) => value.trim().replace(/^@/, '').toLowerCase()),
			z.minLength(3, USERNAME_RULE),
			z.maxLength(30, USERNAME_RULE),
			z.regex(USERNAME, USERNAME_RULE),
		),
	}),
	response: currentUser,
	errors: { taken: [409, 'This username is taken. Please choose another.'] },
})

export const signIn = z.object({
	id: z.string(),
	/** Browser and operating system as text, if recognized. */
	device: z.string(),
	clientAddress: z.string(),
	createdAt: timestamp,
	/** When the session expires if it is not used again. */
	expiresAt: timestamp,
	isCurrent: z.boolean(),
})
export type SignIn = z.output<typeof signIn>

export const listSignIns = contract('GET /api/user/sign-ins', { access: 'account', response: z.array(signIn) })

export const endOtherSignIns = contract('DELETE /api/user/sign-ins', { access: 'account' })

export const endSignIn = contract('DELETE /api/user/sign-ins/:id', {
	access: 'account',
	errors: {
		unknown: [404, 'This browser is already signed out'],
		own: [409, 'This is your current browser. Use Log out instead.'],
	},
})

/** Handles the `This was not me` link of a sign-in notice: signs out all devices and mails a password link. */
export const disownSignIn = contract('POST /api/sign-in-report', {
	access: 'public',
	body: z.object({ token: z.string('This link is not valid').check(z.maxLength(200)) }),
	errors: {
		unknown: [404, 'This link is not valid. Open it from the email again, or copy all of it.'],
		over: [409, 'This link no longer works. Your password has changed since then, or the link is older than 30 days.'],
		tooMany: [429, 'Too many attempts. Please wait a while and try again.'],
	},
})
