import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Client, createClient, type InStatement, LibsqlError } from '@libsql/client'
import type { BatchItem } from 'drizzle-orm/batch'
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql'
import { assertDatabaseFile, DatabaseFileError, fileSentence, inspectDatabaseFile } from './inspect.ts'
import { lockDatabase } from './lock.ts'
import { fetchWithDeadline, isRead, remoteLanes, type StatementKind, StatementTimeoutError } from './remote.ts'

/**
 * The database could not take the statement now (busy, full, unreachable); trying again may work. Nothing was
 * written to a file. Whether a server wrote before its answer was lost, nobody knows.
 */
export class DatabaseUnavailableError extends Error {
	override name = 'DatabaseUnavailableError'
}

/**
 * The server answers, and will not have us: a wrong token, a wrong address. Trying again does not help; whoever runs
 * the site has to change a setting.
 */
export class DatabaseRefusedError extends Error {
	override name = 'DatabaseRefusedError'
}

export type Db = LibSQLDatabase

/** How long a statement waits for a lock, in milliseconds. The driver is synchronous: all requests wait with it. */
const BUSY_TIMEOUT_MS = 250

/**
 * What every connection to the file must have, and what SQLite answers when it has it. FULL: an acknowledged
 * write survives a power cut. PRAGMAs hold for one connection, so a reconnect states them again.
 */
const PRAGMAS = [
	['journal_mode', 'wal', 'wal'],
	['synchronous', 'full', '2'],
	['foreign_keys', 'on', '1'],
	// What is deleted or blanked is overwritten, not only left out: a first password, a member's words.
	['secure_delete', 'on', '1'],
	['busy_timeout', String(BUSY_TIMEOUT_MS), String(BUSY_TIMEOUT_MS)],
	['temp_store', 'memory', '2'],
	['cache_size', '-65536', '-65536'],
] as const

async function assertPragmas(client: Client): Promise<void> {
	for (const [name, value, expected] of PRAGMAS) {
		await client.execute(`pragma ${name} = ${value}`)
		const row = (await client.execute(`pragma ${name}`)).rows[0]
		if (String(row?.[0]).toLowerCase() !== expected)
			throw new Error(`The pragma ${name} is ${String(row?.[0])}, and must be ${expected}`)
	}
}

/** Walks the causes: drizzle wraps what the driver throws. */
function driverError(error: unknown): LibsqlError | undefined {
	for (let at = error; at instanceof Error; at = at.cause as Error) if (at instanceof LibsqlError) return at
	return undefined
}

/** Whether `error` says that a unique index refused the write; `column` as in `users.email_key`. */
export function isUniqueViolation(error: unknown, column?: string): boolean {
	const cause = driverError(error)
	if (cause?.code !== 'SQLITE_CONSTRAINT' || !/UNIQUE|PRIMARY KEY/.test(cause.message)) return false
	return column === undefined || cause.message.includes(column)
}

/** Whether `error` says that a row refers to one that is not there (any more). */
export function isMissingReference(error: unknown): boolean {
	const cause = driverError(error)
	return cause?.code === 'SQLITE_CONSTRAINT' && cause.message.includes('FOREIGN KEY')
}

/** Whether `error` says that the database could not take a statement; also as drizzle wraps it. */
export function isUnavailable(error: unknown): boolean {
	for (let at = error; at instanceof Error; at = at.cause) if (at instanceof DatabaseUnavailableError) return true
	return false
}

/** Codes that tell of the database's state rather than of the statement. Any other error is the statement's own. */
const UNAVAILABLE = /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|PROTOCOL|CANTOPEN)|HRANA|SERVER_ERROR|CLIENT_CLOSED)/

const unavailable = (cause: unknown) =>
	new DatabaseUnavailableError(`The database did not take a statement: ${driverError(cause)?.code ?? String(cause)}`, {
		cause,
	})

