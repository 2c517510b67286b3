import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Row, Text } from '#db/copy/cells.ts'
import type { Progress } from '#db/copy/copy.ts'
import { fileReader } from '#db/copy/file-side.ts'
import type { RowSource } from '#db/copy/sides.ts'
import { SEQUENCE, type Table } from '#db/copy/tables.ts'
import { inspectDatabaseFile, migrations } from '#db/inspect.ts'
import { storedFilesIn } from '#src/features/media/server/stored.ts'
import { type AddFile, writeArchive } from '#src/platform/archive.ts'
import { folderFailure, syncFolder } from '#src/platform/storage/folder.ts'
import type { MediaStore } from '#src/platform/storage/media-store.ts'
import { NotStoredError } from '#src/platform/storage/storage.ts'
import { assertNoFile, migrateFile } from './files.ts'
import { FORMAT, MANIFEST, type Manifest, type ManifestTable, mediaFile, tableFile, VERSION } from './manifest.ts'
import { lineOf } from './rows.ts'
import { exportedTables } from './tables.ts'

export interface ExportOptions {
	/** A consistent private copy of the database, which may be migrated. */
	snapshot: string
	store: MediaStore
	target: string
	withCredentials: boolean
	progress?: Progress
}

export interface ExportResult {
	manifest: Manifest
	/** Keys of files whose stored bytes differ from the upload. They are exported as stored. */
	damaged: string[]
}

const tableNamed = (name: string, columns: string[]): Table => ({ name, columns, key: [0], isShadow: false })

async function allRows(reader: RowSource, table: Table): Promise<Row[]> {
	const all: Row[] = []
	for await (const rows of reader.pages(table)) all.push(...rows)
	return all
}

const stringOf = (cell: Row[number] | undefined) => (cell instanceof Text ? (cell.string ?? '') : '')

async function lastNumbers(reader: RowSource): Promise<Map<string, number>> {
	const rows = await allRows(reader, tableNamed(SEQUENCE, ['name', 'seq']))
	return new Map(rows.map(([name, seq]) => [stringOf(name), Number(seq)]))
}

type StoredFiles = ReturnType<typeof storedFilesIn>

async function storedFiles(reader: RowSource): Promise<StoredFiles> {
	const rows = await allRows(reader, tableNamed('media', ['id', 'state', 'files']))
	return rows.flatMap(([, state, files]) => storedFilesIn(stringOf(state), stringOf(files)))
}

async function addTables(
	add: AddFile,
	reader: RowSource,
	{ withCredentials, progress }: Pick<ExportOptions, 'withCredentials' | 'progress'>,
): Promise<ManifestTable[]> {
	const numbers = await lastNumbers(reader)
	const added: ManifestTable[] = []
	for (const table of exportedTables(withCredentials)) {
		let rows = 0
		async function* lines() {
			for await (const page of reader.pages(table)) {
				const serialized = page.flatMap((row) => lineOf(table, row, withCredentials) ?? [])
				rows += serialized.length
				progress?.(table.name, rows)
				yield Buffer.from(serialized.join(''))
			}
		}
		const sum = await add(tableFile(table.name), lines(), { isPacked: true })
		const lastNumber = numbers.get(table.name)
		const { name, columns } = table
		added.push({ name, columns: [...columns], rows, ...sum, ...(lastNumber === undefined ? {} : { lastNumber }) })
	}
	return added
}

async function addMedia(
	add: AddFile,
	files: StoredFiles,
	{ store, progress }: Pick<ExportOptions, 'store' | 'progress'>,
) {
	const media: Manifest['media'] = []
	const missing: string[] = []
	const damaged: string[] = []
	for (const { key, sha256 } of files) {
		const content = await store.read(key).catch((error: unknown) => {
			if (error instanceof NotStoredError) return undefined
			throw error
		})
		if (!content) {
			missing.push(key)
			continue
		}
		const sum = await add(mediaFile(key), content, { isPacked: false })
		media.push({ key, ...sum })
		if (sum.sha256 !== sha256) damaged.push(key)
		progress?.('files', media.length)
	}
	return { media, missing, damaged }
}

/** Writes the tables of a snapshot and the uploads into an archive. */
export async function fillArchive(add: AddFile, options: Omit<ExportOptions, 'target'>): Promise<ExportResult> {
	const reader = fileReader(options.snapshot)
	try {
		const tables = await addTables(add, reader, options)
		const { media, missing, damaged } = await addMedia(add, await storedFiles(reader), options)
		const manifest: Manifest = {
			format: FORMAT,
			version: VERSION,
			migration: migrations().at(-1)?.tag ?? '',
			hasCredentials: options.withCredentials,
			...{ tables, media, missing },
		}
		await add(MANIFEST, `${JSON.stringify(manifest, null, '\t')}\n`, { isPacked: true })
		return { manifest, damaged }
	} finally {
		reader.close()
	}
}

/**
 * Writes a club's tables and uploads into one file. The file is renamed to its final name when it is complete and
 * synced.
 * @throws with a sentence if the file exists, the disk is full or the storage does not respond.
 */
export async function exportClub(options: ExportOptions): Promise<ExportResult> {
	const { snapshot, target } = options
	const tempFile = `${target}.unfinished`
	assertNoFile(target)
	inspectDatabaseFile(snapshot)
	await migrateFile(snapshot)
	try {
		await mkdir(dirname(target), { recursive: true, mode: 0o700 })
		await rm(tempFile, { force: true })
		let exported: ExportResult | undefined
		await writeArchive(tempFile, async (add) => {
			exported = await fillArchive(add, options)
		})
		if (!exported) throw new Error('Nothing was exported')
		assertNoFile(target)
		await rename(tempFile, target)
		await syncFolder(dirname(target))
		return exported
	} catch (error) {
		await rm(tempFile, { force: true })
		throw folderFailure(dirname(target), error)
	}
}
