import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from 'lucia'
import { db, prepared } from '#db/client.ts'
import { authSessions } from '#db/schema/auth.ts'
import { memberships } from '#db/schema/dues.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import type { CurrentUser } from '../contract.ts'
import { graceColumn, requiredFromMs, SET_UP_FIRST } from './factors/duty.ts'
import { isProven } from './factors/second-factor.ts'
import { recordSeen } from './last-seen.ts'
import { lapseText, standingColumns } from './standing.ts'
import { suspensionText } from './suspension.ts'

// The only file that imports lucia. The package is frozen; a replacement changes only this file.

/** A one-time proof, checked in the write that opens the session. */
export interface Once {
	/** Statements that count the attempt. */
	counts: readonly BatchItem<'sqlite'>[]
	/** The condition for opening the session, evaluated after `counts`. */
	when: SQL
	/** Returns the error if no session was opened, based on the results of `counts`. */
	errorFor(counted: readonly unknown[]): Error
}

/** Statements written together with a session. */
export interface Alongside {
	once?: Once
	/** Statements that run first, even if the session is then refused. */
	before?: readonly BatchItem<'sqlite'>[]
	/** Returns statements that run last. Conditioned on `isOpened`, they do nothing if the session is refused. */
	after?: (isOpened: SQL) => readonly BatchItem<'sqlite'>[]
}

interface SessionAttributes {
	endsAt: Date
	createdAt: Date
	userAgent: string
	clientAddress: string
	secondFactorAt: Date | null
	/** The hash that the sign-in was checked against. Only compared when the session opens, never stored. */
	passwordHash?: string
	alongside?: Alongside
}

/** The user was deleted, is inactive, or has a different role or password than the one checked. */
export class SessionRefusedError extends Error {
	override name = 'SessionRefusedError'
}

type UserAttributes = CurrentUser & Record<'suspended' | 'lapsed' | 'unprotected', string | undefined>

declare module 'lucia' {
	interface Register {
		Lucia: Lucia<SessionAttributes, UserAttributes>
		DatabaseSessionAttributes: SessionAttributes
		DatabaseUserAttributes: UserAttributes
	}
}

/** Idle and maximum lifetime of a session in hours. Shorter for admins, who have more rights. */
export const SESSION_HOURS = {
	user: { idle: 10 * 24, absolute: 30 * 24 },
	admin: { idle: 12, absolute: 7 * 24 },
} as const

type Role = keyof typeof SESSION_HOURS

/** Prepares the query that runs for every signed-in request. */
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
				secondFactorAt: authSessions.secondFactorAt,
				graceBegan: graceColumn(role),
				name: users.name,
				username: users.username,
				email: users.email,
				role: users.role,
				lastSeenAt: users.lastSeenAt,
				isModerator: users.isModerator,
				suspendedUntil: users.suspendedUntil,
				suspendedReason: users.suspendedReason,
				...standingColumns,
			})
			.from(authSessions)
			.innerJoin(users, eq(users.id, authSessions.userId))
			.leftJoin(memberships, eq(memberships.userId, authSessions.userId))
			// A deactivated user has no session, even if the table has a row.
			.where(
				and(eq(authSessions.id, sql.placeholder('id')), eq(users.status, 'active'), eq(users.role, role), isProven()),
			)
			.prepare(),
	)

/** @throws {SessionRefusedError} when the user changed since the password check; with `once`, its error. */
async function insertSession(role: Role, { id, userId, expiresAt, attributes }: DatabaseSession): Promise<void> {
	const { endsAt, createdAt, userAgent, clientAddress, secondFactorAt, passwordHash = '', alongside = {} } = attributes
	const { once, before = [], after } = alongside
	// One statement, so the user cannot change between check and insert. Raw SQL, because building the query takes
	// longest.
	const session = db().run(sql`
		insert into ${authSessions}
			(id, user_id, expires_at, ends_at, created_at, user_agent, client_address, second_factor_at)
		select ${id}, id, ${expiresAt.getTime()}, ${endsAt.getTime()}, ${createdAt.getTime()}, ${userAgent},
			${clientAddress}, ${secondFactorAt?.getTime() ?? null}
		from ${users} where id = ${userId} and status = 'active' and role = ${role} and password_hash = ${passwordHash}
			and ${once?.when ?? sql`1`}`)
	const isOpened = sql`exists (select 1 from ${authSessions} opened where opened.id = ${id})`
	const { counted, opened } = await write({
		counted: once?.counts ?? [],
		before,
		opened: session,
		// Otherwise the list of users would show a newly signed-in admin as never seen until the job runs.
		seen: db()
			.update(users)
			.set({ lastSeenAt: createdAt })
			.where(and(eq(users.id, userId), isOpened)),
		after: after?.(isOpened) ?? [],
	})
	if (opened.rowsAffected === 0)
		throw once?.errorFor(counted) ?? new SessionRefusedError('This user may not open a session')
}

/** Returns whether a required second factor is missing. If the account has one, its session has proven it. */
function isUnprotected({ secondFactorAt, graceBegan }: { secondFactorAt: Date | null; graceBegan: number | null }) {
	const from = secondFactorAt === null ? requiredFromMs(graceBegan) : undefined
	return from !== undefined && from <= Date.now()
}

/** Returns the session store of one role. A role change ends a user's sessions, so roles never mix. */
function adapterFor(role: Role): Adapter {
	const session = sessionOf(role)
	return {
		async getSessionAndUser(id) {
			const row = await session().get({ id })
			if (!row) return [null, null]
			recordSeen(row.userId, row.lastSeenAt)
			const { userId, expiresAt, name, username, email, endsAt, createdAt, userAgent, clientAddress } = row
			const { secondFactorAt } = row
			const lapsed = lapseText(row)
			return [
				{ id, userId, expiresAt, attributes: { endsAt, createdAt, userAgent, clientAddress, secondFactorAt } },
				{
					id: userId,
					attributes: {
						...{ id: userId, name, username, email, role },
						isModerator: role === 'admin' || row.isModerator,
						...(lapsed !== undefined && { isInGoodStanding: false }),
						suspended: suspensionText(row),
						lapsed,
						unprotected: role === 'admin' && isUnprotected(row) ? SET_UP_FIRST : undefined,
					},
				},
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

/** One Lucia instance per role, because the idle time is per instance. */
export const lucia: Readonly<Record<Role, ReturnType<typeof luciaFor>>> = {
	user: luciaFor('user'),
	admin: luciaFor('admin'),
}
