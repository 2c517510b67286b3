import { and, eq, gt, lt, type SQL } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { preSessions, trustedDevices } from '#db/schema/security.ts'
import { cookieName, cookieValues, serializeCookie } from '#src/platform/endpoint/cookies.ts'
import { hashToken, newToken } from '#src/platform/tokens.ts'

/** Time limit for the next step, in seconds. */
const STEP_SECONDS = 5 * 60

type PreSession = typeof preSessions.$inferSelect
type Purpose = PreSession['purpose']

const stepCookie = (purpose: Purpose) => cookieName(`${purpose}-step`)

/** Returns the statement that starts a step, and the step's cookie. */
export function openPreSession({
	purpose,
	userId = null,
	challenge = null,
}: Pick<PreSession, 'purpose'> & Partial<PreSession>) {
	const token = newToken()
	const expiresAt = new Date(Date.now() + STEP_SECONDS * 1000)
	return {
		row: db()
			.insert(preSessions)
			.values({ id: hashToken(token), userId, purpose, challenge, expiresAt }),
		cookie: serializeCookie(stepCookie(purpose), token, { maxAge: STEP_SECONDS, sameSite: 'Strict' }),
	}
}

const isOpen = (cookieHeader: string | undefined, purpose: Purpose) =>
	and(
		eq(preSessions.id, hashToken(cookieValues(cookieHeader, stepCookie(purpose))[0] ?? '')),
		eq(preSessions.purpose, purpose),
		gt(preSessions.expiresAt, new Date()),
	)

/** Returns the condition that a step has not ended. */
export const isOpenStep = (id: string) => hasRow(preSessions, eq(preSessions.id, id))

export async function findPreSession(cookieHeader: string | undefined, purpose: Purpose) {
	const [row] = await db().select().from(preSessions).where(isOpen(cookieHeader, purpose))
	return row
}

/** Consumes a step: only one of two concurrent requests gets it. */
export async function takePreSession(cookieHeader: string | undefined, purpose: Purpose) {
	const [row] = await db().delete(preSessions).where(isOpen(cookieHeader, purpose)).returning()
	return row
}

export const closePreSession = (id: string, when: SQL) =>
	db()
		.delete(preSessions)
		.where(and(eq(preSessions.id, id), when))

/** Deletes expired steps and trusted devices. A job calls it. */
export async function forgetOldSteps(): Promise<void> {
	await db().delete(preSessions).where(lt(preSessions.expiresAt, new Date()))
	await db().delete(trustedDevices).where(lt(trustedDevices.until, new Date()))
}
