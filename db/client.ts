import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Client, createClient, type InStatement, type ResultSet } from '@libsql/client'
import { getTableName } from 'drizzle-orm'
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql'
import { type DatabaseAddress, databaseFileOf } from './address.ts'
import { asDatabaseError, DatabaseUnavailableError, driverError, isBusy, translated, unavailable } from './errors.ts'
import { noteWritten } from './inserted.ts'
import { assertDatabaseFile, DatabaseFileError, fileSentence, inspectDatabaseFile } from './inspect.ts'
import { lockDatabase } from './lock.ts'
import { isRead, type RemoteLanes, remoteLanes, type StatementKind } from './remote.ts'
import { fetchOnPooledStreams, fetchWithDeadline } from './remote-fetch.ts'
import { isJoinable, joinedReads } from './remote-reads.ts'
import { leases } from './schema/operations.ts'
import { writeHealth } from './write-health.ts'

export type Db = LibSQLDatabase

/** Lock timeout of a statement, in milliseconds. The driver is synchronous, so every request waits with it. */
const BUSY_TIMEOUT_MS = 250

/**
 * PRAGMAs of every connection, with the value that SQLite reports once they are set. FULL: an acknowledged write
 * survives a power cut. PRAGMAs apply to one connection, so a reconnect sets them again.
 */
const PRAGMAS = [
	['journal_mode', 'wal', 'wal'],
	['synchronous', 'full', '2'],
	['foreign_keys', 'on', '1'],
	// Overwrite deleted and blanked content (first passwords, members' texts) instead of only unlinking it.
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

/** A write without effect: nothing reads this lease. */
const PROBE = `insert into ${getTableName(leases)} (name, holder, expires_at) values ('write-probe', '', 0)
	on conflict (name) do update set expires_at = 0`

/** Transport of statements to the database. */
interface Way {
	read(statement: InStatement): Promise<ResultSet>
	write<T>(run: () => Promise<T>): Promise<T>
}

const sqlOf = (statement: InStatement) => (typeof statement === 'string' ? statement : statement.sql)

/**
 * Sends statements to a server concurrently, within limits. The driver reconnects automatically.
 * @param reader client of the same server, for reads that may be retried.
 */
function wayToServer(client: Client, reader: Client, lanes: RemoteLanes): Way {
	const inLane = <T>(kind: StatementKind, run: () => Promise<T>): Promise<T> =>
		lanes.run(kind, run).catch((error: unknown) => {
			throw asDatabaseError(error)
		})

	const readJoined = joinedReads({
		readOne: (statement: InStatement) => reader.execute(statement),
		readMany: (statements) => reader.batch(statements, 'read'),
		inSlot: (send) => lanes.run('read', send),
		isOfStatement: (error) => driverError(error) !== undefined && asDatabaseError(error) === error,
	})
	return {
		read: (statement) =>
			isJoinable(sqlOf(statement))
				? readJoined(statement).catch((error: unknown) => {
						throw asDatabaseError(error)
					})
				: inLane('read', () => client.execute(statement)),
		write: (run) => inLane('write', run),
	}
}

/**
 * Runs statements on a file one after the other. After an SQLITE_BUSY the driver silently loses later acknowledged
 * writes until it reconnects. So after any `UNAVAILABLE` error, it reconnects and sets the PRAGMAs before the next
 * statement runs. If that fails, the next statement retries the reconnect first.
 */
function wayToFile(client: Client, onRecovery: () => void): Way {
	let isBroken = false
	let last: Promise<unknown> = Promise.resolve()

	async function recover(): Promise<void> {
		// We closed it: a reconnect would open a file that is no longer ours.
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
			// Wrong PRAGMAs raise no LibsqlError, but the connection must not be used either.
			const thrown = isBroken ? unavailable(error) : translated(error)
			if (thrown instanceof DatabaseUnavailableError && !isBroken) {
				isBroken = true
				await recover().catch(() => undefined)
			}
			throw thrown
		}
	}

	function inTurn<T>(run: () => Promise<T>): Promise<T> {
		const turn = last.then(() => attemptNow(run))
		last = turn.catch(() => undefined)
		return turn
	}

	return { read: (statement) => inTurn(() => client.execute(statement)), write: inTurn }
}

