import {
	accessSync,
	closeSync,
	constants,
	openSync,
	readFileSync,
	readSync,
	rmSync,
	type Stats,
	statSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The database file cannot be used. The message tells the operator which file, why, and what to do. */
export class DatabaseFileError extends Error {
	override name = 'DatabaseFileError'
}

const MAGIC = 'SQLite format 3\0'
const HEADER_BYTES = 100
/** Maximum size for a full check at each start (some 60 ms). In larger files, only pages that are read are checked. */
const FULL_CHECK_BYTES = 64 * 1024 * 1024

const USE_ANOTHER_FILE = 'Set DATABASE_URL to another file.'
const RESTORE_BACKUP =
	'Put a backup in its place with "npm run db:restore -- FILE", or set DATABASE_URL to another file.'

export const damagedError = (file: string, what: string) =>
	new DatabaseFileError(`The database ${file} is damaged: ${what}. ${RESTORE_BACKUP}`)

/** Describes an operating system error on a path as a sentence; undefined for other errors. */
export function fileSentence(path: string, error: unknown): string | undefined {
	const { code } = error as NodeJS.ErrnoException
	if (code === 'EACCES' || code === 'EPERM')
		return `The server's user cannot read and write ${path}. Grant it access, or choose another path.`
	if (code === 'EROFS') return `${path} is on a read-only disk. Choose another path.`
	if (code === 'ENOTDIR' || code === 'EEXIST')
		return `${path} cannot be created: part of the path is a file. Choose another path.`
	if (code === 'EISDIR') return `${path} is a folder, but must be a file. Move it, or choose another path.`
	if (code === 'ENOSPC') return `The disk of ${path} is full. Free some space, or choose another path.`
	return undefined
}

/** Runs `access` and converts operating system errors to `DatabaseFileError`s with a readable message. */
export function withReadableErrors<T>(path: string, access: () => T): T {
	try {
		return access()
	} catch (error) {
		const sentence = fileSentence(path, error)
		throw sentence === undefined ? error : new DatabaseFileError(sentence, { cause: error })
	}
}

const statIfExists = (file: string): Stats | undefined =>
	withReadableErrors(file, () => statSync(file, { throwIfNoEntry: false }))
const sizeOf = (file: string) => statIfExists(file)?.size ?? 0

/** Suffix of the folder of `npm run data:import`, beside the database file. It remains if the import is killed. */
export const IMPORT_SUFFIX = '.import'

const nearestFolder = (folder: string): string => (statIfExists(folder) ? folder : nearestFolder(dirname(folder)))

/**
 * Checks the file without opening it as a database. A missing file is valid.
 * @throws {DatabaseFileError}
 */
export function assertDatabaseFile(file: string): void {
	const stat = statIfExists(file)
	if (stat && !stat.isFile())
		throw new DatabaseFileError(
			`The database ${file} is ${stat.isDirectory() ? 'a folder' : 'not a regular file'}. Set DATABASE_URL to a file.`,
		)
	if (statIfExists(`${file}${IMPORT_SUFFIX}`))
		throw new DatabaseFileError(
			`The database ${file} is being filled by "npm run data:import", or an import was interrupted. Wait for it, or run it again. To start with an empty club instead, remove the folder ${file}${IMPORT_SUFFIX}.`,
		)
	// The WAL and its index are created in the same folder. At the first start, the folder may not exist yet.
	const folder = nearestFolder(dirname(resolve(file)))
	if (!statIfExists(folder)?.isDirectory())
		throw new DatabaseFileError(`${folder} is a file, so ${file} cannot be created. Choose another path.`)
	withReadableErrors(folder, () => accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK))
	if (stat) withReadableErrors(file, () => accessSync(file, constants.R_OK | constants.W_OK))
	const wal = `${file}-wal`
	const hasWal = sizeOf(wal) > 0
	if (!stat || stat.size === 0) {
		// SQLite would delete the WAL, which contains the last writes.
		if (hasWal) throw damagedError(file, `it is ${stat ? 'empty' : 'missing'}, while its log ${wal} is not`)
		return
	}
	assertHeader(file, stat.size, hasWal)
}

function assertHeader(file: string, size: number, hasWal: boolean): void {
	const header = Buffer.alloc(HEADER_BYTES)
	const handle = withReadableErrors(file, () => openSync(file, 'r'))
	try {
		readSync(handle, header, 0, HEADER_BYTES, 0)
	} finally {
		closeSync(handle)
	}
	if (size < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC)
		throw new DatabaseFileError(
			`The file ${file} is not an SQLite database, or its header is damaged. ${RESTORE_BACKUP}`,
		)
	// A page size of 65,536 does not fit into two bytes and is stored as 1.
	const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
	const isCountValid = header.readUInt32BE(24) === header.readUInt32BE(92)
	const expected = header.readUInt32BE(28) * pageBytes
	// After an interrupted checkpoint, the file may be short: the rest is still in the WAL.
	if (!hasWal && isCountValid && size < expected)
		throw damagedError(
			file,
			`it is cut off after ${size.toLocaleString('en')} of ${expected.toLocaleString('en')} bytes`,
		)
}

