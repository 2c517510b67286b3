import { isApiError } from '#src/lib/api/errors.ts'
import { mutation, query } from '#src/lib/api/query.ts'
import {
	createSubscription,
	deleteTopic,
	getSession,
	listSessions,
	revokeSubscription,
	suggestTopic,
	type TopicBody,
	updateTopic,
} from './contract.ts'

export const listSessionsQuery = query(listSessions)

/** A session with its topics. */
export const getSessionQuery = (id: string) => query(getSession, { params: { id } })

/** What every change of a session makes stale. */
export const SESSIONS = [listSessions, getSession]

/** Done in another tab meanwhile, begun or called off: the list then shows it. */
const ifOther = (error: Error) => (isApiError(error) && [404, 409, 410].includes(error.status) ? SESSIONS : [])

/** What the form of a topic sends: the version of the one it changes, or the name of a new one's sending. */
export type SentTopic = TopicBody & { version?: number | undefined; idempotencyKey?: string | undefined }

const suggestTopicMutation = (sessionId: string) =>
	mutation(suggestTopic, {
		input: ({ topic, idempotencyKey }: SentTopic) => ({ params: { sessionId }, body: { topic, idempotencyKey } }),
		done: 'Topic submitted',
		failed: 'Failed to submit topic',
		refreshes: SESSIONS,
		refreshesAfterFailure: ifOther,
	})

const updateTopicMutation = (sessionId: string, id: string) =>
	mutation(updateTopic, {
		input: ({ topic, version }: SentTopic) => ({ params: { sessionId, id }, body: { topic, version } }),
		done: 'Topic updated',
		failed: 'Failed to update topic',
		refreshes: SESSIONS,
		refreshesAfterFailure: ifOther,
	})

/**
 * Changes the own topic of a session, or suggests one where there is none. One key for both: what was said of a failure
 * goes with the key, and the topic may come or go in another tab while one reads it.
 */
export const sendTopicMutation = (sessionId: string, ownTopicId: string | null) => ({
	...(ownTopicId === null ? suggestTopicMutation(sessionId) : updateTopicMutation(sessionId, ownTopicId)),
	mutationKey: ['own topic', sessionId],
})

export const deleteTopicMutation = (sessionId: string, id: string) =>
	mutation(deleteTopic, {
		input: () => ({ params: { sessionId, id } }),
		done: 'Topic taken back',
		fallback: 'Failed to take back topic',
		refreshes: SESSIONS,
		refreshesAfterFailure: ifOther,
	})

const ofSubscription = { fallback: 'Failed to change the calendar address' } as const

export const createSubscriptionMutation = mutation(createSubscription, ofSubscription)

export const revokeSubscriptionMutation = mutation(revokeSubscription, {
	...ofSubscription,
	done: 'Calendar address revoked',
})

/** Whether a session is over: its scheduled time has passed (docs/product.md, Coaching). */
export const isPast = (session: { scheduledAt: string }, now = Date.now()) => Date.parse(session.scheduledAt) < now
