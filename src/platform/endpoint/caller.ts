import type { SignedInUser } from '#src/lib/api/auth-state.ts'
import type { ApiRequest } from '../http/api-types.ts'

export interface AuthSession {
	/** SHA-256 of the token, as in the database. */
	readonly id: string
	readonly expiresAt: Date
	/** When a second factor was proven; null for an account without one. */
	readonly secondFactorAt: Date | null
}

export interface Caller {
	readonly user: SignedInUser
	readonly authSession: AuthSession
	/** Why and until when the account is suspended, as a sentence; undefined if it is not. */
	readonly suspended?: string | undefined
	/** Why members' content is closed to them, as a sentence; undefined in good standing. */
	readonly lapsed?: string | undefined
	/** The error of an admin who must first set up a second factor; undefined if nothing is missing. */
	readonly unprotected?: string | undefined
}

/** Authentication of callers, injected into the platform by the application from `features/auth`. */
export interface CallerCheck {
	/** Returns the caller by the request's cookies, or undefined. @throws {ApiError} 400 for contradicting cookies. */
	readCaller(cookieHeader: string | undefined): Promise<Caller | undefined>
	/** Checks the CSRF token. @throws {ApiError} 403 when the request lacks the caller's token. */
	assertCsrfToken(request: ApiRequest, authSession: AuthSession | undefined): void
	/** Runs after a change and before its response, for effects that the client relies on. Never rejects. */
	afterChange?(): Promise<void>
}
