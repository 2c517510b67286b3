import { resolve } from 'node:path'
import { askServer } from '#src/server/control.ts'
import { env } from '#src/server/env.ts'
import { backupDatabase, restoreDatabase } from './backup.ts'
import { type Database, openDatabase, useDatabase } from './client.ts'
import { lockDatabase } from './lock.ts'
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
		await migrateDatabase(opened)
		useDatabase(opened)
		return await work(opened)
	} finally {
		await opened.close()
	}
}

function backupTarget(argument: string | undefined): string {
	const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
	return resolve(argument ?? `${env().dataDir}/backups/second-chair-${time}.db`)
}

const commands: Record<string, (argument: string | undefined) => Promise<string>> = {
	migrate: () => withDatabase(async () => 'The schema is up to date.'),
	seed: () =>
		withDatabase(async () => ((await seedDemo()) ? 'The demonstration club was added.' : 'It was there already.')),
	async backup(argument) {
		const target = backupTarget(argument)
		const answer = await askServer(env().dataDir, 'backup', target)
		return (
			answer ??
			withDatabase(async (opened) => {
				await backupDatabase(opened, target)
				return `Saved ${target}`
			})
		)
	},
	async restore(argument) {
		const url = env().databaseUrl
		if (!argument) throw new Error(USAGE)
		if (!url.startsWith('file:')) throw new Error('Only a database in a file is restored here.')
		const file = url.slice('file:'.length)
		const release = await lockDatabase(file)
		await restoreDatabase(resolve(argument), file).finally(release)
		return `Restored ${file}. The former file is ${file}.before-restore`
	},
}

const [name = '', argument] = process.argv.slice(2)
const command = commands[name]
if (!command) {
	say(USAGE)
	process.exitCode = 2
} else {
	try {
		say(await command(argument))
	} catch (error) {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
		process.exitCode = 1
	}
}
