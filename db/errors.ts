import { LibsqlError } from '@libsql/client'
import { StatementTimeoutError } from './remote/remote.ts'

/**
 * The database could not run the statement now (busy, full, unreachable); a retry may succeed. Nothing
 * was written to a file; a server may have executed the write before its response was lost.
 */
export class DatabaseUnavailableError extends Error {
	override name = 'DatabaseUnavailableError'
}

/** The database is not writable: the disk is full or read-only. A retry alone does not help. */
export class NothingSavedError extends DatabaseUnavailableError {
	override name = 'NothingSavedError'
}

/**
 * The server rejects our requests: the token or the URL is wrong. A retry does not help; the site's operator has to
 * change a setting.
 */
export class DatabaseRefusedError extends Error {
	override name = 'DatabaseRefusedError'
}

/** Returns the driver's error from the chain of causes, because drizzle wraps errors of the driver. */
export function driverError(error: unknown): LibsqlError | undefined {
	for (let at = error; at instanceof Error; at = at.cause as Error) if (at instanceof LibsqlError) return at
	return undefined
}

/** Returns whether `error` is a violation of a unique index. `column` has the form `users.email_key`. */
export function isUniqueViolation(error: unknown, column?: string): boolean {
	const cause = driverError(error)
	if (cause?.code !== 'SQLITE_CONSTRAINT' || !/UNIQUE|PRIMARY KEY/.test(cause.message)) return false
	return column === undefined || cause.message.includes(column)
}

/** Returns whether `error` is a foreign key violation: a row refers to a missing row. */
export function isMissingReference(error: unknown): boolean {
	const cause = driverError(error)
	return cause?.code === 'SQLITE_CONSTRAINT' && cause.message.includes('FOREIGN KEY')
}

/** Returns whether `error` is a `DatabaseUnavailableError`, or drizzle's wrapper of one. */
export function isUnavailable(error: unknown): boolean {
	for (let at = error; at instanceof Error; at = at.cause) if (at instanceof DatabaseUnavailableError) return true
	return false
}

/** Returns whether `error` is a `NothingSavedError`, or drizzle's wrapper of one. */
export function isNothingSaved(error: unknown): boolean {
	for (let at = error; at instanceof Error; at = at.cause) if (at instanceof NothingSavedError) return true
	return false
}

/** Error codes caused by the database's state. All other errors are caused by the statement. */
const UNAVAILABLE = /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|PROTOCOL|CANTOPEN)|HRANA|SERVER_ERROR|CLIENT_CLOSED)/

export const unavailableError = (cause: unknown) =>
	new DatabaseUnavailableError(`The database rejected a statement: ${driverError(cause)?.code ?? String(cause)}`, {
		cause,
	})

/** Converts a driver error to `DatabaseUnavailableError` if the database's state caused it. */
export const translateError = (error: unknown) =>
	UNAVAILABLE.test(driverError(error)?.code ?? '') ? unavailableError(error) : error

/** HTTP statuses with which a server rejects our credentials or request, as opposed to being down. */
const HTTP_ERRORS: Readonly<Record<number, string>> = {
	400: 'does not understand our requests',
	401: 'does not accept DATABASE_AUTH_TOKEN',
	403: 'denies access with DATABASE_AUTH_TOKEN',
	404: 'is not a libSQL server, or has no such database',
}

/** Returns the error for an HTTP status. The driver reports SERVER_ERROR for every status; its cause has the status. */
function refusedError(error: unknown): DatabaseRefusedError | undefined {
	const status = (driverError(error)?.cause as { status?: unknown } | undefined)?.status
	const reason = typeof status === 'number' ? HTTP_ERRORS[status] : undefined
	return reason === undefined
		? undefined
		: new DatabaseRefusedError(`The database server ${reason} (HTTP ${status}).`, { cause: error })
}

export const isBusy = (error: unknown) => /^SQLITE_(BUSY|LOCKED)/.test(driverError(error)?.code ?? '')

/** Converts an error of the server driver. If the server is down, `fetch` throws an error without a code. */
export function asDatabaseError(error: unknown): unknown {
	if (error instanceof DatabaseUnavailableError || error instanceof DatabaseRefusedError) return error
	if (error instanceof StatementTimeoutError || !driverError(error)) return unavailableError(error)
	return refusedError(error) ?? translateError(error)
}
