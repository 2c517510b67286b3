import { mutationOptions } from '@tanstack/react-query'
import { call } from '#src/lib/api-client.ts'
import type { BodyInput } from '#src/lib/contract.ts'
import { failureToast } from '#src/lib/failure-toast.ts'
import { showToast } from '#src/lib/toast.ts'
import { changePassword, requestReset, resetPassword } from './password-contract.ts'

/** Said when a failed change brought no sentence (specification, section 8). */
export const PASSWORD_FALLBACK = 'Failed to change password'

export const changePasswordMutation = mutationOptions({
	mutationFn: (body: BodyInput<typeof changePassword>) => call(changePassword, { body }),
	onSuccess() {
		showToast({ title: 'Password changed successfully', afterNavigation: true })
		window.location.assign('/dashboard')
	},
	onError: failureToast(PASSWORD_FALLBACK),
})

export const requestResetMutation = mutationOptions({
	mutationFn: (body: BodyInput<typeof requestReset>) => call(requestReset, { body }),
})

export const resetPasswordMutation = mutationOptions({
	mutationFn: (body: BodyInput<typeof resetPassword>) => call(resetPassword, { body }),
	onSuccess() {
		showToast({
			title: 'Password changed successfully',
			description: 'Sign in with your new password.',
			afterNavigation: true,
		})
		window.location.assign('/auth')
	},
	onError: failureToast(PASSWORD_FALLBACK),
})
