import { setUser } from '#src/lib/auth-state.ts'
import type { BodyInput } from '#src/lib/contract.ts'
import { mutation, query } from '#src/lib/query.ts'
import { editProfile, endOtherSignIns, endSignIn, listSignIns } from './contract.ts'

export const profileMutation = mutation(editProfile, {
	input: (body: BodyInput<typeof editProfile>) => ({ body }),
	follows: setUser,
	done: 'Profile saved',
	failed: 'Failed to save your profile',
})

export const signInsQuery = query(listSignIns)

const ending = {
	done: 'Signed out there',
	failed: ['Failed to sign out', 'Please try again'],
	refreshes: [listSignIns],
	refreshesAfterFailure: [listSignIns],
} as const

export const endSignInMutation = mutation(endSignIn, { ...ending, input: (id: string) => ({ params: { id } }) })

/** Ends all but this one. */
export const endOtherSignInsMutation = mutation(endOtherSignIns, ending)
