import type { Access } from './access.ts'

/** Data of an error in addition to its sentence. */
type ErrorFacts = Partial<Pick<ApiError, 'retryAfter' | 'current' | 'headers'>>

/** Header of a 401 that names the second factors that complete a sign-in. */
export const SECOND_FACTOR_HEADER = 'X-Second-Factor'

/** Header of a 401 that asks for a confirmation; the call may then be repeated. */
export const STEP_UP_HEADER = 'X-Step-Up'

/**
 * An unsuccessful response, with the sentence for the reader. Services throw it; `handle` sends `text` as
 * `text/plain` with `status`.
 */
export class ApiError extends Error {
	override name = 'ApiError'
	readonly status: number
	readonly text: string
	/** Seconds before a retry makes sense, for 429 and 503. */
	readonly retryAfter: number | undefined
	/** The current state, if a change was based on an older version (`version.ts`). */
	readonly current: unknown
	/** Further headers of the response. */
	readonly headers: readonly (readonly [name: string, value: string])[]

	constructor(status: number, text: string, options: ErrorFacts = {}) {
		// Format of the specification (docs/product.md, Calls and their errors). Screens show `messageOf`.
		super(`${status}: ${text}`)
		this.status = status
		this.text = text
		this.retryAfter = options.retryAfter
		this.current = options.current
		this.headers = options.headers ?? []
	}
}

/** Returns whether `error` is an ApiError. Compares the name because bundled pages have their own copy of the class. */
export const isApiError = (error: unknown): error is ApiError => error instanceof Error && error.name === 'ApiError'

const isStepUp = ({ headers }: ApiError) => headers.some(([name]) => name === STEP_UP_HEADER)

/**
 * Returns whether a call failed because the caller is not signed in, rather than because a confirmation was declined.
 */
export const isSignInEnded = (error: unknown, access: Access) =>
	isApiError(error) && error.status === 401 && access !== 'public' && !isStepUp(error)

/** Creates the error for an entry of a contract's `errors`. */
export function httpError(entry: readonly [status: number, text: string], options?: ErrorFacts): ApiError {
	return new ApiError(entry[0], entry[1], options)
}

/** Creates the error for a write whose item, or the item's parent, was deleted at the same time. */
export const justDeleted = () => new ApiError(409, 'The item this belongs to was just deleted. Please reload the page.')

/** Returns the sentence of any thrown value for an alert or a toast: the server's own, without the status. */
export const messageOf = (error: unknown, fallback: string): string =>
	(isApiError(error) ? error.text : error instanceof Error && error.message) || fallback

/** Message while the database is unavailable or overloaded. */
export const BUSY = 'The service is busy. Please try again in a moment.'

/** Message while the database's disk is full or read-only, when a retry does not help. */
export const NOTHING_SAVED =
	'Nothing can be saved right now. Your saved data is safe. Please try again later, or tell an admin.'

/** Returns the message for an internal error. The log contains the same number. */
export const failureText = (requestId: string) =>
	`Something went wrong on our side. Please try again. If it happens again, tell us this number: ${requestId}`
