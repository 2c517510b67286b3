import { mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Database } from '#db/client.ts'
import { runCopy } from '#db/copy/run.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import type { BackupSettings, Retention } from '#src/platform/env/env-backups.ts'
import { folderStorage } from '#src/platform/storage/folder.ts'
import { s3Storage } from '#src/platform/storage/s3.ts'
import { type Storage, StorageError } from '#src/platform/storage/storage.ts'
import {
	type BackupRef,
	backupName,
	backupsToKeep,
	DATABASE,
	isPast,
	MANIFEST,
	parseBackupName,
	prefixFor,
} from './names.ts'

export const backupStorage = ({ to }: BackupSettings): Storage =>
	'folder' in to ? folderStorage(to.folder) : s3Storage(to)

const manifestSchema = z.object({
	format: z.literal(1),
	at: z.iso.datetime(),
	/** Size of the compressed file. */
	bytes: z.number(),
	sha256: z.string(),
	/** Size of the uncompressed database. */
	databaseBytes: z.number(),
	tables: z.array(z.object({ name: z.string(), rows: z.number(), sha256: z.string() })),
})
export type Manifest = z.output<typeof manifestSchema>

export interface StoredBackup extends BackupRef {
	bytes: number
}

export interface BackupList {
	/** Complete backups, newest first. */
	backups: StoredBackup[]
	/** Backups without a manifest: interrupted, or half deleted. */
	unfinished: BackupRef[]
}

export async function listBackups(storage: Storage, site: string, signal?: AbortSignal): Promise<BackupList> {
	const files = await storage.list(prefixFor(site), signal)
	const sizes = new Map(files.map(({ name, bytes }) => [name, bytes]))
	const refs = files.flatMap((file) => parseBackupName(site, file.name) ?? [])
	const byName = new Map(refs.map((ref) => [ref.name, ref]))
	const isComplete = ({ name }: BackupRef) => sizes.has(name + DATABASE) && sizes.has(name + MANIFEST)
	const sorted = [...byName.values()].toSorted((one, other) => other.at.getTime() - one.at.getTime())
	return {
		backups: sorted.filter(isComplete).map((backup) => ({ ...backup, bytes: sizes.get(backup.name + DATABASE) ?? 0 })),
		unfinished: sorted.filter((backup) => !isComplete(backup)),
	}
}

/** Disk space to leave free after a backup, in bytes. */
const SPARE_BYTES = 64 * 1024 * 1024

/** Checks the free space. @throws {StorageError} if the disk of `folder` has no room for `bytes` plus a reserve. */
async function assertFreeSpace(folder: string, bytes: number): Promise<void> {
	const { bavail, bsize } = await statfs(folder)
	if (bavail * bsize < bytes + SPARE_BYTES)
		throw new StorageError(
			`The disk of ${folder} has no room for a backup: about ${formatNumber(Math.ceil((bytes + SPARE_BYTES) / 1e6))} MB are needed.`,
			{ isRetryable: true },
		)
}

/** Estimates the size of a database, in bytes. Some servers do not report it. */
export async function sizeOf({ client }: Database): Promise<number> {
	const { rows } = await client.execute('select page_count * page_size from pragma_page_count, pragma_page_size')
	return Number(rows[0]?.[0] ?? 0)
}

interface BackupOptions {
	database: Database
	storage: Storage
	site: string
	/** Scratch folder of this node, emptied first. */
	work: string
	at: Date
	signal?: AbortSignal
}

/**
 * Makes a backup: copies the database in a separate process, checks the copy, and stores it compressed, together
 * with a manifest of counts and checksums.
 */
export async function makeBackup({ database, storage, site, work, at, signal }: BackupOptions): Promise<StoredBackup> {
	await rm(work, { recursive: true, force: true })
	await mkdir(work, { recursive: true, mode: 0o700 })
	try {
		const [target, packed, manifestFile] = ['copy.db', 'copy.db.gz', 'copy.json'].map((name) => join(work, name)) as [
			string,
			string,
			string,
		]
		// Room for the copy, the compressed copy, and the stored one.
		await assertFreeSpace(work, 3 * (await sizeOf(database)))
		const copy = await database.whileCopied(() =>
			runCopy({ source: database.address, target, compressed: packed }, signal),
		)
		if (!copy.compressed) throw new Error('The copying process returned no result')
		const { bytes, sha256, tables } = copy.compressed
		const manifest: Manifest = { format: 1, at: at.toISOString(), bytes, sha256, databaseBytes: copy.bytes, tables }
		await writeFile(manifestFile, `${JSON.stringify(manifest, null, '\t')}\n`, { mode: 0o600 })
		const name = backupName(site, at)
		const options = signal ? { signal } : {}
		await storage.put(name + DATABASE, packed, { ...options, sha256 })
		// Store the manifest last: a backup without a manifest is incomplete.
		await storage.put(name + MANIFEST, manifestFile, options)
		return { name, at, bytes }
	} finally {
		await rm(work, { recursive: true, force: true })
	}
}

/** Age from which an incomplete backup counts as abandoned, in milliseconds. */
const UNFINISHED_MS = 24 * 3_600_000

/**
 * Deletes expired backups, and incomplete ones older than a day. Never touches files with other names, and deletes
 * nothing if no complete backup exists.
 * @returns the number of deleted backups.
 */
export async function pruneBackups(
	{ storage, site, signal, now = Date.now() }: { storage: Storage; site: string; signal?: AbortSignal; now?: number },
	keep: Retention,
): Promise<number> {
	const { backups: stored, unfinished } = await listBackups(storage, site, signal)
	const backups = stored.filter((backup) => isPast(backup, now))
	if (backups.length === 0) return 0
	const kept = backupsToKeep(backups, keep)
	const abandoned = unfinished.filter(({ at }) => at.getTime() < now - UNFINISHED_MS)
	const expired = [...backups.filter(({ name }) => !kept.has(name)), ...abandoned]
	for (const { name } of expired) {
		// Delete the manifest first: a half-deleted backup then counts as incomplete.
		await storage.remove(name + MANIFEST, signal)
		await storage.remove(name + DATABASE, signal)
	}
	return expired.length
}

/** Reads the manifest of a backup. `folder` receives the downloaded file. */
export async function readManifest(storage: Storage, name: string, folder: string): Promise<Manifest> {
	const file = join(folder, 'manifest.json')
	await rm(file, { force: true })
	await storage.get(name + MANIFEST, file)
	const parsed = manifestSchema.safeParse(JSON.parse(await readFile(file, 'utf8')))
	if (!parsed.success) throw new Error(`${name}${MANIFEST} of ${storage.place} is damaged.`)
	return parsed.data
}
