import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call, callPage } from '#src/lib/api-client.ts'
import type { BodyInput } from '#src/lib/contract.ts'
import { failureToast } from '#src/lib/failure-toast.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { showToast } from '#src/lib/toast.ts'
import { addUser, deleteUser, editUser, getStats, listUsers, type UserFilters } from './contract.ts'

/** How many accounts there are. Refetched after every change of a user. */
export const statsQuery = queryOptions({ queryKey: ['admin', 'stats'], queryFn: () => call(getStats) })

/** Accounts, newest first, in pages. An empty filter is none. */
export const usersQuery = (filters: UserFilters) =>
	infiniteQueryOptions({
		queryKey: ['admin', 'users', filters],
		queryFn: ({ pageParam, signal }) => callPage(listUsers, { query: { ...filters, cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page) => page.next,
	})

const refetch = () => queryClient.invalidateQueries({ queryKey: ['admin'] })

export const ADD_FALLBACK = 'Failed to add user'
export const addUserMutation = mutationOptions({
	mutationFn: (body: BodyInput<typeof addUser>) => call(addUser, { body }),
	onSuccess() {
		showToast({ title: 'User added successfully', description: 'An e-mail has been sent with login instructions.' })
		return refetch()
	},
	onError: failureToast(ADD_FALLBACK),
})

export const EDIT_FALLBACK = 'Failed to update user'
export const editUserMutation = mutationOptions({
	mutationFn: ({ id, body }: { id: string; body: BodyInput<typeof editUser> }) =>
		call(editUser, { params: { id }, body }),
	onSuccess() {
		showToast({ title: 'User updated successfully' })
		return refetch()
	},
	onError: failureToast(EDIT_FALLBACK),
})

export const DELETE_FALLBACK = 'Failed to delete user'
export const deleteUserMutation = mutationOptions({
	mutationFn: (id: string) => call(deleteUser, { params: { id } }),
	onSuccess() {
		showToast({ title: 'User deleted successfully' })
		return refetch()
	},
	onError: failureToast(DELETE_FALLBACK),
})