/** Reports written rows to the listeners once the write is done; see `onInserted`. */
function noted<T>(done: Promise<T>, statements: ReadonlyArray<InStatement | [string, unknown?]>): Promise<T> {
	return done.then((result) => {
		for (const statement of statements) {
			if (typeof statement === 'string') noteWritten(statement, undefined)
			else if (Array.isArray(statement)) noteWritten(statement[0], statement[1])
			else noteWritten(statement.sql, statement.args)
		}
		return result
	})
}

/** Wraps the driver. Rejects `transaction`: overlapping ones in one process fail with BUSY and stall the loop. */
function guarded(client: Client, way: Way): Client {
	return {
		get closed() {
			return client.closed
		},
		get protocol() {
			return client.protocol
		},
		execute: (given: InStatement | string, args?: never) => {
			const statement = typeof given === 'string' && args ? { sql: given, args } : given
			if (isRead(sqlOf(statement))) return way.read(statement)
			return noted(
				way.write(() => client.execute(statement)),
				[statement],
			)
		},
		batch: (statements, mode) =>
			noted(
				way.write(() => client.batch(statements, mode ?? 'write')),
				statements,
			),
		migrate: (statements) => way.write(() => client.migrate(statements)),
		executeMultiple: (sql) => way.write(() => client.executeMultiple(sql)),
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
	/** The file, or undefined when the database is a remote server. */
	readonly file: string | undefined
	readonly address: DatabaseAddress
	readonly recoveries: number
	/** Number of requests waiting for a slot with a server; 0 for a file. */
	readonly waiting: number
	/**
	 * Copies the WAL into the file and empties it. Until then the WAL still contains what was blanked or deleted: first
	 * passwords, links, texts of deleted members. Does nothing without a WAL or for a server.
	 */
	checkpoint(): Promise<void>
	/**
	 * Whether writes can be expected to succeed: the file's disk has room, and no write has failed for lack of space or
	 * permission since the last one that succeeded.
	 */
	isWritable(): Promise<boolean>
	/**
	 * Runs `copy`, in which another process reads the file. Pauses checkpoints: a checkpoint waits for readers, and
	 * every request would wait with it.
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

/**
 * Opens the database. A file is inspected first and locked to this process.
 * @throws {DatabaseInUseError} when another process has the file.
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
		// Create the file with mode 0600: SQLite gives the WAL and the index beside it the same mode.
		if (file) closeSync(openSync(file, 'a', 0o600))
		const address = { url: options.url, ...(options.authToken ? { authToken: options.authToken } : {}) }
		const raw = createClient({
			...address,
			...(file ? { concurrency: 1, timeout: BUSY_TIMEOUT_MS } : { fetch: fetchWithDeadline }),
		})
		if (file) await assertPragmas(raw)
		const reader = lanes ? createClient({ ...address, fetch: fetchOnPooledStreams() }) : undefined
		const way = lanes && reader ? wayToServer(raw, reader, lanes) : wayToFile(raw, () => recoveries++)
		const health = writeHealth(file)
		const client = guarded(raw, { ...way, write: (run) => health.watch(() => way.write(run)) })
		let copies = 0
		const checkpoint = async () => {
			if (file && copies === 0 && (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
				await client.execute('pragma wal_checkpoint(truncate)')
		}
		return {
			client,
			file,
			address: options,
			checkpoint,
			isWritable: () => health.isWritable(() => client.execute(PROBE)),
			async whileCopied(copy) {
				copies++
				try {
					return await copy()
				} finally {
					copies--
				}
			},
			db: drizzle(client),
			get recoveries() {
				return recoveries
			},
			get waiting() {
				return lanes?.waiting ?? 0
			},
			async close() {
				// A failed checkpoint is retried at the next start.
				await checkpoint().catch(() => undefined)
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

// On globalThis, because the development server may load this module more than once in a process.
const KEY = Symbol.for('second-chair.database')
const holder = globalThis as { [KEY]?: Database }

/** Makes `opened` the database that `db()` returns. Tests set their own file here. */
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
 * Returns a query that is built once per database instead of per request: building takes longer than a small read.
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
