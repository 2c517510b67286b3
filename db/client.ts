import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Client, createClient, type InStatement, type ResultSet } from '@libsql/client'
import type { BatchItem } from 'drizzle-orm/batch'
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql'
import { type DatabaseAddress, databaseFileOf } from './address.ts'
import { asDatabaseError, DatabaseUnavailableError, driverError, isBusy, translated, unavailable } from './errors.ts'
import { noteWritten } from './inserted.ts'
import { assertDatabaseFile, DatabaseFileError, fileSentence, inspectDatabaseFile } from './inspect.ts'
import { lockDatabase } from './lock.ts'
import { isRead, type RemoteLanes, remoteLanes, type StatementKind } from './remote.ts'
import { fetchOnPooledStreams, fetchWithDeadline } from './remote-fetch.ts'
import { isJoinable, joinedReads } from './remote-reads.ts'
import { writeHealth } from './write-health.ts'

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

/** A write without effect: nothing reads this lease. */
const PROBE = `insert into leases (name, holder, expires_at) values ('write-probe', '', 0)
	on conflict (name) do update set expires_at = 0`

/** How statements get to the database. */
interface Way {
	read(statement: InStatement): Promise<ResultSet>
	write<T>(run: () => Promise<T>): Promise<T>
}

const sqlOf = (statement: InStatement) => (typeof statement === 'string' ? statement : statement.sql)

/**
 * Statements to a server go out side by side, within limits; its driver connects anew by itself.
 * @param reader the same server, for reads that may be sent twice.
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
 * Statements to a file run one after the other, recovery included. After one SQLITE_BUSY the driver would silently
 * lose later acknowledged writes until it is reconnected, so nothing may run in between: after an error of
 * `UNAVAILABLE` it is reconnected and told its PRAGMAs before the next statement. Where that fails, the next
 * statement tries it again first.
 */
function wayToFile(client: Client, onRecovery: () => void): Way {
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

	function inTurn<T>(run: () => Promise<T>): Promise<T> {
		const turn = last.then(() => attemptNow(run))
		last = turn.catch(() => undefined)
		return turn
	}

	return { read: (statement) => inTurn(() => client.execute(statement)), write: inTurn }
}

/** Tells of what was written once it is; see `onInserted`. */
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

/** The driver, made safe. `transaction` is refused: overlapping ones in one process fail with BUSY and stall the loop. */
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
	/** The file, or undefined when the database is a server elsewhere. */
	readonly file: string | undefined
	/** Where it was opened. */
	readonly address: DatabaseAddress
	/** How often the driver had to be reconnected since the start. */
	readonly recoveries: number
	/** How many requests wait for their turn with a server; 0 where the database is a file. */
	readonly waiting: number
	/**
	 * Writes the log into the file and empties it. Until then the log keeps what was blanked or deleted: a first
	 * password, a link, the words of somebody who left. Does nothing where there is none, or the database is a server.
	 */
	checkpoint(): Promise<void>
	/**
	 * Whether writes can be expected to succeed: there is room on the disk of the file, and none failed for want of room
	 * or rights since the last that succeeded.
	 */
	isWritable(): Promise<boolean>
	/**
	 * Runs `copy`, in which another process reads the file. The log is not emptied meanwhile: it waits for its readers,
	 * and all requests would wait with it.
	 */
	whileCopied<T>(copy: () => Promise<T>): Promise<T>
	/** Closes the connection and gives the file back to other processes. */
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
 * Opens the database. A file is looked at first, and locked to this process.
 * @throws {DatabaseInUseError} when another process has the file.
 * @throws {DatabaseFileError} when the file cannot be used; it is left as it is.
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
		// Made here, for its owner alone: SQLite gives the log and the index beside it the same rights.
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
				// Whoever cannot do it now does it after the next start.
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
 * A query that is built once for each database, and not for every request: to build one takes longer than a small read.
 * @param build makes it, with `sql.placeholder` for what differs from call to call.
 */
export function prepared<Query extends object>(build: () => Query): () => Query {
	const queries = new WeakMap<Db, Query>()
	return () => {
		const query = queries.get(db()) ?? build()
		queries.set(db(), query)
		return query
	}
}

/**
 * The one way to write more than one statement: all of them or none, in order, in one transaction.
 * What must hold under concurrency is a condition in the SQL or a unique index, never a read before.
 */
export function write<T extends BatchItem<'sqlite'>[]>(...statements: T) {
	return db().batch(statements as unknown as [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]]) as Promise<{
		[K in keyof T]: T[K] extends { _: { result: infer R } } ? R : unknown
	}>
}
