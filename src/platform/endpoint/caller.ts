import type { SignedInUser } from '#src/lib/api/auth-state.ts'
import type { ApiRequest } from '../http/api-types.ts'

/** A sign-in on one device. */
export interface AuthSession {
	/** SHA-256 of the token: what the database knows. */
	readonly id: string
	readonly expiresAt: Date
}

/** Who makes a request. */
export interface Caller {
	readonly user: SignedInUser
	readonly authSession: AuthSession
}

/** How callers are recognized: given to the platform by the application, which has it of `features/auth`. */
export interface CallerCheck {
	/** The caller of a request's cookies, or undefined. @throws {ApiError} 400 when the cookies contradict each other. */
	readCaller(cookieHeader: string | undefined): Promise<Caller | undefined>
	/** @throws {ApiError} 403 when the request does not carry the caller's security token. */
	assertCsrfToken(request: ApiRequest, authSession: AuthSession | undefined): void
	/** Done between a change and its answer, for what whoever has the answer counts on. It never fails. */
	afterChange?(): Promise<void>
}
