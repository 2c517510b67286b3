import { mutation, query } from '#src/lib/api/query.ts'
import { getFirstSteps, searchAdmin, sendProofMail, updateFirstSteps } from './contract.ts'

/** What there is of this name. It is asked for anew a minute later: somebody may have added it. */
export const searchAdminQuery = (typed: string) => query(searchAdmin, { query: { q: typed } }, { staleTime: 60_000 })

/** The first steps, with what is done by now. */
export const getFirstStepsQuery = query(getFirstSteps)

/** Hides them for all admins, or shows them again. */
export const updateFirstStepsMutation = mutation(updateFirstSteps, {
	input: (isHidden: boolean) => ({ body: { isHidden } }),
	done: ({ isHidden }) => (isHidden ? 'First steps hidden' : undefined),
	failed: 'Failed to change the first steps',
	refreshes: [getFirstSteps],
})

/** Said in place, beside its button. */
export const sendProofMailMutation = mutation(sendProofMail, {
	input: () => ({ body: {} }),
	fallback: 'The mail could not be sent',
})
