import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { authSessions } from '#db/schema/auth.ts'
import type { UserRow } from '#db/schema/users.ts'
import { SIGNED_IN_COOKIE } from '#src/lib/api/csrf.ts'
import type { AuthSession, Caller } from '#src/platform/endpoint/caller.ts'
import { cookieName, cookieValues, serializeCookie, sessionCookie } from '#src/platform/endpoint/cookies.ts'
import { hashToken, isSame, newToken, sign } from '#src/platform/tokens.ts'
import { blankCsrfCookies, csrfCookie, sessionCsrfToken } from './csrf.ts'
import { type Alongside, lucia, SESSION_HOURS } from './lucia.ts'

/** A request had two session cookies. One was planted, and the server cannot determine which. */
export class DuplicateSessionError extends Error {
	override name = 'DuplicateSessionError'
}

// The token's first letter selects the idle time of its session kind. It grants no access: a different first letter
// gives a different hash.
const KINDS = { u: 'user', a: 'admin' } as const
const TOKEN = /^([ua])\.[\w-]{43}$/

/**
 * Opens a session and returns its cookies: the token (HttpOnly), the CSRF token, and the signed-in flag for scripts.
 * `user` holds the values that were checked: if password, role or status changed since, no session opens.
 * @throws {SessionRefusedError} when the person is no longer active, or has another role or password.
 */
export async function openAuthSession(
	user: Pick<UserRow, 'id' | 'role' | 'passwordHash'>,
	from: { userAgent: string; clientAddress: string; secondFactorAt?: Date | null },
	alongside: Alongside = {},
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
			secondFactorAt: from.secondFactorAt ?? null,
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
 * Returns the session and the user of a request's cookies, or undefined.
 * @throws {DuplicateSessionError}
 */
export async function readAuthSession(cookieHeader: string | undefined): Promise<Caller | undefined> {
	const tokens = cookieValues(cookieHeader, sessionCookie())
	if (tokens.length > 1) throw new DuplicateSessionError()
	const token = tokens[0]
	const kind = token && (TOKEN.exec(token)?.[1] as keyof typeof KINDS | undefined)
	if (!token || !kind) return undefined
	const { user, session } = await lucia[KINDS[kind]].validateSession(hashToken(token))
	if (!session) return undefined
	const { suspended, lapsed, unprotected, ...caller } = user
	const { id, expiresAt, secondFactorAt } = session
	return { user: caller, authSession: { id, expiresAt, secondFactorAt }, suspended, lapsed, unprotected }
}

export async function closeAuthSession(authSession: AuthSession | undefined): Promise<string[]> {
	if (authSession) await lucia.user.invalidateSession(authSession.id)
	return [
		serializeCookie(sessionCookie(), '', { maxAge: 0 }),
		serializeCookie(SIGNED_IN_COOKIE, '', { maxAge: 0, readableByScripts: true }),
		...blankCsrfCookies(),
	]
}

export const liveSessions = (userId: string) =>
	db()
		.select()
		.from(authSessions)
		.where(and(eq(authSessions.userId, userId), gt(authSessions.expiresAt, new Date())))
		.orderBy(desc(authSessions.createdAt))

/** Deletes expired sessions. A job calls it. */
export const forgetExpiredAuthSessions = () => lucia.user.deleteExpiredSessions()

// The device cookie marks a browser with an earlier sign-in. Failed attempts by strangers do not lock out such a
// browser, and its sign-ins send no new-device email. It never replaces a password.

const deviceCookie = () => cookieName('device')
const DEVICE_SECONDS = 365 * 24 * 60 * 60

const signDevice = (userId: string, device: string) => sign(`device:${userId}:${device}`)

/** Returns this browser's id, and the cookie that marks it as known to the user. */
export function deviceFor(userId: string, cookieHeader: string | undefined) {
	const device = knownDevice(userId, cookieHeader) ?? randomBytes(16).toString('base64url')
	const value = `${device}.${signDevice(userId, device)}`
	return { device, cookie: serializeCookie(deviceCookie(), value, { maxAge: DEVICE_SECONDS }) }
}

/** Returns the browser's id if this user signed in from it before. */
export function knownDevice(userId: string, cookieHeader: string | undefined): string | undefined {
	const [device, signature] = (cookieValues(cookieHeader, deviceCookie())[0] ?? '').split('.')
	return device && signature && isSame(signature, signDevice(userId, device)) ? device : undefined
}
