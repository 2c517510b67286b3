import { DatabaseRefusedError, databaseFileOf, isUnavailable } from '#db/client.ts'
import { assertDatabaseFile, DatabaseFileError, fileSentence } from '#db/inspect.ts'
import { DatabaseInUseError } from '#db/lock.ts'
import { env, SettingsError } from '#src/platform/env.ts'
import { BuildError } from './build/build.ts'

/** Looks at what can be seen to be wrong before anything is built. */
export function assertStartable(): void {
	const file = databaseFileOf(env().databaseUrl)
	if (file !== undefined) assertDatabaseFile(file)
}

function listenSentence(code: string | undefined): string | undefined {
	const { host, port } = env()
	if (code === 'EADDRINUSE')
		return `Port ${port} of ${host} is in use. Stop what runs there, or set PORT to another one.`
	if (code === 'EACCES') return `This user may not listen on port ${port} of ${host}. Set PORT to one above 1023.`
	if (code === 'EADDRNOTAVAIL') return `This machine has no address ${host}. Set HOST to one that it has.`
	return undefined
}

/** Walks the causes: the query builder wraps what a database throws. */
function refusedBy(error: unknown): DatabaseRefusedError | undefined {
	for (let at = error; at instanceof Error; at = at.cause) if (at instanceof DatabaseRefusedError) return at
	return undefined
}

/** What is wrong with a database server; undefined for what is wrong with none, or with a file. */
function serverSentence(error: unknown): string | undefined {
	const { databaseUrl } = env()
	if (databaseFileOf(databaseUrl) !== undefined) return undefined
	// Its password may stand in the address.
	const { host } = new URL(databaseUrl)
	const refused = refusedBy(error)
	if (refused) return `${refused.message} Check DATABASE_URL (${host}) and DATABASE_AUTH_TOKEN.`
	if (isUnavailable(error))
		return `The database server at ${host} does not answer. Start it, or set DATABASE_URL to where it is.`
	const { code } = error as { code?: unknown }
	return code === 'URL_SCHEME_NOT_SUPPORTED' || code === 'URL_INVALID'
		? `DATABASE_URL (${host}) is no address that a database can be reached at. Use libsql://, https:// or file:.`
		: undefined
}

/** The sentence for what a person can put right; undefined for what is our mistake. */
export function sentenceOf(error: unknown): string | undefined {
	if (error instanceof SettingsError || error instanceof DatabaseInUseError || error instanceof DatabaseFileError)
		return error.message
	if (error instanceof BuildError) return `The site could not be built.\n${error.message}`
	const { code, syscall, path } = error as NodeJS.ErrnoException
	if (syscall === 'listen') return listenSentence(code)
	// Before the settings are asked for: without a data folder they are not there.
	return path === undefined ? serverSentence(error) : fileSentence(path, error)
}
