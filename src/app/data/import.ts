import { createWriteStream, lstatSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type DatabaseAddress, databaseFileOf } from '#db/address.ts'
import type { Progress } from '#db/copy/copy.ts'
import { fillServer } from '#db/copy/move.ts'
import { IMPORT } from '#db/inspect.ts'
import { lockDatabase } from '#db/lock.ts'
import { folderFailure, syncFolder } from '#src/platform/storage/folder.ts'
import type { MediaStore } from '#src/platform/storage/media-store.ts'
import { buildDatabase } from './build-database.ts'
import { type Manifest, mediaFile } from './manifest.ts'
import { type Archive, openArchive, verifyArchive } from './read-archive.ts'

export interface ImportOptions {
	/** The export. */
	file: string
	/** Where the club goes: a file that is not there yet, or an empty server. */
	database: DatabaseAddress
	/** A folder of this machine, for the database on its way to a server. */
	dataDir: string
	store: MediaStore
	/** Whether what an import into a server left that did not come to its end may be deleted. */
	anew?: boolean
	progress?: Progress
}

/** @throws where there is a database: an import adds to nothing and replaces nothing. */
function assertNoDatabase(file: string): void {
	const isThere = ['', '-wal'].some(
		(ending) => (lstatSync(`${file}${ending}`, { throwIfNoEntry: false })?.size ?? 0) > 0,
	)
	if (isThere)
		throw new Error(
			`There is a database at ${file} already, and an import goes into an empty place: nothing was changed. Move it away with its -wal and -shm, or set DATABASE_URL to another file.`,
		)
}

async function storeMedia(archive: Archive, { store, progress }: ImportOptions): Promise<void> {
	for (const [at, { key }] of archive.manifest.media.entries()) {
		const scratch = await store.scratchFile(`import.${key.replaceAll('/', '-')}`)
		// What a file was called that a killed import was at work on.
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

/** Runs `work` with a new folder beside where the database will be, which is gone afterwards. */
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

/** The database gets its name last. The folder in which it is made keeps servers from starting, also after a kill. */
async function intoFile(archive: Archive, file: string, options: ImportOptions): Promise<void> {
	await mkdir(dirname(file), { recursive: true, mode: 0o700 })
	const release = await lockDatabase(file)
	try {
		assertNoDatabase(file)
		await inWorkFolder(`${file}${IMPORT}`, async (built) => {
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

/** Files and rows come under the mark of a move: no node starts on the server before both are there and compared. */
const intoServer = (archive: Archive, server: DatabaseAddress, options: ImportOptions) =>
	inWorkFolder(join(options.dataDir, 'import-work'), async (built) => {
		await buildDatabase(archive, built, options.progress ?? (() => undefined))
		await fillServer(built, server, {
			clearing: options.anew ? 'unfinished' : 'nothing',
			...(options.progress ? { progress: options.progress } : {}),
			first: () => storeMedia(archive, options),
		})
	})

/**
 * Brings a club from an export into an empty place. All of the file is checked before anything is written.
 * @throws {ArchiveError} when the file is none of ours, damaged or of a newer version.
 * @throws with a sentence, also where the place is not empty.
 */
export async function importClub(options: ImportOptions): Promise<Manifest> {
	const archive = await openArchive(options.file)
	try {
		const file = databaseFileOf(options.database.url)
		if (file !== undefined) assertNoDatabase(file)
		await verifyArchive(archive)
		if (file !== undefined) await intoFile(archive, file, options)
		else await intoServer(archive, options.database, options)
		return archive.manifest
	} finally {
		archive.close()
	}
}
