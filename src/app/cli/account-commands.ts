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
	if (!email) throw new Error('Give the email address of the account: reset-second-factor EMAIL')
	// Only one process may open the database file, so a running server executes the command.
	const answer = await askServer(env().dataDir, 'reset-second-factor', email)
	return answer ?? withDatabase(() => removeFor(email))
}

export const reseal: Command = async () => {
	const oldKey = process.env.OLD_SECRET_KEY
	if (!oldKey) throw new Error('Set OLD_SECRET_KEY to the old key. SECRET_KEY is the current one.')
	return withDatabase(() => resealSecrets(oldKey))
}
