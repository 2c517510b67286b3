import { and, eq, isNull, ne, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { authSessions } from '#db/schema/auth.ts'
import { passkeys, recoveryCodes, totpSecrets } from '#db/schema/security.ts'

// Second factors as the sign-in needs them. `features/security` sets them up and checks the answers.

type Id = SQLWrapper | string

const hasApp = (userId: Id) =>
	sql`exists (select 1 from ${totpSecrets} app where app.user_id = ${userId} and app.confirmed_at is not null)`
const hasPasskey = (userId: Id) => sql`exists (select 1 from ${passkeys} pk where pk.user_id = ${userId})`

/** Returns the condition that an account has a second factor. */
export const hasSecondFactor = (userId: Id) => sql`(${hasApp(userId)} or ${hasPasskey(userId)})`

/** Columns that show which second factors an account can use. */
export const factorColumns = (userId: SQLWrapper) => ({
	totp: sql<number>`${hasApp(userId)}`,
	recovery: sql<number>`exists (select 1 from ${recoveryCodes} rc where rc.user_id = ${userId} and rc.used_at is null)`,
	passkey: sql<number>`${hasPasskey(userId)}`,
})

export type Factors = Record<keyof ReturnType<typeof factorColumns>, number>

/** Returns the condition that a session may be used: if the account has a second factor, the session has proven it. */
export const isProven = () =>
	sql`(${authSessions.secondFactorAt} is not null or not ${hasSecondFactor(authSessions.userId)})`

/** Returns the statements to run after adding a factor: mark this session as proven, end password-only sessions. */
export const keepProven = (userId: string, sessionId: string, when: SQL) =>
	[
		db()
			.update(authSessions)
			.set({ secondFactorAt: new Date() })
			.where(and(eq(authSessions.id, sessionId), when)),
		db()
			.delete(authSessions)
			.where(
				and(eq(authSessions.userId, userId), ne(authSessions.id, sessionId), isNull(authSessions.secondFactorAt), when),
			),
	] as const

/** Returns the statement to run after removing the last factor: a password alone is enough for sessions again. */
export const forgetProofs = (userId: string) =>
	db()
		.update(authSessions)
		.set({ secondFactorAt: null })
		.where(and(eq(authSessions.userId, userId), not(hasSecondFactor(userId))))
