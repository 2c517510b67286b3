import { mutation } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import { type Deletion, forgetDeletion, listDeletions, restoreDeletion } from './contract.ts'

export const listDeletionsQuery = list(listDeletions, {})

export const restoreDeletionMutation = mutation(restoreDeletion, {
	input: ({ id }: Deletion) => ({ params: { id } }),
	done: ({ name }) => `${name} is restored`,
	fallback: 'Failed to restore it',
	refreshes: [listDeletions],
	refreshesAfterFailure: [listDeletions],
})

export const forgetDeletionMutation = ({ id }: Deletion) =>
	mutation(forgetDeletion, {
		input: () => ({ params: { id } }),
		done: 'Deleted for good',
		fallback: 'Failed to delete it for good',
		refreshes: [listDeletions],
		refreshesAfterFailure: [listDeletions],
	})
