import { and, eq, exists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'

const actors = alias(users, 'actors')

/**
 * Returns the condition that the caller is an active admin when the statement runs. Since admins cannot act on
 * themselves, it also guarantees a last active admin: of two who demote each other, the second fails.
 */
export const isStillAdmin = (actor: { id: string }): SQL =>
	exists(
		db()
			.select({ one: sql`1` })
			.from(actors)
			.where(and(eq(actors.id, actor.id), eq(actors.role, 'admin'), eq(actors.status, 'active'))),
	)

/** Checks whether the caller is still an active admin: before each step of a long task, or to explain a failure. */
export const isAdminNow = async (actor: { id: string }): Promise<boolean> =>
	(
		await db()
			.select({ one: sql`1` })
			.from(users)
			.where(and(eq(users.id, actor.id), isStillAdmin(actor)))
	).length > 0

/** Checks whether an account with this id exists. */
export const accountExists = async (id: string) =>
	(await db().select({ one: sql`1` }).from(users).where(eq(users.id, id))).length > 0
