import { mutation, query } from '#src/lib/api/query.ts'
import { getWelcome, updateWelcome } from './contract.ts'

export const getWelcomeQuery = query(getWelcome)

export const updateWelcomeMutation = mutation(updateWelcome, {
	input: (isHidden: boolean) => ({ body: { isHidden } }),
	done: ({ isHidden }) => (isHidden ? 'First steps hidden' : undefined),
	failed: ['Failed to update your first steps', ''],
	refreshes: [getWelcome],
})
