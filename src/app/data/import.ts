import { createWriteStream, lstatSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type DatabaseAddress, databaseFileOf } from '#db/address.ts'
import type { Progress } from '#db/copy/copy.ts'
import { fillServer } from '#db/copy/move.ts'
import { IMPORT_SUFFIX } from '#db/inspect.ts'
import { lockDatabase } from '#db/lock.ts'
import { folderFailure, syncFolder } from '#src/platform/storage/folder.ts'
import type { MediaStore } from '#src/platform/storage/media-store.ts'
import { buildDatabase } from './build-database.ts'
import { type Manifest, mediaFile } from './manifest.ts'
import { type Archive, openArchive, verifyArchive } from './read-archive.ts'

export interface ImportOptions {
	file: string
	/** The target: a file that does not exist yet, or an empty server. */
	database: DatabaseAddress
	/** A local folder in which a database is built before it is copied to a server. */
	dataDir: string
	store: MediaStore
	/** Whether leftovers of an interrupted import into a server may be deleted. */
	clearLeftovers?: boolean
	progress?: Progress
}

/** Checks that no database exists, because an import never adds to one or replaces it. @throws if one exists. */
function assertNoDatabase(file: string): void {
	const exists = ['', '-wal'].some(
		(suffix) => (lstatSync(`${file}${suffix}`, { throwIfNoEntry: false })?.size ?? 0) > 0,
	)
	if (exists)
		throw new Error(
			`A database already exists at ${file}, and an import needs an empty one: nothing was changed. Move it away with its -wal and -shm, or set DATABASE_URL to another file.`,
		)
}

async function storeMedia(archive: Archive, { store, progress }: ImportOptions): Promise<void> {
	for (const [at, { key }] of archive.manifest.media.entries()) {
		const scratch = await store.scratchFile(`import.${key.replaceAll('/', '-')}`)
		// A killed import may have left a file under this temporary name.
		await rm(scratch, { force: true })
		try {
			await pipeline(archive.read(mediaFile(key)), createWriteStream(scratch, { flags: 'wx', mode: 0o600 }))
			await store.keep(key, scratch)
		} finally {
			await rm(scratch, { force: true })
		}
		progress?.('files', at + 1)
	}
}

async function inWorkFolder<T>(folder: string, work: (file: string) => Promise<T>): Promise<T> {
	await rm(folder, { recursive: true, force: true })
	await mkdir(folder, { recursive: true, mode: 0o700 })
	try {
		return await work(join(folder, 'club.db'))
	} catch (error) {
		throw folderFailure(dirname(folder), error)
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}

/**
 * Imports into a file, which is renamed last. The temporary folder keeps servers from starting, even after a kill.
 */
async function importIntoFile(archive: Archive, file: string, options: ImportOptions): Promise<void> {
	await mkdir(dirname(file), { recursive: true, mode: 0o700 })
	const release = await lockDatabase(file)
	try {
		assertNoDatabase(file)
		await inWorkFolder(`${file}${IMPORT_SUFFIX}`, async (built) => {
			await buildDatabase(archive, built, options.progress ?? (() => undefined))
			await storeMedia(archive, options)
			const handle = await open(built, 'r')
			await handle.sync().finally(() => handle.close())
			await rename(built, file)
			await syncFolder(dirname(file))
		})
	} finally {
		await release()
	}
}

/** Imports into a server. A mark keeps nodes from starting until all files and rows are stored and verified. */
const importIntoServer = (archive: Archive, server: DatabaseAddress, options: ImportOptions) =>
	inWorkFolder(join(options.dataDir, 'import-work'), async (built) => {
		await buildDatabase(archive, built, options.progress ?? (() => undefined))
		await fillServer(built, server, {
			clearing: options.clearLeftovers ? 'unfinished' : 'nothing',
			...(options.progress ? { progress: options.progress } : {}),
			beforeRows: () => storeMedia(archive, options),
		})
	})

/**
 * Imports a club from an export into an empty target. The whole file is checked before anything is written.
 * @throws {ArchiveError} if the file is not an export, is damaged or comes from a newer version.
 * @throws with a sentence for other failures, such as a target that is not empty.
 */
export async function importClub(options: ImportOptions): Promise<Manifest> {
	const archive = await openArchive(options.file)
	try {
		const file = databaseFileOf(options.database.url)
		if (file !== undefined) assertNoDatabase(file)
		await verifyArchive(archive)
		if (file !== undefined) await importIntoFile(archive, file, options)
		else await importIntoServer(archive, options.database, options)
		return archive.manifest
	} finally {
		archive.close()
	}
}
