import { and, eq, inArray, ne, type SQL, type SQLWrapper } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { authSessions } from '#db/schema/auth.ts'

interface SessionsToEnd {
	/** Whose: an id, or a query of ids. */
	of: string | SQLWrapper
	/** This one alone. */
	only?: string
	/** All but this one. */
	except?: string
	/** A condition of the change that they end with. */
	when?: SQL
}

/** The statement that ends sessions: it belongs into the `write` of the change that ends them. */
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