/** Opens a read-only connection to a file that no other process has open. */
export function openUnchanged(file: string): DatabaseSync {
	const url = pathToFileURL(file)
	// If there is no WAL, SQLite needs no other file. If there is one, it contains the last writes and must be read.
	if (sizeOf(`${file}-wal`) === 0) url.searchParams.set('immutable', '1')
	return new DatabaseSync(url, { readOnly: true })
}

/**
 * Runs `read` through a read-only connection that changes neither the file nor its WAL and index. The driver has no
 * such mode: it would switch the file to WAL mode, or checkpoint the WAL on close.
 */
function openReadOnly<T>(file: string, read: (connection: DatabaseSync) => T): T {
	const hadIndex = statIfExists(`${file}-shm`) !== undefined
	const connection = openUnchanged(file)
	try {
		return read(connection)
	} finally {
		connection.close()
		if (!hadIndex) rmSync(`${file}-shm`, { force: true })
	}
}

/** A migration: its name, and the timestamp that the database records once it is applied. */
export interface Migration {
	tag: string
	when: number
}

const journal = fileURLToPath(new URL('./migrations/meta/_journal.json', import.meta.url))

/** Returns all migrations of this version, in order. */
export const migrations = (): Migration[] =>
	(JSON.parse(readFileSync(journal, 'utf8')) as { entries: Migration[] }).entries
const migrationTimes = () => migrations().map(({ when }) => when)

/** Table that marks a server's database as incomplete while a club is being moved into it. */
export const MOVE_TABLE = 'second_chair_move'

/** Table in which drizzle records applied migrations. */
export const MIGRATIONS_TABLE = '__drizzle_migrations'

/**
 * Checks that a database is ours, by its tables and the timestamps of its migrations.
 * @param name the database's name in the error message.
 * @throws {DatabaseFileError} when the database is another program's, from a newer version, or still being filled.
 */
export function assertOurSchema(name: string, tables: readonly string[], applied: readonly number[]): void {
	if (tables.includes(MOVE_TABLE))
		throw new DatabaseFileError(
			`The database ${name} is being filled by "npm run db:to-server" or "npm run data:import", or one was interrupted. Wait for it, or run "npm run db:to-server -- --anew" or "npm run data:import -- FILE --anew".`,
		)
	if (tables.every((table) => table === MIGRATIONS_TABLE || table.startsWith('sqlite_')) && applied.length === 0) return
	const known = migrationTimes()
	if (applied[0] !== known[0])
		throw new DatabaseFileError(`The database ${name} belongs to another program. ${USE_ANOTHER_FILE}`)
	if (applied.some((time) => !known.includes(time)))
		throw new DatabaseFileError(
			`The database ${name} was written by a newer version of Second Chair. Start that version, or put the backup from before the update in its place with "npm run db:restore -- FILE".`,
		)
}

function assertContent(file: string, connection: DatabaseSync): void {
	const columns = (sql: string) =>
		connection
			.prepare(sql)
			.all()
			.map((row) => Object.values(row)[0])
	const tables = columns("select name from sqlite_schema where type = 'table'").map(String)
	const applied = tables.includes(MIGRATIONS_TABLE)
		? columns(`select created_at from ${MIGRATIONS_TABLE} order by created_at`).map(Number)
		: []
	assertOurSchema(file, tables, applied)
	if (sizeOf(file) > FULL_CHECK_BYTES) return
	const [result] = columns('pragma quick_check(1)')
	if (result !== 'ok') throw damagedError(file, String(result).replaceAll(/\s+/g, ' '))
}

/** Returns whether `error`, from either SQLite library, means that the file is malformed or not a database. */
export function isDamage(error: unknown): boolean {
	for (let at = error; at instanceof Error; at = at.cause) {
		const { errcode, code } = at as { errcode?: number; code?: string }
		// The low byte is the error code; the rest is the extended code.
		if ([11, 26].includes((errcode ?? 0) & 0xff) || /^SQLITE_(CORRUPT|NOTADB)/.test(code ?? '')) return true
	}
	return false
}

/**
 * Checks the file's content without changing the file, its WAL or its index. No other process may have the file open.
 * @throws {DatabaseFileError} when the file is damaged, another program's, or from a newer version.
 */
export function inspectDatabaseFile(file: string): void {
	assertDatabaseFile(file)
	if (sizeOf(file) === 0) return
	try {
		openReadOnly(file, (connection) => assertContent(file, connection))
	} catch (error) {
		throw isDamage(error) ? damagedError(file, (error as Error).message) : error
	}
}
