import { setUser } from '#src/lib/api/auth-state.ts'
import type { ResponseOf } from '#src/lib/api/contract.ts'
import { isApiError, SECOND_FACTOR_HEADER } from '#src/lib/api/errors.ts'
import { mutation } from '#src/lib/api/query.ts'
import { afterSignIn } from '#src/lib/site/routes.ts'
import { type LoginBody, login } from './contract.ts'

type SignedIn = ResponseOf<typeof login>

/**
 * Effects of a sign-in: stores the user and the greeting for the next page, then opens the user's home or the page that
 * required the sign-in. This is a full navigation, so no state of the visitor's page survives.
 */
export const signInEffects = {
	follows(user: SignedIn) {
		setUser(user)
		const { search, hash } = window.location
		window.location.assign(afterSignIn(user, new URLSearchParams(search).get('next'), hash))
	},
	done: ({ name }: SignedIn) => ({
		title: 'Logged in successfully',
		description: `Welcome back, ${name}!`,
		afterNavigation: true,
	}),
}

/** Returns the second factors that a sign-in requires after the password; undefined for any other error. */
export function requiredFactors(error: Error): string[] | undefined {
	const headers = isApiError(error) ? error.headers : []
	return headers.find(([name]) => name === SECOND_FACTOR_HEADER)?.[1].split(', ')
}

export const loginMutation = mutation(login, {
	...signInEffects,
	input: (body: LoginBody) => ({ body }),
	failed: ['Login failed', 'Failed to login'],
	isExpected: (error) => requiredFactors(error) !== undefined,
})
