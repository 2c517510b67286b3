import { setUser } from '#src/lib/api/auth-state.ts'
import { mutation } from '#src/lib/api/query.ts'
import { afterSignIn } from '#src/lib/site/routes.ts'
import { type LoginBody, login } from './contract.ts'

/**
 * Signs in: keeps the user, leaves the greeting for the next page and goes there, or back to where the
 * sign-in was asked for, with a full navigation, so that nothing of the visitor's page outlives the sign-in.
 */
export const loginMutation = mutation(login, {
	input: (body: LoginBody) => ({ body }),
	follows(user) {
		setUser(user)
		const { search, hash } = window.location
		window.location.assign(afterSignIn(user.role, new URLSearchParams(search).get('next'), hash))
	},
	done: ({ name }) => ({
		title: 'Logged in successfully',
		description: `Welcome back, ${name}!`,
		afterNavigation: true,
	}),
	failed: ['Login failed', 'Failed to login'],
})
