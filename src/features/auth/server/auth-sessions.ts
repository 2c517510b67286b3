import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { and, desc, eq, gt } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db } from '#db/client.ts'
import { authSessions } from '#db/schema/auth.ts'
import type { UserRow } from '#db/schema/users.ts'
import { SIGNED_IN_COOKIE } from '#src/lib/api/csrf.ts'
import type { AuthSession, Caller } from '#src/platform/endpoint/caller.ts'
import { cookieName, cookieValues, serializeCookie, sessionCookie } from '#src/platform/endpoint/cookies.ts'
import { env } from '#src/platform/env/env.ts'
import { hashToken, newToken } from '#src/platform/tokens.ts'
import { blankCsrfCookies, csrfCookie, sessionCsrfToken } from './csrf.ts'
import { lucia, SESSION_HOURS } from './lucia.ts'

/** Two session cookies came with one request: one of them was planted, and which cannot be told. */
export class DuplicateSessionError extends Error {
	override name = 'DuplicateSessionError'
}

// The token begins with the kind of its session, only so that the right idle time is applied: the kind grants
// nothing, since another first letter makes another hash.
const KINDS = { u: 'user', a: 'admin' } as const
const TOKEN = /^([ua])\.[\w-]{43}$/

/**
 * Opens a session and returns the cookies that carry it: the token (which scripts cannot read), the CSRF token of
 * the new session, and the sign for scripts that somebody is signed in.
 * `user` is the person as they were checked: a password, role or status that was changed meanwhile wins.
 * @param alongside statements of the same write, before it; they happen also where the session is refused.
 * @throws {SessionRefusedError} when the person is not active any more, or has another role or password.
 */
export async function openAuthSession(
	user: Pick<UserRow, 'id' | 'role' | 'passwordHash'>,
	from: { userAgent: string; clientAddress: string },
	alongside: readonly BatchItem<'sqlite'>[] = [],
): Promise<string[]> {
	const token = `${user.role === 'admin' ? 'a' : 'u'}.${newToken()}`
	const createdAt = new Date()
	const seconds = SESSION_HOURS[user.role].absolute * 60 * 60
	const authSession = await lucia[user.role].createSession(
		user.id,
		{
			createdAt,
			endsAt: new Date(createdAt.getTime() + seconds * 1000),
			userAgent: from.userAgent.slice(0, 300),
			clientAddress: from.clientAddress,
			passwordHash: user.passwordHash,
			alongside,
		},
		{ sessionId: hashToken(token) },
	)
	return [
		serializeCookie(sessionCookie(), token, { maxAge: seconds }),
		serializeCookie(SIGNED_IN_COOKIE, user.role === 'admin' ? 'admin' : 'member', {
			maxAge: seconds,
			readableByScripts: true,
		}),
		csrfCookie(sessionCsrfToken(authSession.id)),
	]
}

/**
 * The session and the person of a request's cookies, or undefined.
 * @throws {DuplicateSessionError}
 */
export async function readAuthSession(cookieHeader: string | undefined): Promise<Caller | undefined> {
	const tokens = cookieValues(cookieHeader, sessionCookie())
	if (tokens.length > 1) throw new DuplicateSessionError()
	const token = tokens[0]
	const kind = token && (TOKEN.exec(token)?.[1] as keyof typeof KINDS | undefined)
	if (!token || !kind) return undefined
	const { user, session } = await lucia[KINDS[kind]].validateSession(hashToken(token))
	return session ? { user, authSession: { id: session.id, expiresAt: session.expiresAt } } : undefined
}

/** Ends one session. The cookies to send with the answer take everything away from the browser. */
export async function closeAuthSession(authSession: AuthSession | undefined): Promise<string[]> {
	if (authSession) await lucia.user.invalidateSession(authSession.id)
	return [
		serializeCookie(sessionCookie(), '', { maxAge: 0 }),
		serializeCookie(SIGNED_IN_COOKIE, '', { maxAge: 0, readableByScripts: true }),
		...blankCsrfCookies(),
	]
}

/** A person's sessions that have not run out, newest first. */
export const liveSessions = (userId: string) =>
	db()
		.select()
		.from(authSessions)
		.where(and(eq(authSessions.userId, userId), gt(authSessions.expiresAt, new Date())))
		.orderBy(desc(authSessions.createdAt))

/** Takes sessions out of the table that have run out. A job calls it. */
export const forgetExpiredAuthSessions = () => lucia.user.deleteExpiredSessions()

// A browser from which somebody signed in before. It only keeps strangers' wrong tries from locking its owner out;
// it is no proof of anything else.

const deviceCookie = () => cookieName('device')
const DEVICE_SECONDS = 365 * 24 * 60 * 60

const sign = (userId: string, device: string) =>
	createHmac('sha256', env().secretKey).update(`device:${userId}:${device}`).digest('base64url')

/** The cookie that makes this browser known as one of the person's own. */
export function deviceCookieFor(userId: string, cookieHeader: string | undefined): string {
	const device = knownDevice(userId, cookieHeader) ?? randomBytes(16).toString('base64url')
	return serializeCookie(deviceCookie(), `${device}.${sign(userId, device)}`, { maxAge: DEVICE_SECONDS })
}

/** Id of the browser if this person signed in from it before. */
export function knownDevice(userId: string, cookieHeader: string | undefined): string | undefined {
	const [device, signature] = (cookieValues(cookieHeader, deviceCookie())[0] ?? '').split('.')
	if (!device || !signature) return undefined
	const expected = Buffer.from(sign(userId, device))
	const given = Buffer.from(signature)
	return given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined
}
