import { mutation, query } from '#src/lib/api/query.ts'
import { getFirstSteps, searchAdmin, sendFirstTestMail, updateFirstSteps } from './contract.ts'

/** Fetches the hits for the typed text. Stale after a minute, since records may be added. */
export const searchAdminQuery = (typed: string) => query(searchAdmin, { query: { q: typed } }, { staleTime: 60_000 })

export const getFirstStepsQuery = query(getFirstSteps)

export const updateFirstStepsMutation = mutation(updateFirstSteps, {
	input: (isHidden: boolean) => ({ body: { isHidden } }),
	done: ({ isHidden }) => (isHidden ? 'First steps hidden' : undefined),
	failed: 'Failed to update the first steps',
	refreshes: [getFirstSteps],
})

/** Errors are shown next to the button. */
export const sendFirstTestMailMutation = mutation(sendFirstTestMail, {
	input: () => ({ body: {} }),
	fallback: 'The email could not be sent',
})
