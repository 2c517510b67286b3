import type { Progress } from '#db/copy/copy.ts'
import { BrokenRuleError, type FileWriter, fileReader, fileWriter } from '#db/copy/file-side.ts'
import { assertIntact, assertReferences } from '#db/copy/job.ts'
import { SEQUENCE } from '#db/copy/tables.ts'
import { MIGRATIONS_TABLE, migrations } from '#db/inspect.ts'
import { assertStoredKeys } from '#db/stored-keys.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { createEmpty, migrateFile } from './files.ts'
import { batchesOf } from './lines.ts'
import { type Manifest, type ManifestTable, tableFile } from './manifest.ts'
import { type Archive, ArchiveError } from './read-archive.ts'
import { columnsToWrite, rowOf } from './rows.ts'
import { EXCLUDED_TABLES } from './tables.ts'

const BATCH_ROWS = 500

/** Checks that every table and column existed in the schema of the export, and may be imported. */
async function assertTables(file: string, { tables }: Manifest): Promise<void> {
	const reader = fileReader(file)
	try {
		const known = new Map((await reader.plan()).tables.map((table) => [table.name, table]))
		for (const { name, columns } of tables) {
			const table = known.get(name)
			const isImportable =
				table &&
				!table.isShadow &&
				![SEQUENCE, MIGRATIONS_TABLE].includes(name) &&
				!Object.hasOwn(EXCLUDED_TABLES, name)
			if (!isImportable)
				throw new ArchiveError(`The export has a table ${name}, which is not allowed. Nothing was imported.`)
			const unknownColumn = columns.find((column) => !table.columns.includes(column))
			if (unknownColumn !== undefined)
				throw new ArchiveError(
					`The export has a column ${name}.${unknownColumn}, which is not known. Nothing was imported.`,
				)
		}
	} finally {
		reader.close()
	}
}

const rowError = (name: string, at: number, error: unknown) =>
	new ArchiveError(
		`The rows of the export do not fit: row ${formatNumber(at + 1)} of ${name}: ${(error as Error).message}. Nothing was imported.`,
		{ cause: error },
	)

function readRow(name: string, columns: readonly string[], line: string, at: number) {
	try {
		return rowOf(name, columns, line)
	} catch (error) {
		throw rowError(name, at, error)
	}
}

async function addTable(
	writer: FileWriter,
	archive: Archive,
	{ name, columns, rows: expected }: ManifestTable,
	progress: Progress,
): Promise<void> {
	const table = { name, columns: columnsToWrite(name, columns), key: [], isShadow: false }
	let rows = 0
	for await (const lines of batchesOf(archive.read(tableFile(name)), BATCH_ROWS)) {
		const parsedRows = lines.map((line, at) => readRow(name, columns, line, rows + at))
		try {
			writer.addStrictly(table, parsedRows)
		} catch (error) {
			throw error instanceof BrokenRuleError ? rowError(name, rows + error.at, error) : error
		}
		rows += lines.length
		progress(name, rows)
	}
	if (rows !== expected)
		throw new ArchiveError(
			`The manifest lists ${expected} rows of ${name}, but the export has ${rows}. Nothing was imported.`,
		)
}

/** Rejects duplicate keys: a later row has replaced an earlier one, so the count is too low. */
async function assertCounts(file: string, { tables }: Manifest): Promise<void> {
	const reader = fileReader(file)
	try {
		for (const { name, columns, rows } of tables) {
			const count = await reader.count({ name, columns, key: [], isShadow: false })
			if (count !== rows)
				throw new ArchiveError(`Only ${count} of the ${rows} rows of ${name} are distinct. Nothing was imported.`)
		}
	} finally {
		reader.close()
	}
}

/** Restores autoincrement counters, so that numbers of deleted rows are not reused. */
const sequenceStatements = ({ tables }: Manifest) =>
	tables
		.filter(({ lastNumber }) => lastNumber !== undefined)
		.flatMap(({ name, lastNumber }) => [
			`delete from ${SEQUENCE} where name = '${name}'`,
			`insert into ${SEQUENCE} (name, seq) values ('${name}', ${lastNumber})`,
		])

async function fill(file: string, archive: Archive, progress: Progress): Promise<void> {
	const writer = fileWriter(file)
	try {
		for (const table of archive.manifest.tables) await addTable(writer, archive, table, progress)
		await writer.execute(sequenceStatements(archive.manifest))
	} catch (error) {
		if (error instanceof ArchiveError) throw error
		throw new ArchiveError(`The rows of the export do not fit: ${(error as Error).message}. Nothing was imported.`, {
			cause: error,
		})
	} finally {
		writer.close()
	}
}

/**
 * Builds the database of an export as a new file, which must not be open elsewhere. The file is filled under the
 * export's schema with all triggers, so that rows are counted and indexed as in the original, then migrated and
 * checked. After startup, the search job indexes courses, episodes and sessions.
 * @throws {ArchiveError}
 */
export async function buildDatabase(archive: Archive, file: string, progress: Progress): Promise<void> {
	const { manifest } = archive
	const migration = migrations().find(({ tag }) => tag === manifest.migration)
	if (!migration) throw new ArchiveError(`The schema ${manifest.migration} is not known. Nothing was imported.`)
	await createEmpty(file, migration)
	await assertTables(file, manifest)
	await fill(file, archive, progress)
	await assertCounts(file, manifest)
	await migrateFile(file)
	assertIntact(file)
	assertReferences(file)
	assertStoredKeys(file)
}
