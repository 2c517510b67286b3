/** What an error tells besides its sentence. */
type ErrorFacts = Partial<Pick<ApiError, 'retryAfter' | 'current'>>

/**
 * An answer that is not a success, in the words the reader sees.
 * Services throw it; `handle` sends `text` as `text/plain` with `status`.
 */
export class ApiError extends Error {
	override name = 'ApiError'
	readonly status: number
	/** The sentence without the status, as the server sent it. */
	readonly text: string
	/** Seconds after which another try makes sense, for 429 and 503. */
	readonly retryAfter: number | undefined
	/** What stands there now, where a change began with an older version (`version.ts`). */
	readonly current: unknown

	constructor(status: number, text: string, options: ErrorFacts = {}) {
		// What people read of every failed call (docs/product.md, Calls and their errors).
		super(`${status}: ${text}`)
		this.status = status
		this.text = text
		this.retryAfter = options.retryAfter
		this.current = options.current
	}
}

/**
 * Whether `error` is one of ours. By name, not by `instanceof`: pages are bundled and services are not, so that a
 * page has a class of its own.
 */
export const isApiError = (error: unknown): error is ApiError => error instanceof Error && error.name === 'ApiError'

/** The error of an entry of a contract's `errors`. */
export function httpError(entry: readonly [status: number, text: string], options?: ErrorFacts): ApiError {
	return new ApiError(entry[0], entry[1], options)
}

/** Between the look and the write, or after it, somebody deleted what was written or what it belongs to. */
export const justDeleted = () =>
	new ApiError(409, 'What this belongs to has just been deleted. Please reload the page.')

/** The sentence of any thrown value, for an alert or a toast. */
export function messageOf(error: unknown, fallback: string): string {
	return error instanceof Error && error.message ? error.message : fallback
}

/** The sentence of any thrown value where it was sent from: without the status, which toasts and alerts begin with. */
export const sentenceOf = (error: unknown, fallback: string): string =>
	isApiError(error) ? error.text : messageOf(error, fallback)

/** What a person reads while the database is away, or has too much to do. */
export const BUSY = 'The service is busy. Please try again in a moment.'

/** What a person reads while the disk of the database is full or read-only. Waiting a moment does not help. */
export const NOTHING_SAVED =
	'Nothing can be saved at the moment. What was saved before is safe. Please try again later, or tell an admin.'

/** What a person reads when something broke on our side; the log has the number. */
export const failureText = (requestId: string) =>
	`Something went wrong on our side. Please try again. If it happens again, tell us this number: ${requestId}`
