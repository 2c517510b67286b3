import { and, eq, lt, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from 'lucia'
import { db, prepared, write } from '#db/client.ts'
import { authSessions } from '#db/schema/auth.ts'
import { users } from '#db/schema/users.ts'
import type { CurrentUser } from '../contract.ts'
import { noteSeen } from './last-seen.ts'

// The one file that knows lucia: the package is frozen, and is replaced here if it ever must be.

interface SessionAttributes {
	endsAt: Date
	createdAt: Date
	userAgent: string
	clientAddress: string
	/** The password that the person signed in with. Only asked for as the session opens, never stored. */
	passwordHash?: string
	/** Further statements of the write that opens it, before that. */
	alongside?: readonly BatchItem<'sqlite'>[]
}

/** The person may not have a session any more: deleted, not active, or with another role or password than was checked. */
export class SessionRefusedError extends Error {
	override name = 'SessionRefusedError'
}

declare module 'lucia' {
	interface Register {
		Lucia: Lucia<SessionAttributes, CurrentUser>
		DatabaseSessionAttributes: SessionAttributes
		DatabaseUserAttributes: CurrentUser
	}
}

/** How long a sign-in lives unused, and at the most, in hours. Admins hold more, so theirs end sooner. */
export const SESSION_HOURS = {
	user: { idle: 10 * 24, absolute: 30 * 24 },
	admin: { idle: 12, absolute: 7 * 24 },
} as const

type Role = keyof typeof SESSION_HOURS

/** Each request of somebody who is signed in asks for it. */
const sessionOf = (role: Role) =>
	prepared(() =>
		db()
			.select({
				id: authSessions.id,
				userId: authSessions.userId,
				expiresAt: authSessions.expiresAt,
				endsAt: authSessions.endsAt,
				createdAt: authSessions.createdAt,
				userAgent: authSessions.userAgent,
				clientAddress: authSessions.clientAddress,
				name: users.name,
				username: users.username,
				email: users.email,
				role: users.role,
				lastSeenAt: users.lastSeenAt,
			})
			.from(authSessions)
			.innerJoin(users, eq(users.id, authSessions.userId))
			// A deactivated person has no session, whatever the table says.
			.where(and(eq(authSessions.id, sql.placeholder('id')), eq(users.status, 'active'), eq(users.role, role)))
			.prepare(),
	)

/** @throws {SessionRefusedError} where the person changed since their password was checked. */
async function insertSession(role: Role, { id, userId, expiresAt, attributes }: DatabaseSession): Promise<void> {
	const { endsAt, createdAt, userAgent, clientAddress, passwordHash, alongside = [] } = attributes
	const isUnchanged = and(
		eq(users.id, userId),
		eq(users.status, 'active'),
		eq(users.role, role),
		eq(users.passwordHash, passwordHash ?? ''),
	)
	// One statement, so that no change of the person comes between the check and the session.
	const session = db()
		.select({
			id: sql`${id}`.as('id'),
			userId: users.id,
			expiresAt: sql`${expiresAt.getTime()}`.as('expires_at'),
			endsAt: sql`${endsAt.getTime()}`.as('ends_at'),
			createdAt: sql`${createdAt.getTime()}`.as('created_at'),
			userAgent: sql`${userAgent}`.as('user_agent'),
			clientAddress: sql`${clientAddress}`.as('client_address'),
		})
		.from(users)
		.where(isUnchanged)
	const results = await write(
		...alongside,
		// An admin who signs in and opens the list of users is not shown as never seen until the job writes.
		db().update(users).set({ lastSeenAt: createdAt }).where(isUnchanged),
		db().insert(authSessions).select(session).returning({ id: authSessions.id }),
	)
	if ((results.at(-1) as unknown[]).length === 0) throw new SessionRefusedError('The person may not have a session')
}

/** Sessions of one role. A role change ends a person's sessions, so a session never meets another role. */
function adapterFor(role: Role): Adapter {
	const session = sessionOf(role)
	return {
		async getSessionAndUser(id) {
			const row = await session().get({ id })
			if (!row) return [null, null]
			noteSeen(row.userId, row.lastSeenAt)
			const { userId, expiresAt, name, username, email, endsAt, createdAt, userAgent, clientAddress } = row
			return [
				{ id, userId, expiresAt, attributes: { endsAt, createdAt, userAgent, clientAddress } },
				{ id: userId, attributes: { id: userId, name, username, email, role } },
			]
		},
		async getUserSessions(userId) {
			const rows = await db().select().from(authSessions).where(eq(authSessions.userId, userId))
			return rows.map(({ id, expiresAt, ...attributes }): DatabaseSession => ({ id, userId, expiresAt, attributes }))
		},
		setSession: (session) => insertSession(role, session),
		async updateSessionExpiration(id, expiresAt) {
			const until = sql`min(${expiresAt.getTime()}, ${authSessions.endsAt})`
			await db()
				.update(authSessions)
				.set({ expiresAt: until })
				.where(and(eq(authSessions.id, id), lt(authSessions.expiresAt, until)))
		},
		async deleteSession(id) {
			await db().delete(authSessions).where(eq(authSessions.id, id))
		},
		async deleteUserSessions(userId) {
			await db().delete(authSessions).where(eq(authSessions.userId, userId))
		},
		async deleteExpiredSessions() {
			await db().delete(authSessions).where(lt(authSessions.expiresAt, new Date()))
		},
	}
}

const luciaFor = (role: Role) =>
	new Lucia(adapterFor(role), {
		sessionExpiresIn: new TimeSpan(SESSION_HOURS[role].idle, 'h'),
		getSessionAttributes: (attributes) => attributes,
		getUserAttributes: (attributes) => attributes,
	})

/** Lucia per role, because its idle time is one per instance. */
export const lucia: Readonly<Record<Role, ReturnType<typeof luciaFor>>> = {
	user: luciaFor('user'),
	admin: luciaFor('admin'),
}
