import '#src/app/build/load-env.ts'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { askServer } from '#src/app/control.ts'
import { env } from '#src/platform/env.ts'
import { withoutStatementValues } from '#src/platform/log.ts'
import { backupDatabase, restoreDatabase } from './backup.ts'
import { type Database, databaseFileOf, openDatabase, useDatabase } from './client.ts'
import { migrateDatabase } from './migrate.ts'
import { seedDemo } from './seed/index.ts'

const USAGE = `Usage:
  npm run db:migrate              bring the schema up to date
  npm run db:seed                 add the demonstration club where it is not there yet
  npm run db:backup [-- FILE]     copy the database, also while the server runs
  npm run db:restore -- FILE      put a backup in its place (the server must be stopped)`

const say = (text: string) => void process.stdout.write(`${text}\n`)

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

function backupTarget(argument: string | undefined): string {
	const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
	return resolve(argument ?? `${env().dataDir}/backups/second-chair-${time}.db`)
}

const commands: Record<string, (argument: string | undefined) => Promise<string>> = {
	migrate: () => withCurrentSchema(async () => 'The schema is up to date.'),
	async seed() {
		if (env().production)
			throw new Error('There is no demonstration club in production: everybody can read its passwords.')
		return withCurrentSchema(async () =>
			(await seedDemo()) ? 'The demonstration club was added.' : 'It was there already.',
		)
	},
	async backup(argument) {
		const target = backupTarget(argument)
		const answer = await askServer(env().dataDir, 'backup', target)
		if (answer !== undefined) return answer
		const file = databaseFileOf(env().databaseUrl)
		// Opening would make one, and its backup would look like a good one.
		if (file !== undefined && !existsSync(file)) throw new Error(`There is no database at ${file}: nothing was saved.`)
		// As it is: a backup before an update must not have been updated.
		return withDatabase(async (opened) => {
			await backupDatabase(opened, target)
			return `Saved ${target}`
		})
	},
	async restore(argument) {
		if (!argument) throw new Error(USAGE)
		const file = databaseFileOf(env().databaseUrl)
		if (file === undefined) throw new Error('Only a database in a file is restored here.')
		const former = await restoreDatabase(resolve(argument), file)
		return former ? `Restored ${file}. The former database is ${former}` : `Restored ${file}.`
	},
}

const [name = '', argument] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (!command) {
	say(USAGE)
	process.exitCode = 2
} else {
	try {
		say(await command(argument))
	} catch (error) {
		process.stderr.write(`${withoutStatementValues(error instanceof Error ? error.message : String(error))}\n`)
		process.exitCode = 1
	}
}
