import { formatNumber } from '#src/lib/text/format-number.ts'
import '../build/load-env.ts'
import './settings-file.ts'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { env } from '#src/platform/env/env.ts'
import { sweepFolder } from '#src/platform/storage/media-store.ts'
import { openMediaStore } from '#src/platform/storage/open-media.ts'
import { saveDatabase } from '../backups/save.ts'
import { exportClub } from '../data/export.ts'
import { assertNoFile } from '../data/files.ts'
import { importClub } from '../data/import.ts'
import { type Command, progress, runCommand, say } from './commands.ts'

const usage = `Usage:
  npm run data:export -- FILE     write the whole club to a new file, even while the server runs;
                                  --with-credentials includes password hashes
  npm run data:import -- FILE     import it into an empty club (the server must be stopped); --anew starts over
                                  after an interrupted import into a libSQL server`

const DAY_MS = 24 * 60 * 60_000

const pluralize = (count: number, one: string, more: string) => `${formatNumber(count)} ${count === 1 ? one : more}`

/** Runs `work` with a copy of the database. The copy is private, because it contains password hashes. */
async function withSnapshot<T>(work: (snapshot: string) => Promise<T>): Promise<T> {
	const folder = join(env().dataDir, 'export-work')
	// Remove leftovers of killed exports only: another one may be running.
	await sweepFolder(folder, new Date(Date.now() - DAY_MS))
	// If a server is running, it writes the copy.
	const workFolder = join(folder, String(process.pid))
	try {
		const snapshot = join(workFolder, 'club.db')
		await saveDatabase(snapshot)
		return await work(snapshot)
	} finally {
		await rm(workFolder, { recursive: true, force: true })
	}
}

function warnAboutFiles(what: string, keys: readonly string[]): void {
	const SHOWN = 20
	if (keys.length === 0) return
	say(`${pluralize(keys.length, 'file', 'files')} ${what}:`)
	for (const key of keys.slice(0, SHOWN)) say(`  ${key}`)
	if (keys.length > SHOWN) say(`  and ${pluralize(keys.length - SHOWN, 'other', 'others')}`)
}

const exportData: Command = async (argument, flags) => {
	if (!argument) throw new Error(usage)
	const target = resolve(argument)
	const withCredentials = flags.has('--with-credentials')
	assertNoFile(target)
	const store = await openMediaStore(env().media)
	const { manifest, damaged } = await withSnapshot((snapshot) =>
		exportClub({ snapshot, store, target, withCredentials, progress: progress() }),
	)
	const { tables, media, missing } = manifest
	const rows = tables.reduce((sum, table) => sum + table.rows, 0)
	warnAboutFiles(`that the club uses are not in ${store.place}, and so not in the export`, missing)
	warnAboutFiles('are damaged in the storage, and were exported as they are', damaged)
	return `Exported ${pluralize(rows, 'row', 'rows')} of ${tables.length} tables and ${pluralize(media.length, 'file', 'files')}, ${withCredentials ? 'with' : 'without'} the hashes of passwords: ${target}`
}

const importData: Command = async (argument, flags) => {
	if (!argument) throw new Error(usage)
	const { databaseUrl: url, databaseAuthToken: authToken, dataDir, media } = env()
	const { tables, hasCredentials, ...imported } = await importClub({
		file: resolve(argument),
		...{ database: { url, authToken }, dataDir, store: await openMediaStore(media) },
		...{ clearLeftovers: flags.has('--anew'), progress: progress() },
	})
	const rows = tables.reduce((sum, table) => sum + table.rows, 0)
	warnAboutFiles('that the club uses were not in the export', imported.missing)
	const summary = `Imported ${pluralize(rows, 'row', 'rows')} of ${tables.length} tables and ${pluralize(imported.media.length, 'file', 'files')}. The search index is filled after the next start.`
	return hasCredentials
		? `${summary} Members must sign in again with their passwords.`
		: `${summary} The export had no passwords: members and admins choose a new one with "Forgot password?" on the sign-in page, which needs SMTP_URL.`
}

await runCommand(
	{ export: exportData, import: importData },
	{ usage, flags: { export: ['--with-credentials'], import: ['--anew'] } },
)
