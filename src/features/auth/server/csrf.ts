import { randomBytes } from 'node:crypto'
import { CSRF_COOKIE, CSRF_HEADER, CSRF_REFUSED } from '#src/lib/api/csrf.ts'
import { ApiError } from '#src/lib/api/errors.ts'
import type { AuthSession } from '#src/platform/endpoint/caller.ts'
import { cookieName, cookieValues, serializeCookie } from '#src/platform/endpoint/cookies.ts'
import type { ApiRequest } from '#src/platform/http/api-types.ts'
import { isSame, sign } from '#src/platform/tokens.ts'

/** A visitor's random id, which only binds the CSRF token to the browser. */
const preSessionCookie = () => cookieName('pre-session')

/** Lifetime of the token's cookies in seconds, equal to that of the longest session. */
const COOKIE_SECONDS = 30 * 24 * 60 * 60

const visitorCsrfToken = (preSession: string) => sign(`csrf:visitor:${preSession}`)

/** Returns the CSRF token of a session. It changes with the session: at sign-in and at password change. */
export const sessionCsrfToken = (authSessionId: string) => sign(`csrf:session:${authSessionId}`)

export const csrfCookie = (token: string) =>
	serializeCookie(CSRF_COOKIE, token, { maxAge: COOKIE_SECONDS, readableByScripts: true, sameSite: 'Strict' })

export const blankCsrfCookies = () => [
	serializeCookie(CSRF_COOKIE, '', { maxAge: 0, readableByScripts: true, sameSite: 'Strict' }),
	serializeCookie(preSessionCookie(), '', { maxAge: 0 }),
]

/** Returns the caller's token and its cookies. Creates a pre-session for a visitor without one. */
export function issueCsrfToken(authSession: AuthSession | undefined, cookieHeader: string | undefined) {
	if (authSession) {
		const token = sessionCsrfToken(authSession.id)
		return { token, cookies: [csrfCookie(token)] }
	}
	const known = cookieValues(cookieHeader, preSessionCookie())[0]
	const preSession = known && /^[\w-]{20,64}$/.test(known) ? known : randomBytes(24).toString('base64url')
	const token = visitorCsrfToken(preSession)
	return {
		token,
		cookies: [csrfCookie(token), serializeCookie(preSessionCookie(), preSession, { maxAge: COOKIE_SECONDS })],
	}
}

/** @throws {ApiError} 403 when the header lacks the caller's token. */
export function assertCsrfToken(request: ApiRequest, authSession: AuthSession | undefined): void {
	const given = request.header(CSRF_HEADER.toLowerCase())
	const preSession = cookieValues(request.header('cookie'), preSessionCookie())[0]
	const expected = authSession ? sessionCsrfToken(authSession.id) : preSession && visitorCsrfToken(preSession)
	if (!given || !expected || !isSame(given, expected)) throw new ApiError(403, CSRF_REFUSED)
}