/** What the driver threw, as `DatabaseUnavailableError` where it tells of the database's state. */
const translated = (error: unknown) => (UNAVAILABLE.test(driverError(error)?.code ?? '') ? unavailable(error) : error)

type Attempt = <T>(kind: StatementKind, run: () => Promise<T>) => Promise<T>

/** HTTP statuses with which a server refuses what we are or ask, rather than being down. */
const REFUSALS: Readonly<Record<number, string>> = {
	400: 'does not understand our requests',
	401: 'does not accept DATABASE_AUTH_TOKEN',
	403: 'does not allow what DATABASE_AUTH_TOKEN may do',
	404: 'is no libSQL server, or has no such database',
}

/** The driver says SERVER_ERROR of every status; the status itself stands in its cause. */
function refusal(error: unknown): DatabaseRefusedError | undefined {
	const status = (driverError(error)?.cause as { status?: unknown } | undefined)?.status
	const reason = typeof status === 'number' ? REFUSALS[status] : undefined
	return reason === undefined
		? undefined
		: new DatabaseRefusedError(`The database server ${reason} (HTTP ${status}).`, { cause: error })
}

/** Statements to a server go out side by side, within limits; its driver connects anew by itself. */
function attemptRemote(): Attempt {
	const lanes = remoteLanes((error) => /^SQLITE_(BUSY|LOCKED)/.test(driverError(error)?.code ?? ''))
	return async (kind, run) => {
		try {
			return await lanes.run(kind, run)
		} catch (error) {
			if (error instanceof StatementTimeoutError) throw unavailable(error)
			// A server that is down throws what `fetch` throws, which has no code.
			throw driverError(error) ? (refusal(error) ?? translated(error)) : unavailable(error)
		}
	}
}

/**
 * Statements to a file run one after the other, recovery included. After one SQLITE_BUSY the driver would silently
 * lose later acknowledged writes until it is reconnected, so nothing may run in between: after an error of
 * `UNAVAILABLE` it is reconnected and told its PRAGMAs before the next statement. Where that fails, the next
 * statement tries it again first.
 */
function attemptFile(client: Client, onRecovery: () => void): Attempt {
	let isBroken = false
	let last: Promise<unknown> = Promise.resolve()

	async function recover(): Promise<void> {
		// Closed by us: reconnecting would open a file that is no longer ours.
		if (client.closed) return
		onRecovery()
		await client.reconnect()
		await assertPragmas(client)
		isBroken = false
	}

	async function attemptNow<T>(run: () => Promise<T>): Promise<T> {
		try {
			if (isBroken) await recover()
			return await run()
		} catch (error) {
			// Wrong PRAGMAs are no LibsqlError, but no reason to use the connection either.
			const thrown = isBroken ? unavailable(error) : translated(error)
			if (thrown instanceof DatabaseUnavailableError && !isBroken) {
				isBroken = true
				await recover().catch(() => undefined)
			}
			throw thrown
		}
	}

	return (_kind, run) => {
		const turn = last.then(() => attemptNow(run))
		last = turn.catch(() => undefined)
		return turn
	}
}

/** The driver, made safe. `transaction` is refused: overlapping ones in one process fail with BUSY and stall the loop. */
function guarded(client: Client, attempt: Attempt): Client {
	return {
		get closed() {
			return client.closed
		},
		get protocol() {
			return client.protocol
		},
		execute: (statement: InStatement | string, args?: never) =>
			attempt(isRead(typeof statement === 'string' ? statement : statement.sql) ? 'read' : 'write', () =>
				typeof statement === 'string' ? client.execute(statement, args) : client.execute(statement),
			),
		batch: (statements, mode) => attempt('write', () => client.batch(statements, mode ?? 'write')),
		migrate: (statements) => attempt('write', () => client.migrate(statements)),
		executeMultiple: (sql) => attempt('write', () => client.executeMultiple(sql)),
		transaction: () =>
			Promise.reject(new Error('Use a batch: overlapping transactions of one process fail (docs/decisions)')),
		sync: () => client.sync(),
		reconnect: () => client.reconnect(),
		close: () => client.close(),
	} as Client
}

