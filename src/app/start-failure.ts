import { databaseFileOf } from '#db/client.ts'
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

/** The sentence for what a person can put right; undefined for what is our mistake. */
export function sentenceOf(error: unknown): string | undefined {
	if (error instanceof SettingsError || error instanceof DatabaseInUseError || error instanceof DatabaseFileError)
		return error.message
	if (error instanceof BuildError) return `The site could not be built.\n${error.message}`
	const { code, syscall, path } = error as NodeJS.ErrnoException
	if (syscall === 'listen') return listenSentence(code)
	return path === undefined ? undefined : fileSentence(path, error)
}
