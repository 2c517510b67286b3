import { mutation } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import {
	type Application,
	type ApplicationForm,
	type ApplicationStatus,
	apply,
	decideApplication,
	listApplications,
} from './contract.ts'

/** Refetch interval of the lists (docs/product.md, Administration). */
const REFETCH_MS = 30_000

export const applyMutation = mutation(apply, {
	input: (body: ApplicationForm) => ({ body }),
	done: ({ message }) => ({ title: 'Application submitted', description: message }),
	failed: ['Application failed', 'Failed to submit application'],
})

export const listApplicationsQuery = (status: ApplicationStatus) =>
	list(listApplications, { query: { status } }, { refetchInterval: REFETCH_MS })

export const decideApplicationMutation = mutation(decideApplication, {
	input: ({ id, action }: { id: Application['id']; action: 'approve' | 'reject' }) => ({
		params: { userId: id },
		body: { action },
	}),
	done: { title: 'Success', description: 'Application processed successfully' },
	failed: ['Error', 'Failed to process application'],
	refreshes: [listApplications],
	// Another admin may have decided first.
	refreshesAfterFailure: [listApplications],
})
