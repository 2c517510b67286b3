import * as z from 'zod/mini'
import { contract, timestamp } from '#src/lib/api/contract.ts'
import { emailAddress, MAX_PASSWORD, newPassword } from '#src/lib/api/fields.ts'
import { PASSWORDS_BUSY } from './contract.ts'
import { code, codeErrors, passkeyAnswer, passkeyErrors } from './second-factor-fields.ts'

/** The error for a very common password. Only the server has the list. */
export const COMMON_PASSWORD = 'This password is too common. Please choose another.'

/** The error for a reset request while no email can be sent. */
export const NO_RESET_MAIL =
	'This site cannot send email right now, so we cannot send you a link. Please ask the people who run it for help.'

const TOO_MANY = 'Too many attempts. Please wait a few minutes and try again.'

const chosen = newPassword(8, 'Password must be at least 8 characters')

const currentPassword = z
	.string('Current password is required')
	.check(
		z.minLength(6, 'Current password is required'),
		z.maxLength(MAX_PASSWORD, `Password must be at most ${MAX_PASSWORD} characters`),
	)

const passwordChange = { currentPassword, newPassword: chosen }

const WRONG = 'Current password is incorrect'
const CHANGED = 'Your password was changed in another window. Please sign in again.'

/** Allows the comparison while other fields are invalid, so all errors show on the first try. */
function isStringPair({ value }: { value: unknown }): boolean {
	const { newPassword: first, confirmPassword: second } = (value ?? {}) as Record<string, unknown>
	return typeof first === 'string' && typeof second === 'string'
}

const passwordsMatch = z.refine<{ newPassword: string; confirmPassword: string }>(
	(form) => form.confirmPassword === form.newPassword,
	{ error: 'Passwords do not match', path: ['confirmPassword'], when: isStringPair },
)
const confirmPassword = z.string('Passwords do not match')

/** The form: the request body and the repeated password, which stays in the browser. */
export const changePasswordForm = z.object({ ...passwordChange, confirmPassword }).check(passwordsMatch)

export const changePassword = contract('POST /api/user/change-password', {
	access: 'account',
	body: z.object(passwordChange),
	errors: {
		wrong: [400, WRONG],
		common: [400, COMMON_PASSWORD],
		same: [400, 'The new password must be different from the current one'],
		changed: [409, CHANGED],
		tooMany: [429, TOO_MANY],
		busy: PASSWORDS_BUSY,
	},
})

export const CONFIRMED_SECONDS = 10 * 60

export const passwordConfirmation = z.object({ currentPassword })

/** Confirms the caller's identity for ten minutes, to protect sensitive data in a browser left open. */
export const confirmIdentity = contract('POST /api/user/step-up', {
	access: 'account',
	isForSetup: true,
	body: z.union(
		[passwordConfirmation, z.object({ code }), z.object({ passkey: passkeyAnswer })],
		'Current password is required',
	),
	response: z.object({ until: timestamp }),
	errors: {
		...codeErrors,
		...passkeyErrors,
		wrong: [400, WRONG],
		changed: [409, CHANGED],
		tooMany: [429, TOO_MANY],
		busy: PASSWORDS_BUSY,
	},
})

/** The 401 of calls that require a confirmation. Because of its `STEP_UP_HEADER`, clients stay signed in. */
export const UNCONFIRMED = 'Please confirm it is you'

export const requestReset = contract('POST /api/password-reset', {
	access: 'public',
	body: z.object({ email: emailAddress('Invalid email address') }),
	errors: { tooMany: [429, TOO_MANY], noMail: [503, NO_RESET_MAIL] },
})

const resetFields = { token: z.string('This link is incomplete').check(z.maxLength(200)), newPassword: chosen }

/** Checks whether a link still works without using it up. */
export const checkReset = contract('POST /api/password-reset/check', {
	access: 'public',
	body: z.object({ token: resetFields.token }),
	response: z.object({
		isValid: z.boolean(),
		/** Set for an invitation: its sender, the club with its description, and the invited account. */
		invitation: z.optional(
			z.object({ name: z.string(), email: z.string(), by: z.string(), to: z.string(), about: z.string() }),
		),
	}),
})

export const resetPasswordForm = z.object({ newPassword: chosen, confirmPassword }).check(passwordsMatch)

export const resetPassword = contract('POST /api/password-reset/confirm', {
	access: 'public',
	body: z.object(resetFields),
	errors: {
		invalid: [400, 'This link was already used or has expired. Please ask for a new one.'],
		common: [400, COMMON_PASSWORD],
		tooMany: [429, TOO_MANY],
		busy: PASSWORDS_BUSY,
	},
})
