import { openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { resealSecrets } from '#src/features/security/server/reseal.ts'
import { resetSecondFactor as removeFor } from '#src/features/security/server/reset.ts'
import { env } from '#src/platform/env/env.ts'
import { askServer } from '../startup/control.ts'
import type { Command } from './commands.ts'

async function withDatabase(work: () => Promise<string>): Promise<string> {
	const { databaseUrl: url, databaseAuthToken: authToken } = env()
	const opened = await openDatabase({ url, authToken })
	try {
		await migrateDatabase(opened)
		useDatabase(opened)
		return await work()
	} finally {
		await opened.close()
	}
}

export const resetSecondFactor: Command = async (email) => {
	if (!email) throw new Error('Name the address of the account: reset-second-factor EMAIL')
	// Only one process may open the database file: the server does it, if it runs.
	const answer = await askServer(env().dataDir, 'reset-second-factor', email)
	return answer ?? withDatabase(() => removeFor(email))
}

export const reseal: Command = async () => {
	const oldKey = process.env.OLD_SECRET_KEY
	if (!oldKey) throw new Error('Set OLD_SECRET_KEY to the former key. SECRET_KEY is the present one.')
	return withDatabase(() => resealSecrets(oldKey))
}
