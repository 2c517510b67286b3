import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { CSRF_COOKIE, CSRF_HEADER, CSRF_REFUSED } from '#src/lib/api/csrf.ts'
import { ApiError } from '#src/lib/api/errors.ts'
import type { AuthSession } from '#src/platform/endpoint/caller.ts'
import { cookieName, cookieValues, serializeCookie } from '#src/platform/endpoint/cookies.ts'
import { env } from '#src/platform/env/env.ts'
import type { ApiRequest } from '#src/platform/http/api-types.ts'

/** A visitor's random id, only to bind their token to their browser. */
const preSessionCookie = () => cookieName('pre-session')

/** How long the token's cookies live: as long as the longest session, in seconds. */
const COOKIE_SECONDS = 30 * 24 * 60 * 60

const sign = (subject: string) => createHmac('sha256', env().secretKey).update(`csrf:${subject}`).digest('base64url')

/** The token of a session. Renewed with it: at login, at password change. */
export const sessionCsrfToken = (authSessionId: string) => sign(`session:${authSessionId}`)

/** The cookie from which scripts read the token. */
export const csrfCookie = (token: string) =>
	serializeCookie(CSRF_COOKIE, token, { maxAge: COOKIE_SECONDS, readableByScripts: true, sameSite: 'Strict' })

/** Takes the token's cookies away, at logout. */
export const blankCsrfCookies = () => [
	serializeCookie(CSRF_COOKIE, '', { maxAge: 0, readableByScripts: true, sameSite: 'Strict' }),
	serializeCookie(preSessionCookie(), '', { maxAge: 0 }),
]

/** The caller's token and the cookies that carry it. A visitor without a pre-session gets one. */
export function issueCsrfToken(authSession: AuthSession | undefined, cookieHeader: string | undefined) {
	if (authSession) {
		const token = sessionCsrfToken(authSession.id)
		return { token, cookies: [csrfCookie(token)] }
	}
	const known = cookieValues(cookieHeader, preSessionCookie())[0]
	const preSession = known && /^[\w-]{20,64}$/.test(known) ? known : randomBytes(24).toString('base64url')
	const token = sign(`visitor:${preSession}`)
	return {
		token,
		cookies: [csrfCookie(token), serializeCookie(preSessionCookie(), preSession, { maxAge: COOKIE_SECONDS })],
	}
}

function sameText(a: string, b: string): boolean {
	const left = Buffer.from(a)
	const right = Buffer.from(b)
	return left.length === right.length && timingSafeEqual(left, right)
}

/** @throws {ApiError} 403 when the header does not carry the caller's token. */
export function assertCsrfToken(request: ApiRequest, authSession: AuthSession | undefined): void {
	const given = request.header(CSRF_HEADER.toLowerCase())
	const preSession = cookieValues(request.header('cookie'), preSessionCookie())[0]
	const expected = authSession
		? sessionCsrfToken(authSession.id)
		: preSession
			? sign(`visitor:${preSession}`)
			: undefined
	if (!given || !expected || !sameText(given, expected)) throw new ApiError(403, CSRF_REFUSED)
}
