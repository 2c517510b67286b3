import type { BodyInput } from '#src/lib/api/contract.ts'
import { ifSentBefore, mutation, query } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import {
	cancelMailing,
	countAudience,
	createMailing,
	deleteMailing,
	getMailing,
	listFailedRecipients,
	listMailings,
	type Mailing,
	previewMailing,
	resumeMailing,
	sendMailing,
	testMailing,
	updateMailing,
} from './contract.ts'

/** Refetch interval while a mailing is being sent (docs/product.md, Mail to members). */
const REFETCH_MS = 5_000

export const listMailingsQuery = list(listMailings, { query: {} })

/** Fetches one mailing, and again at intervals while it is scheduled or being sent. */
export const getMailingQuery = (id: string) =>
	query(
		getMailing,
		{ params: { id } },
		{ refetchInterval: ({ state }) => (state === 'sending' || state === 'scheduled') && REFETCH_MS },
	)

export const listFailedRecipientsQuery = (id: string) => query(listFailedRecipients, { params: { id } })

/** Fetches the current number of recipients. Never cached, since members change. */
export const countAudienceQuery = (audience: Pick<Mailing, 'audience' | 'courseId'>) =>
	query(
		countAudience,
		{ query: { audience: audience.audience, ...(audience.courseId ? { courseId: audience.courseId } : {}) } },
		{ staleTime: 0 },
	)

export const createMailingMutation = mutation(createMailing, {
	input: (body: BodyInput<typeof createMailing>) => ({ body }),
	fallback: 'The email could not be started',
	refreshesAfterFailure: ifSentBefore([listMailings]),
	follows: ({ id }) => window.location.assign(`/admin/mailings/${id}`),
})

const changesOf = (id: string) => [[getMailing, { id }], listMailings] as const

export const updateMailingMutation = (id: string) =>
	mutation(updateMailing, {
		input: (body: BodyInput<typeof updateMailing>) => ({ params: { id }, body }),
		done: 'Draft saved',
		fallback: 'Failed to save the draft',
		refreshes: changesOf(id),
	})

export const deleteMailingMutation = (id: string) =>
	mutation(deleteMailing, {
		input: () => ({ params: { id } }),
		done: 'Draft deleted',
		fallback: 'Failed to delete the draft',
		refreshes: [listMailings],
		refreshesAfterFailure: [listMailings],
	})

export const previewMailingMutation = mutation(previewMailing, {
	input: (body: BodyInput<typeof previewMailing>) => ({ body }),
	failed: 'Failed to load the email',
})

export const testMailingMutation = mutation(testMailing, {
	input: (body: BodyInput<typeof testMailing>) => ({ body }),
	done: ({ to }) => ({ title: 'Sent to yourself', description: `We sent it to ${to}.` }),
	failed: 'Failed to send the test email',
})

export const sendMailingMutation = (id: string) =>
	mutation(sendMailing, {
		input: (body: BodyInput<typeof sendMailing>) => ({ params: { id }, body }),
		done: ({ state }) => (state === 'scheduled' ? 'Email scheduled' : 'The email is being sent'),
		fallback: 'Failed to send the email',
		refreshes: changesOf(id),
		refreshesAfterFailure: changesOf(id),
	})

export const cancelMailingMutation = (id: string) =>
	mutation(cancelMailing, {
		input: () => ({ params: { id } }),
		done: ({ state }) =>
			state === 'draft' ? 'Unscheduled. The email is a draft again.' : 'Cancelled. No more emails go out.',
		failed: 'Failed to cancel the email',
		refreshes: changesOf(id),
		refreshesAfterFailure: changesOf(id),
	})

export const resumeMailingMutation = (id: string) =>
	mutation(resumeMailing, {
		input: () => ({ params: { id } }),
		done: 'Sending resumed',
		failed: 'Failed to resume sending',
		refreshes: changesOf(id),
		refreshesAfterFailure: changesOf(id),
	})
