import { and, eq, exists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'

const actors = alias(users, 'actors')

/**
 * Holds while the caller is an active admin, at the instant of the statement. Since nobody acts on themselves, this
 * is also why one active admin always remains: of two who demote each other at once, the second is none any more.
 */
export const isStillAdmin = (actor: { id: string }): SQL =>
	exists(
		db()
			.select({ one: sql`1` })
			.from(actors)
			.where(and(eq(actors.id, actor.id), eq(actors.role, 'admin'), eq(actors.status, 'active'))),
	)

/** Whether the caller is still an active admin: for what takes many steps, asked before each, and to say why one failed. */
export const isAdminNow = async (actor: { id: string }): Promise<boolean> =>
	(
		await db()
			.select({ one: sql`1` })
			.from(users)
			.where(and(eq(users.id, actor.id), isStillAdmin(actor)))
	).length > 0

/** Whether there is an account with this id. */
export const isThere = async (id: string) =>
	(await db().select({ one: sql`1` }).from(users).where(eq(users.id, id))).length > 0