export interface Database {
	readonly db: Db
	readonly client: Client
	/** The file, or undefined when the database is a server elsewhere. */
	readonly file: string | undefined
	/** How often the driver had to be reconnected since the start. */
	readonly recoveries: number
	/**
	 * Writes the log into the file and empties it. Until then the log keeps what was blanked or deleted: a first
	 * password, a link, the words of somebody who left. Does nothing where there is none, or the database is a server.
	 */
	checkpoint(): Promise<void>
	/** Closes the connection and gives the file back to other processes. */
	close(): Promise<void>
}

/** The file of a database address; undefined where it is a server elsewhere. */
export const databaseFileOf = (url: string): string | undefined =>
	url.startsWith('file:') ? url.slice('file:'.length) : undefined

function makeFolderOf(file: string): void {
	try {
		mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
	} catch (error) {
		const sentence = fileSentence(dirname(file), error)
		throw sentence === undefined ? error : new DatabaseFileError(sentence, { cause: error })
	}
}

/**
 * Opens the database. A file is looked at first, and locked to this process.
 * @throws {DatabaseInUseError} when another process has the file.
 * @throws {DatabaseFileError} when the file cannot be used; it is left as it is.
 */
export async function openDatabase(options: { url: string; authToken?: string | undefined }): Promise<Database> {
	const file = databaseFileOf(options.url)
	if (file) {
		makeFolderOf(file)
		assertDatabaseFile(file)
	}
	const release = file ? await lockDatabase(file) : undefined
	let recoveries = 0
	try {
		if (file) inspectDatabaseFile(file)
		// Made here, for its owner alone: SQLite gives the log and the index beside it the same rights.
		if (file) closeSync(openSync(file, 'a', 0o600))
		const raw = createClient({
			url: options.url,
			...(options.authToken ? { authToken: options.authToken } : {}),
			...(file ? { concurrency: 1, timeout: BUSY_TIMEOUT_MS } : { fetch: fetchWithDeadline }),
		})
		if (file) await assertPragmas(raw)
		const client = guarded(raw, file ? attemptFile(raw, () => recoveries++) : attemptRemote())
		const checkpoint = async () => {
			if (file && (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
				await client.execute('pragma wal_checkpoint(truncate)')
		}
		return {
			client,
			file,
			checkpoint,
			db: drizzle(client),
			get recoveries() {
				return recoveries
			},
			async close() {
				// Whoever cannot do it now does it after the next start.
				await checkpoint().catch(() => undefined)
				raw.close()
				await release?.()
			},
		}
	} catch (error) {
		await release?.()
		throw error
	}
}

// On globalThis, because the development server may load this module more than once in a process.
const KEY = Symbol.for('second-chair.database')
const holder = globalThis as { [KEY]?: Database }

/** Makes `opened` what `db()` answers. Tests put their own file here. */
export function useDatabase(opened: Database | undefined): void {
	if (opened) holder[KEY] = opened
	else delete holder[KEY]
}

/** The database that this process opened. @throws when none was. */
export function database(): Database {
	const opened = holder[KEY]
	if (!opened) throw new Error('No database is open in this process')
	return opened
}

export const isDatabaseOpen = () => holder[KEY] !== undefined

/** Queries of the open database. */
export const db = (): Db => database().db

/**
 * The one way to write more than one statement: all of them or none, in order, in one transaction.
 * What must hold under concurrency is a condition in the SQL or a unique index, never a read before.
 */
export function write<T extends BatchItem<'sqlite'>[]>(...statements: T) {
	return db().batch(statements as unknown as [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]]) as Promise<{
		[K in keyof T]: T[K] extends { _: { result: infer R } } ? R : unknown
	}>
}
