import type { BodyInput } from '#src/lib/api/contract.ts'
import { ifChanged, mutation, query } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import {
	createUser,
	deleteUser,
	getStats,
	listUsers,
	type UserFilters,
	type UserOrder,
	updateUser,
} from './contract.ts'
import { getMember, listMemberRecords } from './member-contract.ts'

export const getStatsQuery = query(getStats)

/** Lists accounts in pages, newest first by default. Empty filters are ignored. */
export const listUsersQuery = (filters: UserFilters & UserOrder) => list(listUsers, { query: { ...filters } })

const refreshes = [listUsers, getStats, getMember, listMemberRecords]

export const createUserMutation = mutation(createUser, {
	input: (body: BodyInput<typeof createUser>) => ({ body }),
	done: ({ mailWaits }) => ({
		title: 'User added successfully',
		description: mailWaits
			? 'No mail server is connected, so the email with login instructions waits. Please give them the password yourself.'
			: 'An e-mail has been sent with login instructions.',
	}),
	failed: 'Failed to add user',
	refreshes,
})

export const updateUserMutation = mutation(updateUser, {
	input: ({ id, body }: { id: string; body: BodyInput<typeof updateUser> }) => ({ params: { id }, body }),
	done: 'User updated successfully',
	failed: 'Failed to update user',
	refreshes,
	refreshesAfterFailure: ifChanged(refreshes),
})

export const deleteUserMutation = (id: string) =>
	mutation(deleteUser, {
		input: () => ({ params: { id } }),
		done: 'User deleted successfully',
		failed: 'Failed to delete user',
		refreshes,
	})
