import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { formatDistanceToNowStrict } from 'date-fns'
import { databaseFileOf } from '#db/address.ts'
import { backupServer, restoreDatabase, withPlainBackup } from '#db/backup.ts'
import { assertIntact } from '#db/copy/job.ts'
import { assertNoNodesOn, fillServer, holdsClub } from '#db/copy/move.ts'
import { inspectDatabaseFile } from '#db/inspect.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { env } from '#src/platform/env/env.ts'
import { backupStorage, listBackups, type StoredBackup } from '../backups/make.ts'
import { saveDatabase } from '../backups/save.ts'
import { markVerified } from '../backups/verified.ts'
import { newestByHand, newestScheduled, verifyBackupFile, verifyStored, withStoredBackup } from '../backups/verify.ts'
import { localBackups } from '../last-backup.ts'
import { type Command, progress, say } from './commands.ts'
import { copyAndCompare, serverOfSettings } from './copies.ts'

/** A scheduled backup in its storage, or the file of one made by hand. */
type Choice = { scheduled: StoredBackup } | { file: string }

interface ListedBackup {
	choice: Choice
	/** Argument that selects this backup in a command: the name of a scheduled backup, or a path. */
	name: string
	at: Date
	bytes: number
}

const storage = () => backupStorage(env().backups)

/** Returns the backups of both kinds, newest first. */
export async function listAllBackups(): Promise<ListedBackup[]> {
	const { backups } = await listBackups(storage(), env().backups.site)
	const manual = await Promise.all(
		(await localBackups(env().dataDir)).map(async ({ file, at }) => ({
			...{ choice: { file }, name: file, at },
			bytes: (await stat(file)).size,
		})),
	)
	const scheduled = backups.map((stored) => ({
		choice: { scheduled: stored },
		name: stored.name,
		at: stored.at,
		bytes: stored.bytes,
	}))
	return [...manual, ...scheduled].toSorted((one, other) => other.at.getTime() - one.at.getTime())
}

const kindOf = ({ choice, name }: ListedBackup) => {
	if ('scheduled' in choice) return 'scheduled'
	return basename(name).startsWith('before-restore-') ? 'before a restore' : 'by hand'
}

/** Formats the backups as numbered lines. */
function tableOf(backups: readonly ListedBackup[]): string {
	const lines = backups.map((backup, index) =>
		[
			String(index + 1).padStart(3),
			`${backup.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
			formatDistanceToNowStrict(backup.at, { addSuffix: true }).padEnd(15),
			`${formatNumber(Math.ceil(backup.bytes / 1e3))} kB`.padStart(11),
			kindOf(backup).padEnd(16),
			backup.name,
		].join('  '),
	)
	return lines.join('\n')
}

const NO_BACKUPS = () =>
	`There is no backup: none in ${storage().place}, and none made by hand in ${env().dataDir}/backups.`

export const backups: Command = async () => {
	const all = await listAllBackups()
	return all.length === 0 ? NO_BACKUPS() : tableOf(all)
}

/** Asks for one of the backups. @throws without a terminal, or if the answer is not in the list. */
async function promptForBackup(): Promise<Choice> {
	const all = await listAllBackups()
	if (all.length === 0) throw new Error(NO_BACKUPS())
	say(tableOf(all))
	if (!process.stdin.isTTY) throw new Error('Give the name or number of a backup, or "newest".')
	const terminal = createInterface({ input: process.stdin, output: process.stdout })
	try {
		return choiceByNumber(all, await terminal.question('Restore which one (number)? '))
	} finally {
		terminal.close()
	}
}

function choiceByNumber(all: readonly ListedBackup[], number: string): Choice {
	const chosen = all[Number(number.trim() || Number.NaN) - 1]
	if (!chosen) throw new Error(`There is no backup ${number.trim() || 'without a number'}: nothing was changed.`)
	return chosen.choice
}

/** Finds the backup that an argument selects: `newest`, a number in the list, a scheduled backup's name, or a file. */
async function findChoice(argument: string): Promise<Choice> {
	if (argument === 'newest') {
		const { backups: settings, dataDir } = env()
		const file = await newestByHand(storage(), settings.site, dataDir)
		return file === undefined ? { scheduled: await newestScheduled(storage(), settings.site) } : { file }
	}
	if (/^\d{1,4}$/.test(argument)) return choiceByNumber(await listAllBackups(), argument)
	if (argument.includes('/') || argument.includes('.db')) return { file: resolve(argument) }
	const { backups: scheduled } = await listBackups(storage(), env().backups.site)
	const found = scheduled.find(({ name }) => name === argument)
	return found ? { scheduled: found } : { file: resolve(argument) }
}

function backupTarget(argument: string | undefined, name = 'second-chair'): string {
	const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
	return resolve(argument ?? `${env().dataDir}/backups/${name}-${time}.db`)
}

/** Saves the database to the given file, or into DATA_DIR/backups. Works while the server is running. */
export const backup = async (argument: string | undefined): Promise<string> => {
	const target = backupTarget(argument)
	await saveDatabase(target)
	return `Saved ${target}`
}

/** Restores into a database server. Saves the server's content first, and replaces it only with `--replace`. */
async function restoreServer(file: string, flags: ReadonlySet<string>): Promise<string> {
	const server = serverOfSettings()
	const mayReplace = flags.has('--replace')
	const hasData = await holdsClub(server)
	if (hasData && !mayReplace)
		throw new Error(
			'The database of DATABASE_URL contains data. Stop all nodes and add --replace: the data is saved to a file first.',
		)
	if (hasData) await assertNoNodesOn(server)
	const previous = hasData ? backupTarget(undefined, 'before-restore') : undefined
	if (previous !== undefined) {
		await backupServer(server, previous)
		say(`Saved the previous data: ${previous}`)
	}
	const clearing = mayReplace ? 'everything' : 'nothing'
	await withPlainBackup(file, `${env().dataDir}/restore.unpacked`, async (plain) => {
		inspectDatabaseFile(plain)
		assertIntact(plain)
		await copyAndCompare(() => fillServer(plain, server, { clearing, progress: progress() }))
	})
	return previous
		? `Restored the database of DATABASE_URL. The previous one is ${previous}`
		: 'Restored the database of DATABASE_URL.'
}

async function restoreFile(backupFile: string, flags: ReadonlySet<string>): Promise<string> {
	const file = databaseFileOf(env().databaseUrl)
	if (file === undefined) return restoreServer(backupFile, flags)
	const previous = await restoreDatabase(backupFile, file)
	return previous ? `Restored ${file}. The previous database is ${previous}` : `Restored ${file}.`
}

/** Restores the given backup. If none is given, lists all backups and asks. The server must be stopped. */
export const restore: Command = async (argument, flags) => {
	const choice = argument === undefined ? await promptForBackup() : await findChoice(argument)
	if ('file' in choice) {
		say(`Restoring ${choice.file}`)
		return restoreFile(choice.file, flags)
	}
	say(`Restoring ${choice.scheduled.name}`)
	return withStoredBackup(storage(), choice.scheduled, (file) => restoreFile(file, flags))
}

/** Restores the given backup, or the newest, to a temporary file and checks it. */
export const verify: Command = async (argument) => {
	const choice = await findChoice(argument ?? 'newest')
	const result =
		'file' in choice ? await verifyBackupFile(choice.file) : await verifyStored(storage(), choice.scheduled)
	const { dataDir } = env()
	// The result is valid even if it cannot be recorded.
	const isRecorded = await markVerified(dataDir).then(
		() => true,
		() => false,
	)
	return isRecorded ? result : `${result} It could not be recorded in ${dataDir} for the first steps.`
}
