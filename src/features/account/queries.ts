import { $user, setUser } from '#src/lib/api/auth-state.ts'
import type { BodyInput } from '#src/lib/api/contract.ts'
import { mutation, query } from '#src/lib/api/query.ts'
import { disownSignIn, endOtherSignIns, endSignIn, listSignIns, updateProfile } from './contract.ts'

export const updateProfileMutation = mutation(updateProfile, {
	input: (body: BodyInput<typeof updateProfile>) => ({ body }),
	follows: setUser,
	done: 'Profile saved',
	fallback: 'Failed to save your profile',
})

export const listSignInsQuery = query(listSignIns)

const endOptions = {
	done: 'Signed out',
	failed: ['Failed to sign out', 'Please try again'],
	refreshes: [listSignIns],
	refreshesAfterFailure: [listSignIns],
} as const

export const endSignInMutation = mutation(endSignIn, { ...endOptions, input: (id: string) => ({ params: { id } }) })

export const endOtherSignInsMutation = mutation(endOtherSignIns, { ...endOptions, done: 'Signed out everywhere else' })

export const disownSignInMutation = mutation(disownSignIn, {
	input: (token: string) => ({ body: { token } }),
	follows: (_, token) => {
		// The token begins with the account's id. If this browser uses that account, it was signed out too.
		if ($user.get()?.id === token.split('.')[0]) setUser(null)
	},
	fallback: 'Nothing was changed',
})
