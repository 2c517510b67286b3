import { queryOptions } from '@tanstack/react-query'
import { call } from '#src/lib/api-client.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { getSession, listSessions } from './contract.ts'

export const sessionsQuery = queryOptions({ queryKey: ['coaching', 'sessions'], queryFn: () => call(listSessions) })

/** A session with its topics. */
export const sessionQuery = (id: string) =>
	queryOptions({ queryKey: ['coaching', 'session', id], queryFn: () => call(getSession, { params: { id } }) })

/** After a change: the list and every session that is open are asked for anew. */
export const refreshSessions = () => queryClient.invalidateQueries({ queryKey: ['coaching'] })

/** Whether a session is over: its scheduled time has passed (specification, section 4). */
export const isPast = (session: { scheduledAt: string }, now = Date.now()) => Date.parse(session.scheduledAt) < now
