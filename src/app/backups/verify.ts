import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withPlainBackup } from '#db/backup.ts'
import { differences, type TableSum } from '#db/copy/cells.ts'
import { sumsOfFile } from '#db/copy/copy.ts'
import { assertIntact, assertReferences } from '#db/copy/job.ts'
import { inspectDatabaseFile } from '#db/inspect.ts'
import { assertStoredKeys } from '#db/stored-keys.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { sha256Of } from '#src/platform/storage/s3-client.ts'
import type { Storage } from '#src/platform/storage/storage.ts'
import { lastManualBackup } from '../last-backup.ts'
import { listBackups, readManifest, type StoredBackup } from './make.ts'
import { type BackupRef, DATABASE, isPast } from './names.ts'

/** Restores a backup into a temporary folder and checks it. @returns its table sums. @throws if it is damaged. */
async function verifyFile(backup: string, folder: string): Promise<TableSum[]> {
	return withPlainBackup(backup, join(folder, 'restored.db'), async (file) => {
		inspectDatabaseFile(file)
		assertIntact(file)
		assertReferences(file)
		assertStoredKeys(file)
		const tables = await sumsOfFile(file)
		if ((tables.find(({ name }) => name === 'users')?.rows ?? 0) === 0) throw new Error(`${backup} has no users in it`)
		return tables
	})
}

const summary = (what: string, tables: readonly TableSum[], users = tables.find(({ name }) => name === 'users')) =>
	`${what} can be restored: ${tables.length} tables, ${formatNumber(tables.reduce((sum, { rows }) => sum + rows, 0))} rows, ${formatNumber(users?.rows ?? 0)} users.`

async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), 'second-chair-verify-'))
	try {
		return await work(folder)
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}

/** Finds the newest scheduled backup. Returns one dated in the future only if there is no other. */
async function findNewest(storage: Storage, site: string): Promise<StoredBackup | undefined> {
	const { backups } = await listBackups(storage, site)
	return backups.find((backup) => isPast(backup, Date.now())) ?? backups[0]
}

/** Like `findNewest`. @throws if there is none. */
export async function newestScheduled(storage: Storage, site: string): Promise<StoredBackup> {
	const newest = await findNewest(storage, site)
	if (newest) return newest
	throw new Error(
		`There is no scheduled backup of ${site} in ${storage.place}, and none was made by hand into DATA_DIR/backups.`,
	)
}

/** Downloads a scheduled backup, checks it against its manifest and passes it to the callback. */
export const withStoredBackup = <T>(
	storage: Storage,
	{ name }: Pick<BackupRef, 'name'>,
	work: (backup: string, folder: string, tables: readonly TableSum[]) => Promise<T>,
): Promise<T> =>
	inTemporaryFolder(async (folder) => {
		const { sha256, tables } = await readManifest(storage, name, folder)
		const file = join(folder, 'backup.db.gz')
		await storage.get(name + DATABASE, file)
		if ((await sha256Of(await openAsBlob(file))) !== sha256)
			throw new Error(`${name}${DATABASE} of ${storage.place} is not what was stored: its SHA-256 differs.`)
		return work(file, folder, tables)
	})

/** Returns the newest backup made by hand if it is newer than every scheduled one. */
export async function newestByHand(storage: Storage, site: string, dataDir: string): Promise<string | undefined> {
	const byHand = await lastManualBackup(dataDir)
	if (!byHand) return undefined
	const scheduled = await findNewest(storage, site)
	return scheduled && scheduled.at > byHand.at ? undefined : byHand.file
}

/** Checks a scheduled backup and returns a sentence about it. @throws if it is damaged. */
export const verifyStored = (storage: Storage, { name, at }: BackupRef, now = Date.now()): Promise<string> =>
	withStoredBackup(storage, { name }, async (file, folder, tables) => {
		const actual = await verifyFile(file, folder)
		const differing = differences(tables, actual)
		if (differing.length > 0) throw new Error(`${name} differs from what was saved, in: ${differing.join(', ')}`)
		const hours = (now - at.getTime()) / 3_600_000
		return `${summary(`${name} of ${storage.place}, ${hours.toFixed(1)} hours old,`, actual)} Row counts and checksums of every table match its manifest.`
	})

/** Checks the file of a backup and returns a sentence about it. @throws if it is damaged. */
export const verifyBackupFile = (file: string): Promise<string> =>
	inTemporaryFolder(async (folder) => summary(file, await verifyFile(file, folder)))
