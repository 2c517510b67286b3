import type { BodyInput } from '#src/lib/api/contract.ts'
import { mutation, query } from '#src/lib/api/query.ts'
import { changePassword, checkReset, confirmIdentity, requestReset, resetPassword } from './password-contract.ts'

export const changePasswordMutation = mutation(changePassword, {
	input: (body: BodyInput<typeof changePassword>) => ({ body }),
	follows: () => window.location.assign('/dashboard'),
	done: { title: 'Password changed successfully', afterNavigation: true },
	failed: 'Failed to change password',
})

/** No toast: the result appears next to the form. */
export const confirmIdentityMutation = mutation(confirmIdentity, {
	input: (body: BodyInput<typeof confirmIdentity>) => ({ body }),
	fallback: 'Your password could not be checked',
})

export const requestResetMutation = mutation(requestReset, {
	input: (body: BodyInput<typeof requestReset>) => ({ body }),
	fallback: 'The link could not be requested',
})

export const checkResetQuery = (token: string) =>
	query(checkReset, { body: { token } }, { instead: { of: [400], value: { isValid: false, invitation: undefined } } })

export const resetPasswordMutation = (isInvited: boolean) =>
	mutation(resetPassword, {
		input: (body: BodyInput<typeof resetPassword>) => ({ body }),
		follows: () => window.location.assign('/auth'),
		done: {
			title: isInvited ? 'Your account is ready' : 'Password changed successfully',
			description: isInvited ? 'Sign in with the password you chose.' : 'Sign in with your new password.',
			afterNavigation: true,
		},
		fallback: isInvited ? 'The password was not saved' : 'Failed to change password',
	})
