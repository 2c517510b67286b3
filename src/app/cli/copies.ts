import { type DatabaseAddress, databaseFileOf } from '#db/address.ts'
import { CopyDiffersError, comparison } from '#db/copy/copy.ts'
import type { MoveResult } from '#db/copy/move.ts'
import { env } from '#src/platform/env/env.ts'
import { say } from './commands.ts'

/** Returns the configured database server. @throws if the settings name a file. */
export function serverOfSettings(): DatabaseAddress {
	const { databaseUrl: url, databaseAuthToken: authToken } = env()
	if (databaseFileOf(url) !== undefined)
		throw new Error('Set DATABASE_URL to the libSQL server, with its DATABASE_AUTH_TOKEN. It currently names a file.')
	return { url, authToken }
}

/** Copies a database and prints source and target side by side, even if they differ. */
export async function copyAndCompare(copy: () => Promise<MoveResult>): Promise<void> {
	try {
		const { from, to } = await copy()
		say(comparison(from, to))
	} catch (error) {
		if (error instanceof CopyDiffersError) say(comparison(error.from, error.to))
		throw error
	}
}
