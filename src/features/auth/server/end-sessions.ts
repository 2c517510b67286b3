import { and, eq, inArray, ne, type SQL, type SQLWrapper } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { authSessions } from '#db/schema/auth.ts'

interface SessionsToEnd {
	/** The owner: an id, or a query of ids. */
	of: string | SQLWrapper
	only?: string
	except?: string
	/** The condition of the change that ends the sessions. */
	when?: SQL
}

/** Returns the statement that ends sessions, for the `write` of the change that causes it. */
export const endSessions = ({ of, only, except, when }: SessionsToEnd) =>
	db()
		.delete(authSessions)
		.where(
			and(
				typeof of === 'string' ? eq(authSessions.userId, of) : inArray(authSessions.userId, of),
				only === undefined ? undefined : eq(authSessions.id, only),
				except === undefined ? undefined : ne(authSessions.id, except),
				when,
			),
		)
