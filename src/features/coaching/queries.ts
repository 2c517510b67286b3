import { sendBeacon } from '#src/lib/api/beacon.ts'
import { isApiError } from '#src/lib/api/errors.ts'
import { mutation, query } from '#src/lib/api/query.ts'
import {
	createSubscription,
	deleteTopic,
	getSession,
	listSessions,
	noteCalendarDownload,
	revokeSubscription,
	suggestTopic,
	type TopicBody,
	updateTopic,
} from './contract.ts'

export const listSessionsQuery = query(listSessions)

export const getSessionQuery = (id: string) => query(getSession, { params: { id } })

/** Queries to invalidate after any change of a session. */
export const SESSIONS = [listSessions, getSession]

/** Refetches the list after a conflict: the session changed in another tab, has begun or was canceled. */
const refetchAfterConflict = (error: Error) =>
	isApiError(error) && [404, 409, 410].includes(error.status) ? SESSIONS : []

export type TopicInput = TopicBody & { version?: number | undefined; idempotencyKey?: string | undefined }

const suggestTopicMutation = (sessionId: string) =>
	mutation(suggestTopic, {
		input: ({ topic, idempotencyKey }: TopicInput) => ({ params: { sessionId }, body: { topic, idempotencyKey } }),
		done: 'Topic submitted',
		failed: 'Failed to submit topic',
		refreshes: SESSIONS,
		refreshesAfterFailure: refetchAfterConflict,
	})

const updateTopicMutation = (sessionId: string, id: string) =>
	mutation(updateTopic, {
		input: ({ topic, version }: TopicInput) => ({ params: { sessionId, id }, body: { topic, version } }),
		done: 'Topic updated',
		fallback: 'Failed to update topic',
		refreshes: SESSIONS,
		refreshesAfterFailure: refetchAfterConflict,
	})

/**
 * Changes the caller's topic of a session, or suggests one. Both mutations share one key, because an error is stored
 * under its key, and the topic may appear or disappear in another tab.
 */
export const sendTopicMutation = (sessionId: string, ownTopicId: string | null) => ({
	...(ownTopicId === null ? suggestTopicMutation(sessionId) : updateTopicMutation(sessionId, ownTopicId)),
	mutationKey: ['own topic', sessionId],
})

export const deleteTopicMutation = (sessionId: string, id: string) =>
	mutation(deleteTopic, {
		input: () => ({ params: { sessionId, id } }),
		done: 'Topic withdrawn',
		fallback: 'Failed to withdraw topic',
		refreshes: SESSIONS,
		refreshesAfterFailure: refetchAfterConflict,
	})

/** Records a download in the background. The record may be lost. */
export const noteDownload = () => sendBeacon(noteCalendarDownload, { body: {} }, true)

const subscriptionOptions = { fallback: 'Failed to change the calendar link' } as const

export const createSubscriptionMutation = mutation(createSubscription, subscriptionOptions)

export const revokeSubscriptionMutation = mutation(revokeSubscription, {
	...subscriptionOptions,
	done: 'Calendar link revoked',
})

/** Checks whether the scheduled time of a session has passed (docs/product.md, Coaching). */
export const isPast = (session: { scheduledAt: string }, now = Date.now()) => Date.parse(session.scheduledAt) < now
