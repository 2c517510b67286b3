import { LibsqlError } from '@libsql/client'
import { StatementTimeoutError } from './remote.ts'

/**
 * The database could not take the statement now (busy, full, unreachable); trying again may work. Nothing was
 * written to a file. Whether a server wrote before its answer was lost, nobody knows.
 */
export class DatabaseUnavailableError extends Error {
	override name = 'DatabaseUnavailableError'
}

/** The database takes no writes: its disk is full or read-only. Waiting alone does not help. */
export class NothingSavedError extends DatabaseUnavailableError {
	override name = 'NothingSavedError'
}

/**
 * The server answers, and will not have us: a wrong token, a wrong address. Trying again does not help; whoever runs
 * the site has to change a setting.
 */
export class DatabaseRefusedError extends Error {
	override name = 'DatabaseRefusedError'
}

/** Walks the causes: drizzle wraps what the driver throws. */
export function driverError(error: unknown): LibsqlError | undefined {
	for (let at = error; at instanceof Error; at = at.cause as Error) if (at instanceof LibsqlError) return at
	return undefined
}

/** Whether `error` says that a unique index refused the write; `column` as in `users.email_key`. */
export function isUniqueViolation(error: unknown, column?: string): boolean {
	const cause = driverError(error)
	if (cause?.code !== 'SQLITE_CONSTRAINT' || !/UNIQUE|PRIMARY KEY/.test(cause.message)) return false
	return column === undefined || cause.message.includes(column)
}

/** Whether `error` says that a row refers to one that is not there (any more). */
export function isMissingReference(error: unknown): boolean {
	const cause = driverError(error)
	return cause?.code === 'SQLITE_CONSTRAINT' && cause.message.includes('FOREIGN KEY')
}

/** Whether `error` says that the database could not take a statement; also as drizzle wraps it. */
export function isUnavailable(error: unknown): boolean {
	for (let at = error; at instanceof Error; at = at.cause) if (at instanceof DatabaseUnavailableError) return true
	return false
}

/** Whether `error` is a `NothingSavedError`, or drizzle's wrapper of one. */
export function isNothingSaved(error: unknown): boolean {
	for (let at = error; at instanceof Error; at = at.cause) if (at instanceof NothingSavedError) return true
	return false
}

/** Codes that tell of the database's state rather than of the statement. Any other error is the statement's own. */
const UNAVAILABLE = /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|PROTOCOL|CANTOPEN)|HRANA|SERVER_ERROR|CLIENT_CLOSED)/

export const unavailable = (cause: unknown) =>
	new DatabaseUnavailableError(`The database did not take a statement: ${driverError(cause)?.code ?? String(cause)}`, {
		cause,
	})

/** What the driver threw, as `DatabaseUnavailableError` where it tells of the database's state. */
export const translated = (error: unknown) =>
	UNAVAILABLE.test(driverError(error)?.code ?? '') ? unavailable(error) : error

/** HTTP statuses with which a server refuses what we are or ask, rather than being down. */
const HTTP_ERRORS: Readonly<Record<number, string>> = {
	400: 'does not understand our requests',
	401: 'does not accept DATABASE_AUTH_TOKEN',
	403: 'does not allow what DATABASE_AUTH_TOKEN may do',
	404: 'is no libSQL server, or has no such database',
}

/** The driver says SERVER_ERROR of every status; the status itself stands in its cause. */
function errorIn(error: unknown): DatabaseRefusedError | undefined {
	const status = (driverError(error)?.cause as { status?: unknown } | undefined)?.status
	const reason = typeof status === 'number' ? HTTP_ERRORS[status] : undefined
	return reason === undefined
		? undefined
		: new DatabaseRefusedError(`The database server ${reason} (HTTP ${status}).`, { cause: error })
}

export const isBusy = (error: unknown) => /^SQLITE_(BUSY|LOCKED)/.test(driverError(error)?.code ?? '')

/** What the driver of a server threw, by its meaning. A server that is down throws what `fetch` throws: it has no code. */
export function asDatabaseError(error: unknown): unknown {
	if (error instanceof DatabaseUnavailableError || error instanceof DatabaseRefusedError) return error
	if (error instanceof StatementTimeoutError || !driverError(error)) return unavailable(error)
	return errorIn(error) ?? translated(error)
}
