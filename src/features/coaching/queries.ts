import { isApiError } from '#src/lib/errors.ts'
import { mutation, query } from '#src/lib/query.ts'
import {
	createSubscription,
	getSession,
	listSessions,
	revokeSubscription,
	suggestTopic,
	type TopicBody,
} from './contract.ts'

export const listSessionsQuery = query(listSessions)

/** A session with its topics. */
export const getSessionQuery = (id: string) => query(getSession, { params: { id } })

/** What every change of a session makes stale. */
export const SESSIONS = [listSessions, getSession]

export const suggestTopicMutation = (sessionId: string) =>
	mutation(suggestTopic, {
		input: (body: TopicBody) => ({ params: { sessionId }, body }),
		done: 'Topic submitted',
		failed: 'Failed to submit topic',
		refreshes: SESSIONS,
		// Given in another tab meanwhile: the list then shows it.
		refreshesAfterFailure: (error) => (isApiError(error) && error.status === 409 ? SESSIONS : []),
	})

const ofSubscription = { fallback: 'Failed to change the calendar address' } as const

export const createSubscriptionMutation = mutation(createSubscription, ofSubscription)

export const revokeSubscriptionMutation = mutation(revokeSubscription, {
	...ofSubscription,
	done: 'Calendar address revoked',
})

/** Whether a session is over: its scheduled time has passed (docs/product.md, Coaching). */
export const isPast = (session: { scheduledAt: string }, now = Date.now()) => Date.parse(session.scheduledAt) < now
