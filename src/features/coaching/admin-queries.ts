import { createMailing } from '#src/features/mailings/contract.ts'
import type { BodyInput } from '#src/lib/api/contract.ts'
import type { SentAs } from '#src/lib/api/fields.ts'
import { ifSentBefore, mutation } from '#src/lib/api/query.ts'
import {
	createSession,
	deleteSession,
	type Repeats,
	type Scope,
	type Session,
	type SessionBody,
	updateSession,
} from './contract.ts'
import { SESSIONS } from './queries.ts'

export const createSessionMutation = mutation(createSession, {
	input: (body: SessionBody & { repeats?: Repeats | null } & SentAs) => ({ body }),
	done: 'Session created',
	failed: 'Failed to create session',
	refreshes: SESSIONS,
	refreshesAfterFailure: ifSentBefore(SESSIONS),
})

export const updateSessionMutation = (id: string) =>
	mutation(updateSession, {
		input: (body: SessionBody & { scope?: Scope; version?: number | undefined }) => ({ params: { id }, body }),
		done: 'Session updated',
		failed: 'Failed to update session',
		refreshes: SESSIONS,
		// Another admin may have changed or deleted the session.
		refreshesAfterFailure: SESSIONS,
	})

export const deleteSessionMutation = ({ id }: Session, scope: Scope = 'this') =>
	mutation(deleteSession, {
		input: () => ({ params: { id }, query: { scope } }),
		done: 'Session deleted',
		failed: 'Failed to delete session',
		refreshes: SESSIONS,
	})

/** Creates a draft of an email about a session and opens it. */
export const createMailingOfSessionMutation = mutation(createMailing, {
	input: (body: BodyInput<typeof createMailing>) => ({ body }),
	failed: 'The email could not be started',
	follows: ({ id }) => window.location.assign(`/admin/mailings/${id}`),
})
