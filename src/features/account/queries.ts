import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#src/lib/api-client.ts'
import { setUser } from '#src/lib/auth-state.ts'
import type { BodyInput } from '#src/lib/contract.ts'
import { failureToast } from '#src/lib/failure-toast.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { showToast } from '#src/lib/toast.ts'
import { editProfile, endOtherSignIns, endSignIn, listSignIns } from './contract.ts'

export const PROFILE_FALLBACK = 'Failed to save your profile'

export const profileMutation = mutationOptions({
	mutationFn: (body: BodyInput<typeof editProfile>) => call(editProfile, { body }),
	onSuccess(user) {
		setUser(user)
		showToast({ title: 'Profile saved' })
	},
	onError: failureToast(PROFILE_FALLBACK),
})

export const signInsQuery = queryOptions({
	queryKey: ['account', 'sign-ins'],
	queryFn: ({ signal }) => call(listSignIns, { signal }),
})

/** Ends one sign-in, or without an id all but this one. */
export const endSignInMutation = mutationOptions({
	mutationFn: (id: string | undefined) =>
		id === undefined ? call(endOtherSignIns) : call(endSignIn, { params: { id } }),
	onSuccess: () => showToast({ title: 'Signed out there' }),
	onError: failureToast('Failed to sign out', 'Please try again'),
	onSettled: () => queryClient.invalidateQueries({ queryKey: signInsQuery.queryKey }),
})
