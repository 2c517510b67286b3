import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type DatabaseAddress, databaseFileOf } from '../address.ts'
import { openUnchanged } from '../inspect.ts'
import type { TableSum } from './cells.ts'
import { sumsOfFile } from './copy.ts'
import { saveServer } from './move.ts'
import { quote } from './tables.ts'

/**
 * Source and target of a copy. If `compressed` is set, also writes a compressed copy and returns each table's row
 * count and checksum.
 */
export interface CopyJob {
	source: DatabaseAddress
	target: string
	compressed?: string
}

export interface CopyResult {
	/** Size of the copy, in bytes. */
	bytes: number
	compressed?: { bytes: number; sha256: string; tables: TableSum[] }
}

/**
 * Checks the file, including its full-text indexes.
 * @throws when SQLite finds damage or the file is not a club's database.
 */
export function assertIntact(file: string): void {
	const connection = openUnchanged(file)
	try {
		const [answer] = Object.values(connection.prepare('pragma integrity_check(1)').get() ?? {})
		if (answer !== 'ok') throw new Error(`${file} is damaged: ${String(answer)}`)
		if (!connection.prepare("select 1 from sqlite_schema where name = 'users'").get())
			throw new Error(`${file} is not a club's database: it has no table users`)
	} finally {
		connection.close()
	}
}

/** Checks foreign keys. @throws when a row refers to a missing row. */
export function assertReferences(file: string): void {
	const connection = openUnchanged(file)
	try {
		const [first] = connection.prepare('pragma foreign_key_check').all()
		if (!first) return
		const [table, parent] = [String(first.table), String(first.parent)]
		const { from, name = '' } = connection
			.prepare(
				`select group_concat("from") as "from", (select name from pragma_table_info(?) where pk = 1) as name
				from pragma_foreign_key_list(?) where id = ?`,
			)
			.get(table, table, first.fkid ?? 0) as { from: string; name?: string }
		// For tables without rowids, `foreign_key_check` does not identify the row.
		const { rowid } = first
		const row =
			rowid == null || !name
				? undefined
				: connection.prepare(`select ${quote(name)} as id from ${quote(table)} where rowid = ?`).get(rowid)
		const example = row ? `, such as the one with ${name} ${JSON.stringify(row.id)}` : ''
		throw new Error(`${file} has rows in ${table} whose ${from} matches no row in ${parent}${example}`)
	} finally {
		connection.close()
	}
}

/** Copies a consistent snapshot of a file that another process has open, including its WAL. */
async function copyFile(file: string, target: string): Promise<void> {
	await rm(target, { force: true })
	// Create the file first: SQLite fills an empty file and keeps its mode.
	await writeFile(target, '', { mode: 0o600 })
	const connection = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
	try {
		connection.prepare('vacuum into ?').run(target)
	} finally {
		connection.close()
	}
}

/** Compresses like `gzip`. @returns the size and SHA-256 of the output. */
async function compress(file: string, target: string): Promise<{ bytes: number; sha256: string }> {
	const hash = createHash('sha256')
	await pipeline(
		createReadStream(file),
		createGzip(),
		async function* hashed(parts: AsyncIterable<Buffer>) {
			for await (const part of parts) {
				hash.update(part)
				yield part
			}
		},
		createWriteStream(target, { mode: 0o600, flush: true }),
	)
	return { bytes: (await stat(target)).size, sha256: hash.digest('hex') }
}

/** Runs the job in this process. Blocks the event loop. */
export async function runCopyInProcess({ source, target, compressed }: CopyJob): Promise<CopyResult> {
	const file = databaseFileOf(source.url)
	const saved = file === undefined ? await saveServer(source, target) : undefined
	if (file !== undefined) await copyFile(file, target)
	assertIntact(target)
	const { size: bytes } = await stat(target)
	if (compressed === undefined) return { bytes }
	return {
		bytes,
		compressed: { ...(await compress(target, compressed)), tables: saved?.to ?? (await sumsOfFile(target)) },
	}
}
