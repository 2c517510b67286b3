import { databaseFileOf } from '#db/address.ts'
import { DatabaseRefusedError, driverError, isUnavailable } from '#db/errors.ts'
import { assertDatabaseFile, DatabaseFileError, fileSentence } from '#db/inspect.ts'
import { DatabaseInUseError } from '#db/lock.ts'
import { env, SettingsError } from '#src/platform/env/env.ts'
import { BuildError } from '../build/build.ts'

/** Runs the checks that are possible before a build. */
export function assertStartable(): void {
	const file = databaseFileOf(env().databaseUrl)
	if (file !== undefined) assertDatabaseFile(file)
}

type ListenError = NodeJS.ErrnoException & { address?: string; port?: number }

/** Explains a failed socket for the owner's commands: the system reports its path as the address. */
const socketSentence = (path: string, error: ListenError) =>
	error.code === 'EINVAL' || error.code === 'ENAMETOOLONG'
		? `The path ${path} is too long for a socket. Set DATA_DIR to a shorter one.`
		: fileSentence(path, error)

function listenSentence(error: ListenError): string | undefined {
	const { code, address, port: failed } = error
	if (address?.startsWith('/')) return socketSentence(address, error)
	const { metrics, ...site } = env()
	// The process has two listeners on two ports.
	const listener = metrics?.listener?.port === failed && failed !== site.port ? metrics?.listener : undefined
	const { host, port } = listener ?? site
	const setting = listener ? 'METRICS_' : ''
	if (code === 'EADDRINUSE')
		return `Port ${port} of ${host} is in use. Stop what runs there, or set ${setting}PORT to another one.`
	if (code === 'EACCES')
		return `This user may not listen on port ${port} of ${host}. Set ${setting}PORT to one above 1023.`
	if (code === 'EADDRNOTAVAIL')
		return `This machine has no address ${address ?? host}. Set ${setting}HOST to one that it has.`
	return undefined
}

/** Walks the causes: the query builder wraps database errors. */
function refusalIn(error: unknown): DatabaseRefusedError | undefined {
	for (let at = error; at instanceof Error; at = at.cause) if (at instanceof DatabaseRefusedError) return at
	return undefined
}

/** Returns the system's code for an unreachable server: ECONNREFUSED, ENOTFOUND. */
function reasonOf(error: unknown): string | undefined {
	let reason: string | undefined
	for (let at = error; at instanceof Error; at = at.cause) {
		const { code } = at as { code?: unknown }
		if (typeof code === 'string' && /^[A-Z_]+$/.test(code)) reason = code
	}
	return reason
}

/** Returns whether TLS was used on a port without TLS. */
const isWrongScheme = (error: unknown) => reasonOf(error) === 'EPROTO'

/** Describes a problem of a database server; undefined for other errors and for files. */
function serverSentence(error: unknown): string | undefined {
	const { databaseUrl } = env()
	if (databaseFileOf(databaseUrl) !== undefined) return undefined
	// The URL may contain the password.
	const { host } = new URL(databaseUrl)
	const refused = refusalIn(error)
	if (refused) return `${refused.message} Check DATABASE_URL (${host}) and DATABASE_AUTH_TOKEN.`
	if (isWrongScheme(error))
		return `The database server at ${host} does not support TLS. Check DATABASE_URL: libsql:// and https:// require TLS, http:// does not.`
	const reason = reasonOf(error)
	if (isUnavailable(error))
		return `The database server at ${host} does not answer${reason === undefined ? '' : ` (${reason})`}. Start it, or correct DATABASE_URL.`
	const { code } = error as { code?: unknown }
	return code === 'URL_SCHEME_NOT_SUPPORTED' || code === 'URL_INVALID'
		? `DATABASE_URL (${host}) is not a database URL. Use libsql://, https:// or file:.`
		: undefined
}

/** Describes a database server that may come back; undefined for errors that a retry cannot fix. */
export const describeOutage = (error: unknown): string | undefined =>
	isUnavailable(error) && refusalIn(error) === undefined && !isWrongScheme(error) ? serverSentence(error) : undefined

/** Names the full disk. A failed copy reports its source path; a write to an open file reports no path. */
function fullDiskSentence(error: unknown): string | undefined {
	const { code, path, dest } = error as NodeJS.ErrnoException & { dest?: string }
	const target = dest ?? path
	if (code === 'ENOSPC' && target !== undefined) return fileSentence(target, error)
	const isFull = code === 'ENOSPC' || driverError(error)?.code === 'SQLITE_FULL'
	return isFull ? `The disk of ${env().dataDir}, or of the program, is full. Free some space.` : undefined
}

export function sentenceOf(error: unknown): string | undefined {
	if (error instanceof SettingsError || error instanceof DatabaseInUseError || error instanceof DatabaseFileError)
		return error.message
	if (error instanceof BuildError) return `The site could not be built.\n${error.message}`
	const { syscall, path } = error as NodeJS.ErrnoException
	if (syscall === 'listen') return listenSentence(error as ListenError)
	const isFull = fullDiskSentence(error)
	if (isFull !== undefined) return isFull
	// Check this before using the settings: without a data folder there are no settings.
	return path === undefined ? serverSentence(error) : fileSentence(path, error)
}
