import type { SentAs } from '#src/lib/api/fields.ts'
import { ifSentBefore, mutation } from '#src/lib/api/query.ts'
import { createSession, deleteSession, type Session, type SessionBody, updateSession } from './contract.ts'
import { SESSIONS } from './queries.ts'

export const createSessionMutation = mutation(createSession, {
	input: (body: SessionBody & SentAs) => ({ body }),
	done: 'Session created',
	failed: 'Failed to create session',
	refreshes: SESSIONS,
	refreshesAfterFailure: ifSentBefore(SESSIONS),
})

export const updateSessionMutation = (id: string) =>
	mutation(updateSession, {
		input: (body: SessionBody & { version?: number | undefined }) => ({ params: { id }, body }),
		done: 'Session updated',
		failed: 'Failed to update session',
		refreshes: SESSIONS,
		// Another admin may have changed or deleted it.
		refreshesAfterFailure: SESSIONS,
	})

export const deleteSessionMutation = ({ id }: Session) =>
	mutation(deleteSession, {
		input: () => ({ params: { id } }),
		done: 'Session deleted',
		failed: 'Failed to delete session',
		refreshes: SESSIONS,
	})
