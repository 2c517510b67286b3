import type { SignedInUser } from '#src/lib/api/auth-state.ts'
import type { ApiRequest } from '../http/api-types.ts'

export interface AuthSession {
	/** SHA-256 of the token, as in the database. */
	readonly id: string
	readonly expiresAt: Date
	/** When a second factor was verified; null if the account has none. */
	readonly secondFactorAt: Date | null
}

export interface Caller {
	readonly user: SignedInUser
	readonly authSession: AuthSession
	/** Message with the reason for the suspension and its end; undefined if the account is not suspended. */
	readonly suspended?: string | undefined
	/** Message that explains why the account has no access to members' content; undefined in good standing. */
	readonly lapsed?: string | undefined
	/** Message for an admin who must first set up a second factor; undefined if none is required. */
	readonly unprotected?: string | undefined
}

/** Authenticates callers. Implemented in `features/auth` and passed to the platform by `src/app`. */
export interface CallerCheck {
	/** Returns the caller by the request's cookies, or undefined. @throws {ApiError} 400 if the cookies conflict. */
	readCaller(cookieHeader: string | undefined): Promise<Caller | undefined>
	/** Checks the CSRF token. @throws {ApiError} 403 if the request does not have the session's token. */
	assertCsrfToken(request: ApiRequest, authSession: AuthSession | undefined): void
	/** Runs after a change and before its response, for effects that the client relies on. Never rejects. */
	afterChange?(): Promise<void>
}
