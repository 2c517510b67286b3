import '#src/app/build/load-env.ts'
import './settings-file.ts'
import { resolve } from 'node:path'
import { type Database, openDatabase, useDatabase } from '#db/client.ts'
import { moveFromServer, moveToServer } from '#db/copy/move.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { env } from '#src/platform/env/env.ts'
import { seedDemo } from '../seed/index.ts'
import { backup, restore, verify } from './backups.ts'
import { type Command, progress, runCommand } from './commands.ts'
import { copyAndCompare, serverOfSettings } from './copies.ts'

const USAGE = `Usage:
  npm run db:migrate              update the schema
  npm run db:seed                 add the demonstration club if it is missing
  npm run db:backup [-- FILE]     copy the database, even while the server runs
  npm run db:restore [-- FILE]    restore a backup (the server must be stopped); FILE may be "newest": the last
                                  backup, scheduled or made with db:backup at its default path. Without FILE it lists
                                  all backups and asks. --replace restores into a libSQL server that contains a club
                                  and has no running node, and saves it first
  npm run db:verify [-- FILE]     restore the last backup, or FILE, to a temporary path and check it
  npm run db:to-server [-- FILE]  fill the empty libSQL server of DATABASE_URL from a database file; --anew starts
                                  over after an interrupted move
  npm run db:from-server [-- FILE]
                                  copy the libSQL server of DATABASE_URL into a new database file`

async function withDatabase(work: (opened: Database) => Promise<string>): Promise<string> {
	const opened = await openDatabase({ url: env().databaseUrl, authToken: env().databaseAuthToken })
	try {
		return await work(opened)
	} finally {
		await opened.close()
	}
}

const withCurrentSchema = (work: () => Promise<string>) =>
	withDatabase(async (opened) => {
		await migrateDatabase(opened)
		useDatabase(opened)
		return work()
	})

const localFile = (argument: string | undefined) => resolve(argument ?? `${env().dataDir}/second-chair.db`)

const commands: Record<string, Command> = {
	migrate: () => withCurrentSchema(async () => 'The schema is up to date.'),
	async seed() {
		if (env().production)
			throw new Error('The demonstration club is not available in production: its passwords are public.')
		return withCurrentSchema(async () =>
			(await seedDemo()) ? 'The demonstration club was added.' : 'It already exists.',
		)
	},
	backup,
	restore,
	verify,
	async 'to-server'(argument, flags) {
		const file = localFile(argument)
		const clearing = flags.has('--anew') ? 'unfinished' : 'nothing'
		await copyAndCompare(() => moveToServer(file, serverOfSettings(), { clearing, progress: progress() }))
		return `All tables of ${file} are on the server and identical. The file was not changed.`
	},
	async 'from-server'(argument) {
		const file = localFile(argument)
		await copyAndCompare(() => moveFromServer(serverOfSettings(), file, progress()))
		return `All tables of the server are in ${file} and identical. Later changes on the server are not included.`
	},
}

await runCommand(commands, { usage: USAGE, flags: { restore: ['--replace'], 'to-server': ['--anew'] } })
