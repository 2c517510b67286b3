import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Client, createClient, type InStatement } from '@libsql/client'
import { getTableName } from 'drizzle-orm'
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql'
import { type DatabaseAddress, databaseFileOf } from './address.ts'
import { isBusy } from './errors.ts'
import { type FileClient, openFileClient } from './file-client.ts'
import { notifyWritten } from './inserted.ts'
import { assertDatabaseFile, DatabaseFileError, fileSentence, inspectDatabaseFile } from './inspect.ts'
import { lockDatabase } from './lock.ts'
import { fetchOnPooledStreams, fetchWithDeadline } from './remote/fetch.ts'
import { isRead, remoteLanes } from './remote/remote.ts'
import { leases } from './schema/platform/operations.ts'
import { assertPragmas, BUSY_TIMEOUT_MS, fileTransport, serverTransport, sqlOf, type Transport } from './transport.ts'
import { writeHealth } from './write-health.ts'

export type Db = LibSQLDatabase

/** A write that has no effect, because nothing reads this lease. */
const PROBE = `insert into ${getTableName(leases)} (name, holder, expires_at) values ('write-probe', '', 0)
	on conflict (name) do update set expires_at = 0`

/** Reports write statements to the listeners once they are done; see `onInserted`. */
function notifyAfter<T>(write: Promise<T>, statements: ReadonlyArray<InStatement | [string, unknown?]>): Promise<T> {
	return write.then((result) => {
		for (const statement of statements) {
			if (typeof statement === 'string') notifyWritten(statement, undefined)
			else if (Array.isArray(statement)) notifyWritten(statement[0], statement[1])
			else notifyWritten(statement.sql, statement.args)
		}
		return result
	})
}

/** Wraps the driver. Rejects `transaction`: overlapping transactions in a process fail with BUSY and block the loop. */
function guardClient(client: FileClient, transport: Transport): Client {
	return {
		get closed() {
			return client.closed
		},
		get protocol() {
			return client.protocol
		},
		execute: (input: InStatement | string, args?: never) => {
			const statement = typeof input === 'string' && args ? { sql: input, args } : input
			if (isRead(sqlOf(statement))) return transport.read(statement)
			return notifyAfter(
				transport.write(() => client.execute(statement)),
				[statement],
			)
		},
		batch: (statements, mode) =>
			notifyAfter(
				transport.write(() => client.batch(statements, mode ?? 'write')),
				statements,
			),
		migrate: (statements) => transport.write(() => client.migrate(statements)),
		executeMultiple: (sql) => transport.write(() => client.executeMultiple(sql)),
		transaction: () =>
			Promise.reject(new Error('Use a batch: overlapping transactions of one process fail (docs/decisions)')),
		reconnect: () => client.reconnect(),
		close: () => client.close(),
	} as Client
}

export interface Database {
	readonly db: Db
	readonly client: Client
	/** The file, or undefined when the database is a remote server. */
	readonly file: string | undefined
	readonly address: DatabaseAddress
	readonly recoveries: number
	/** Number of requests that are waiting for a slot to the server; 0 for a file. */
	readonly waiting: number
	/**
	 * Copies the WAL into the file and empties it. Until then, the WAL still contains deleted and blanked content:
	 * initial passwords, links, text by deleted members. Does nothing if there is no WAL, or for a server.
	 */
	checkpoint(): Promise<void>
	/**
	 * Returns whether writes can be expected to succeed: the file's disk has room, and no write has failed for lack of
	 * space or permission since the last successful write.
	 */
	isWritable(): Promise<boolean>
	/**
	 * Runs `copy`, during which another process reads the file. Pauses checkpoints, because a checkpoint waits for
	 * readers and blocks every request.
	 */
	whileCopied<T>(copy: () => Promise<T>): Promise<T>
	close(): Promise<void>
}

function makeFolderOf(file: string): void {
	try {
		mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
	} catch (error) {
		const sentence = fileSentence(dirname(file), error)
		throw sentence === undefined ? error : new DatabaseFileError(sentence, { cause: error })
	}
}

/** Implements `checkpoint` and `whileCopied`: the WAL of `file` is not checkpointed during a copy. */
function checkpointsOf(file: string | undefined, client: FileClient): Pick<Database, 'checkpoint' | 'whileCopied'> {
	let copies = 0
	return {
		async checkpoint() {
			if (file && copies === 0 && (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
				await client.execute('pragma wal_checkpoint(truncate)')
		},
		async whileCopied(copy) {
			copies++
			try {
				return await copy()
			} finally {
				copies--
			}
		},
	}
}

/**
 * Opens the database. Locks a file for this process, and inspects it before opening.
 * @throws {DatabaseInUseError} when another process has locked the file.
 * @throws {DatabaseFileError} when the file cannot be used; the file is not changed.
 */
export async function openDatabase(options: DatabaseAddress): Promise<Database> {
	const file = databaseFileOf(options.url)
	if (file) {
		makeFolderOf(file)
		assertDatabaseFile(file)
	}
	const release = file ? await lockDatabase(file) : undefined
	const lanes = file ? undefined : remoteLanes(isBusy)
	let recoveries = 0
	try {
		if (file) inspectDatabaseFile(file)
		// Create the file with mode 0600: SQLite creates the WAL and its index with the same mode.
		if (file) closeSync(openSync(file, 'a', 0o600))
		const address = { url: options.url, ...(options.authToken ? { authToken: options.authToken } : {}) }
		const raw = file ? openFileClient(file, BUSY_TIMEOUT_MS) : createClient({ ...address, fetch: fetchWithDeadline })
		if (file) await assertPragmas(raw)
		const reader = lanes ? createClient({ ...address, fetch: fetchOnPooledStreams() }) : undefined
		const transport = lanes && reader ? serverTransport(raw, reader, lanes) : fileTransport(raw, () => recoveries++)
		const health = writeHealth(file)
		const client = guardClient(raw, { ...transport, write: (run) => health.watch(() => transport.write(run)) })
		const checkpoints = checkpointsOf(file, client)
		return {
			client,
			file,
			address: options,
			...checkpoints,
			isWritable: () => health.isWritable(() => client.execute(PROBE)),
			db: drizzle(client),
			get recoveries() {
				return recoveries
			},
			get waiting() {
				return lanes?.waiting ?? 0
			},
			async close() {
				// A failed checkpoint is retried at the next start.
				await checkpoints.checkpoint().catch(() => undefined)
				reader?.close()
				raw.close()
				await release?.()
			},
		}
	} catch (error) {
		await release?.()
		throw error
	}
}

// On globalThis, because the development server may load this module more than once per process.
const KEY = Symbol.for('second-chair.database')
const holder = globalThis as { [KEY]?: Database }

/** Sets the database that `db()` returns. Tests set their own file here. */
export function useDatabase(opened: Database | undefined): void {
	if (opened) holder[KEY] = opened
	else delete holder[KEY]
}

/** Returns the database that this process opened. @throws when none is open. */
export function database(): Database {
	const opened = holder[KEY]
	if (!opened) throw new Error('No database is open in this process')
	return opened
}

export const isDatabaseOpen = () => holder[KEY] !== undefined

export const db = (): Db => database().db

/**
 * Returns a query that is built once per database, not per request: building takes longer than a small read.
 * @param build builds the query, with `sql.placeholder` for values that differ between calls.
 */
export function prepared<Query extends object>(build: () => Query): () => Query {
	const queries = new WeakMap<Db, Query>()
	return () => {
		const query = queries.get(db()) ?? build()
		queries.set(db(), query)
		return query
	}
}
