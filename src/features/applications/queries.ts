import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { call, callPage } from '#src/lib/api-client.ts'
import { failureToast } from '#src/lib/failure-toast.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { showToast } from '#src/lib/toast.ts'
import {
	type Application,
	type ApplicationForm,
	type ApplicationStatus,
	apply,
	decideApplication,
	listApplications,
} from './contract.ts'

/** What is said when a failed application brought no sentence (specification, section 8). */
export const APPLY_FALLBACK = 'Failed to submit application'
const DECIDE_FALLBACK = 'Failed to process application'

/** How often the lists are fetched anew (specification, section 9). */
const REFETCH_MS = 30_000

export const applyMutation = mutationOptions({
	mutationFn: (body: ApplicationForm) => call(apply, { body }),
	onSuccess({ message }) {
		showToast({ title: 'Application submitted', description: message })
	},
	onError: failureToast('Application failed', APPLY_FALLBACK),
})

/** Applications of one status, newest first, in pages. */
export const applicationsQuery = (status: ApplicationStatus) =>
	infiniteQueryOptions({
		queryKey: ['admin', 'applications', status],
		queryFn: ({ pageParam, signal }) => callPage(listApplications, { query: { status, cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page) => page.next,
		refetchInterval: REFETCH_MS,
	})

/** Decides; the lists, and the counts of accounts, are fetched anew whatever came of it: somebody else may have been faster. */
export const decideMutation = mutationOptions({
	mutationFn: ({ id, action }: { id: Application['id']; action: 'approve' | 'reject' }) =>
		call(decideApplication, { params: { userId: id }, body: { action } }),
	onSuccess() {
		showToast({ title: 'Success', description: 'Application processed successfully' })
	},
	onError: failureToast('Error', DECIDE_FALLBACK),
	onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin'] }),
})
