import { and, eq, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { hasRow, rowExists } from '#db/rows.ts'
import { users } from '#db/schema/users.ts'

// An alias, because the condition is also part of statements about other users.
const actors = alias(users, 'actors')

const isActiveAdmin = ({ id }: { id: string }) =>
	and(eq(actors.id, id), eq(actors.role, 'admin'), eq(actors.status, 'active'))

/**
 * Returns the condition that the caller is an active admin when the statement runs. Since admins cannot act on
 * themselves, it also guarantees that an active admin remains: of two who demote each other, the second fails.
 */
export const isStillAdmin = (actor: { id: string }): SQL => hasRow(actors, isActiveAdmin(actor))

/** Checks whether the caller is still an active admin: before each step of a long task, or to explain a failure. */
export const isAdminNow = (actor: { id: string }) => rowExists(actors, isActiveAdmin(actor))

export const accountExists = (id: string) => rowExists(users, eq(users.id, id))
