import { and, eq, isNull, ne, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { authSessions } from '#db/schema/auth.ts'
import { passkeys, recoveryCodes, totpSecrets } from '#db/schema/security.ts'

// What the sign-in has to know of second factors. `features/security` sets them up and checks their answers.

type Id = SQLWrapper | string

const hasApp = (userId: Id) =>
	sql`exists (select 1 from ${totpSecrets} app where app.user_id = ${userId} and app.confirmed_at is not null)`
const hasPasskey = (userId: Id) => sql`exists (select 1 from ${passkeys} pk where pk.user_id = ${userId})`

/** Returns the condition that an account has a second factor. */
export const hasSecondFactor = (userId: Id) => sql`(${hasApp(userId)} or ${hasPasskey(userId)})`

/** Columns that tell which answers an account can give. */
export const factorColumns = (userId: SQLWrapper) => ({
	totp: sql<number>`${hasApp(userId)}`,
	recovery: sql<number>`exists (select 1 from ${recoveryCodes} rc where rc.user_id = ${userId} and rc.used_at is null)`,
	passkey: sql<number>`${hasPasskey(userId)}`,
})

export type Factors = Record<keyof ReturnType<typeof factorColumns>, number>

/** Returns the condition that a session may be used: a password alone opens nothing of an account with a factor. */
export const isProven = () =>
	sql`(${authSessions.secondFactorAt} is not null or not ${hasSecondFactor(authSessions.userId)})`

/** Returns the statements after a new factor: this session has proven it, those with only a password end. */
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

/** Returns the statement after the last factor is gone: sessions are of a password again. */
export const forgetProofs = (userId: string) =>
	db()
		.update(authSessions)
		.set({ secondFactorAt: null })
		.where(and(eq(authSessions.userId, userId), not(hasSecondFactor(userId))))
