import { mutationOptions } from '@tanstack/react-query'
import { call } from '#src/lib/api-client.ts'
import { setUser } from '#src/lib/auth-state.ts'
import { failureToast } from '#src/lib/failure-toast.ts'
import { homeOf } from '#src/lib/routes.ts'
import { showToast } from '#src/lib/toast.ts'
import { type LoginBody, login } from './contract.ts'

/** What an alert or toast says when a failed sign-in brought no sentence (specification, section 8). */
export const LOGIN_FALLBACK = 'Failed to login'

/**
 * Signs in: keeps the user, leaves the greeting for the next page and goes there with a full navigation, so that
 * nothing of the visitor's page outlives the sign-in.
 */
export const loginMutation = mutationOptions({
	mutationFn: (body: LoginBody) => call(login, { body }),
	onSuccess(user) {
		setUser(user)
		showToast({ title: 'Logged in successfully', description: `Welcome back, ${user.name}!`, afterNavigation: true })
		window.location.assign(homeOf(user.role))
	},
	onError: failureToast('Login failed', LOGIN_FALLBACK),
})
