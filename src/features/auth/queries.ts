import { setUser } from '#src/lib/api/auth-state.ts'
import { mutation } from '#src/lib/api/query.ts'
import { afterSignIn } from '#src/lib/site/routes.ts'
import { type LoginBody, login } from './contract.ts'

/**
 * Signs in: stores the user and the greeting for the next page, then navigates there or back to the page that
 * required the sign-in. A full navigation, so no state of the visitor's page survives.
 */
export const loginMutation = mutation(login, {
	input: (body: LoginBody) => ({ body }),
	follows(user) {
		setUser(user)
		const { search, hash } = window.location
		window.location.assign(afterSignIn(user, new URLSearchParams(search).get('next'), hash))
	},
	done: ({ name }) => ({
		title: 'Logged in successfully',
		description: `Welcome back, ${name}!`,
		afterNavigation: true,
	}),
	failed: ['Login failed', 'Failed to login'],
})
