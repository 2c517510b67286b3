import '#src/app/build/load-env.ts'
import { resolve } from 'node:path'
import { type DatabaseAddress, databaseFileOf } from '#db/address.ts'
import { backupServer, restoreDatabase, withPlainBackup } from '#db/backup.ts'
import { type Database, openDatabase, useDatabase } from '#db/client.ts'
import { CopyDiffersError, comparison } from '#db/copy/copy.ts'
import { assertIntact } from '#db/copy/job.ts'
import { assertNoNodesOn, fillServer, holdsClub, type Moved, moveFromServer, moveToServer } from '#db/copy/move.ts'
import { inspectDatabaseFile } from '#db/inspect.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { backupStorage } from '#src/app/backups/make.ts'
import { saveDatabase } from '#src/app/backups/save.ts'
import { markVerified } from '#src/app/backups/verified.ts'
import { newestByHand, verifyBackupFile, verifyNewest, withNewestBackup } from '#src/app/backups/verify.ts'
import { env } from '#src/platform/env/env.ts'
import { seedDemo } from '../seed/index.ts'
import { type Command, progress, runCommand, say } from './commands.ts'

const USAGE = `Usage:
  npm run db:migrate              update the schema
  npm run db:seed                 add the demonstration club if it is missing
  npm run db:backup [-- FILE]     copy the database, also while the server runs
  npm run db:restore -- FILE      restore a backup (the server must be stopped); FILE may be "newest": the last
                                  backup, scheduled or made with db:backup at its default path. --replace restores
                                  into a libSQL server that contains a club and has no running node, and saves it
                                  first
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

function backupTarget(argument: string | undefined, name = 'second-chair'): string {
	const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
	return resolve(argument ?? `${env().dataDir}/backups/${name}-${time}.db`)
}

const localFile = (argument: string | undefined) => resolve(argument ?? `${env().dataDir}/second-chair.db`)

/** Returns the configured database server. @throws if the settings name a file. */
function serverOfSettings(): DatabaseAddress {
	const { databaseUrl: url, databaseAuthToken: authToken } = env()
	if (databaseFileOf(url) !== undefined)
		throw new Error('Set DATABASE_URL to the libSQL server, with its DATABASE_AUTH_TOKEN. It currently names a file.')
	return { url, authToken }
}

/** Runs a copy and prints both sides next to each other, also when they differ. */
async function shown(move: () => Promise<Moved>): Promise<void> {
	try {
		const { from, to } = await move()
		say(comparison(from, to))
	} catch (error) {
		if (error instanceof CopyDiffersError) say(comparison(error.from, error.to))
		throw error
	}
}

/** Restores into a server. Saves its content first, and deletes it only with the flag for that. */
async function restoreServer(backup: string, flags: ReadonlySet<string>): Promise<string> {
	const server = serverOfSettings()
	const mayReplace = flags.has('--replace')
	const isThere = await holdsClub(server)
	if (isThere && !mayReplace)
		throw new Error(
			'The database of DATABASE_URL contains data. Stop all nodes and add --replace: the data is saved to a file first.',
		)
	if (isThere) await assertNoNodesOn(server)
	const former = isThere ? backupTarget(undefined, 'before-restore') : undefined
	if (former !== undefined) {
		await backupServer(server, former)
		say(`Saved the previous data: ${former}`)
	}
	const clearing = mayReplace ? 'everything' : 'nothing'
	await withPlainBackup(backup, `${env().dataDir}/restore.unpacked`, async (file) => {
		inspectDatabaseFile(file)
		assertIntact(file)
		await shown(() => fillServer(file, server, { clearing, progress: progress() }))
	})
	return former
		? `Restored the database of DATABASE_URL. The previous one is ${former}`
		: 'Restored the database of DATABASE_URL.'
}

async function backup(argument: string | undefined): Promise<string> {
	const target = backupTarget(argument)
	await saveDatabase(target)
	return `Saved ${target}`
}

async function restore(backupFile: string, flags: ReadonlySet<string>): Promise<string> {
	const file = databaseFileOf(env().databaseUrl)
	if (file === undefined) return restoreServer(backupFile, flags)
	const former = await restoreDatabase(backupFile, file)
	return former ? `Restored ${file}. The previous database is ${former}` : `Restored ${file}.`
}

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
	async restore(argument, flags) {
		if (!argument) throw new Error(USAGE)
		if (argument !== 'newest') return restore(resolve(argument), flags)
		const { backups, dataDir } = env()
		const byHand = await newestByHand(backupStorage(backups), backups.site, dataDir)
		if (byHand !== undefined) {
			say(`Restoring ${byHand}`)
			return restore(byHand, flags)
		}
		return withNewestBackup(backupStorage(backups), backups.site, async (backupFile, _folder, { name }) => {
			say(`Restoring ${name}`)
			return restore(backupFile, flags)
		})
	},
	async verify(argument) {
		const { backups, dataDir } = env()
		const file = argument ? resolve(argument) : await newestByHand(backupStorage(backups), backups.site, dataDir)
		const said = file ? await verifyBackupFile(file) : await verifyNewest(backupStorage(backups), backups.site)
		// The result counts even if it cannot be recorded.
		const isNoted = await markVerified(dataDir).then(
			() => true,
			() => false,
		)
		return isNoted ? said : `${said} It could not be recorded in ${dataDir} for the first steps.`
	},
	async 'to-server'(argument, flags) {
		const file = localFile(argument)
		const clearing = flags.has('--anew') ? 'unfinished' : 'nothing'
		await shown(() => moveToServer(file, serverOfSettings(), { clearing, progress: progress() }))
		return `All tables of ${file} are on the server and identical. The file was not changed.`
	},
	async 'from-server'(argument) {
		const file = localFile(argument)
		await shown(() => moveFromServer(serverOfSettings(), file, progress()))
		return `All tables of the server are in ${file} and identical. Later changes on the server are not included.`
	},
}

await runCommand(commands, { usage: USAGE, flags: { restore: ['--replace'], 'to-server': ['--anew'] } })
