import { mutation } from '#src/lib/query.ts'
import { createSession, deleteSession, type Session, type SessionBody, updateSession } from './contract.ts'
import { SESSIONS } from './queries.ts'

export const createSessionMutation = mutation(createSession, {
	input: (body: SessionBody) => ({ body }),
	done: 'Session created',
	failed: 'Failed to create session',
	refreshes: SESSIONS,
})

/** Changes a session, of which the admin has seen this version. */
export const updateSessionMutation = ({ id, version }: Session) =>
	mutation(updateSession, {
		input: (body: SessionBody) => ({ params: { id }, body: { ...body, version } }),
		done: 'Session updated',
		failed: 'Failed to update session',
		refreshes: SESSIONS,
		// Changed or deleted by somebody else: the dialog then shows what they saved.
		refreshesAfterFailure: SESSIONS,
	})

export const deleteSessionMutation = ({ id }: Session) =>
	mutation(deleteSession, {
		input: () => ({ params: { id } }),
		done: 'Session deleted',
		failed: 'Failed to delete session',
		refreshes: SESSIONS,
	})
