import {
	type Client,
	type InArgs,
	type InStatement,
	LibsqlBatchError,
	LibsqlError,
	type ResultSet,
	type Row,
} from '@libsql/client'
import Libsql from 'libsql'

/**
 * A client for one database file. Works like `createClient` of `@libsql/client` for files, with the same results and
 * errors, but keeps its prepared statements: preparing takes longer than most of our reads (docs/decisions/004).
 */
export type FileClient = Omit<Client, 'transaction' | 'sync'>

/** Maximum number of cached statements. Our code has fewer, but each length of an id list is another statement. */
const MAX_STATEMENTS = 500

/** Matches statements after which a cached `select *` may return different columns. */
const SCHEMA_CHANGE = /^\s*(create|alter|drop)\b/i

type Prepared = (args: unknown) => ResultSet

function toBound(value: unknown): unknown {
	if (typeof value === 'boolean') return value ? 1 : 0
	if (value instanceof Date) return value.valueOf()
	if (value instanceof ArrayBuffer) return Buffer.from(value)
	if (value === undefined || (typeof value === 'number' && !Number.isFinite(value)))
		throw new TypeError(`${String(value)} cannot be a value in the database`)
	return value
}

const boundArgs = (args: InArgs = []): unknown =>
	Array.isArray(args)
		? args.map(toBound)
		: Object.fromEntries(Object.entries(args).map(([name, value]) => [name.replace(/^[@$:]/, ''), toBound(value)]))

/** Values of a row by position. Positions are not enumerable, because drizzle reads enumerable keys as column names. */
class Cells {
	readonly #values: unknown[]

	constructor(values: unknown[]) {
		this.#values = values
	}

	get length(): number {
		return this.#values.length
	}

	static define(type: typeof Cells, position: number): void {
		Object.defineProperty(type.prototype, position, {
			get(this: Cells) {
				return this.#values[position]
			},
		})
	}
}

/** Returns a function that builds rows with values by name and by position. For duplicate names, the first wins. */
function rowsOf(columns: readonly string[]): (values: unknown[]) => Row {
	class Named extends Cells {}
	for (const position of columns.keys()) Cells.define(Named, position)
	const named = [...columns.entries()].filter(
		// The column of `select 0` is named 0, which would be taken for a position.
		([at, name]) => columns.indexOf(name) === at && !/^\d+$/.test(name),
	)
	return (values) => {
		for (const [at, value] of values.entries()) if (value instanceof Buffer) values[at] = value.buffer
		const row = new Named(values) as unknown as Row
		for (const [at, name] of named) row[name] = values[at] as Row[string]
		return row
	}
}

function prepare(connection: Libsql.Database, sql: string): Prepared {
	const statement = connection.prepare(sql)
	if (!statement.reader)
		return (args) => {
			const { changes } = statement.run(args)
			return { columns: [], rows: [], rowsAffected: changes } as unknown as ResultSet
		}
	statement.raw(true)
	const columns = statement.columns().map(({ name }) => name)
	const toRow = rowsOf(columns)
	return (args) => {
		const rows = statement.all(args).map((values) => toRow(values as unknown[]))
		return { columns, rows, rowsAffected: 0 } as unknown as ResultSet
	}
}

/** Converts errors the way `@libsql/client` does: `code` is the base code, without SQLite's extension. */
function asLibsqlError(error: unknown): unknown {
	if (!(error instanceof Libsql.SqliteError)) return error
	const { message, code, rawCode } = error as Error & { code: string; rawCode?: number }
	return new LibsqlError(message, /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code, code, rawCode, error)
}

/** A connection with its prepared statements. */
class Connection {
	readonly #database: Libsql.Database
	readonly #statements = new Map<string, Prepared>()

	constructor(file: string, timeout: number) {
		try {
			this.#database = new Libsql(file, { timeout })
		} catch (error) {
			throw asLibsqlError(error)
		}
	}

	get isOpen(): boolean {
		return this.#database.open
	}

	run(sql: string, args?: InArgs): ResultSet {
		if (!this.isOpen) throw new LibsqlError('The client is closed', 'CLIENT_CLOSED')
		if (SCHEMA_CHANGE.test(sql)) this.#statements.clear()
		try {
			return this.#prepared(sql)(boundArgs(args))
		} catch (error) {
			throw asLibsqlError(error)
		}
	}

	/** Runs `act` between `begin` and a commit. Rolls back if it throws. */
	inTransaction<T>(begin: string, act: () => T): T {
		this.run(begin)
		try {
			const result = act()
			this.run('commit')
			return result
		} finally {
			this.#rollBack()
		}
	}

	/** Runs the statement at `position` of a transaction. */
	runInTransaction(statement: InStatement | [string, InArgs?], position: number): ResultSet {
		const normalized = typeof statement === 'string' ? { sql: statement } : statement
		const [sql, args] = Array.isArray(normalized) ? normalized : [normalized.sql, normalized.args]
		try {
			// An error may end the transaction: later statements must not run outside of it.
			if (!this.#database.inTransaction)
				throw new LibsqlError('The transaction has been rolled back', 'TRANSACTION_CLOSED')
			return this.run(sql, args)
		} catch (error) {
			if (!(error instanceof LibsqlError)) throw error
			const { message, code, extendedCode, rawCode, cause } = error
			throw new LibsqlBatchError(message, position, code, extendedCode, rawCode, cause as Error | undefined)
		}
	}

	/** Runs statements without arguments or results. */
	runAll(sql: string): void {
		this.#statements.clear()
		try {
			this.#database.exec(sql)
		} catch (error) {
			throw asLibsqlError(error)
		} finally {
			this.#rollBack()
		}
	}

	close(): void {
		this.#statements.clear()
		if (this.isOpen) this.#database.close()
	}

	#prepared(sql: string): Prepared {
		const cached = this.#statements.get(sql)
		// Reinsert at the end, so that the first key is the least recently used.
		this.#statements.delete(sql)
		const prepared = cached ?? prepare(this.#database, sql)
		this.#statements.set(sql, prepared)
		const [oldest] = this.#statements.keys()
		if (this.#statements.size > MAX_STATEMENTS && oldest !== undefined) this.#statements.delete(oldest)
		return prepared
	}

	#rollBack(): void {
		if (this.isOpen && this.#database.inTransaction) this.run('rollback')
	}
}

/** Opens `file`. Statements wait up to `timeout` milliseconds for a lock. */
export function openFileClient(file: string, timeout: number): FileClient {
	let connection = new Connection(file, timeout)
	// Not the same as the connection's state: after a failed reconnect, the client can try again.
	let closed = false
	return {
		protocol: 'file',
		get closed() {
			return closed
		},
		execute: async (statement: InStatement, args?: InArgs) =>
			typeof statement === 'string' ? connection.run(statement, args) : connection.run(statement.sql, statement.args),
		batch: async (statements, mode) =>
			connection.inTransaction(mode === 'write' ? 'begin immediate' : 'begin', () =>
				statements.map((statement, at) => connection.runInTransaction(statement, at)),
			),
		async migrate(statements) {
			connection.run('pragma foreign_keys = off')
			try {
				return connection.inTransaction('begin', () =>
					statements.map((statement, at) => connection.runInTransaction(statement, at)),
				)
			} finally {
				connection.run('pragma foreign_keys = on')
			}
		},
		executeMultiple: async (sql) => connection.runAll(sql),
		async reconnect() {
			connection.close()
			connection = new Connection(file, timeout)
			closed = false
		},
		close() {
			closed = true
			connection.close()
		},
	}
}
