import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { openUnchanged } from '../inspect.ts'
import { type Cell, type Row, Text } from './cells.ts'
import type { RowSource, Writer } from './sides.ts'
import { insertByKey, insertInto, quote, readPlan, SEQUENCE, type Table } from './tables.ts'

/** Rows per page: a tradeoff between overhead per page and memory. */
const PAGE_ROWS = 500

const queryOf = (connection: DatabaseSync) => async (sql: string) =>
	connection.prepare(sql, { returnArrays: true, readBigInts: true }).all() as unknown as unknown[][]

/** Returns SQL that reads a column's text as bytes: a string would lose invalid UTF-8. */
const typedColumn = (column: string) => {
	const name = quote(column)
	return `typeof(${name}) = 'text', case typeof(${name}) when 'text' then cast(${name} as blob) else ${name} end`
}

function cellsOf(values: readonly unknown[]): Cell[] {
	const cells: Cell[] = []
	for (let at = 0; at < values.length; at += 2)
		cells.push(values[at] === 1n ? new Text(values[at + 1] as Uint8Array) : (values[at + 1] as Cell))
	return cells
}

/**
 * Returns a reader of a database file, through a read-only connection. No other process may write to the file.
 * @param file an existing file that was inspected before.
 */
export function fileReader(file: string): RowSource {
	const connection = openUnchanged(file)
	// One transaction, so that all reads see the same snapshot.
	connection.exec('begin')
	return {
		plan: () => readPlan(queryOf(connection)),
		count: async ({ name }) => Number((await queryOf(connection)(`select count(*) from ${quote(name)}`))[0]?.[0]),
		async *pages(table) {
			const keys = table.key.map((index) => quote(table.columns[index] ?? '')).join(',')
			const select = connection.prepare(
				`select ${table.columns.map(typedColumn).join(',')} from ${quote(table.name)} order by ${keys}`,
				{ returnArrays: true, readBigInts: true },
			)
			let page: Cell[][] = []
			for (const values of select.iterate() as unknown as Iterable<unknown[]>) {
				if (page.push(cellsOf(values)) < PAGE_ROWS) continue
				yield page
				page = []
			}
			if (page.length > 0) yield page
		},
		close: () => connection.close(),
	}
}

/** Returns whether a cell can be bound as it is. Text that a string cannot represent is bound as bytes. */
const isPlain = (cell: Cell) => !(cell instanceof Text) || cell.string !== undefined
const bound = (cell: Cell): SQLInputValue => (cell instanceof Text ? (cell.string ?? cell.bytes) : cell)

/** The database rejected a row. The message contains the violated rule. */
export class BrokenRuleError extends Error {
	override name = 'BrokenRuleError'
	/** Index of the row in the given rows. */
	readonly at: number
	constructor(rule: string, at: number, options: ErrorOptions) {
		super(rule, options)
		this.at = at
	}
}

/** Returns the violated rule of an SQLite error, without the table prefix of columns. */
function ruleOf(message: string): string {
	const [, kind, rule = ''] = /^(UNIQUE|CHECK|NOT NULL) constraint failed: (.*)$/.exec(message) ?? []
	const columns = rule.replaceAll(/\w+\.(\w+)/g, '$1')
	if (kind === 'UNIQUE') return `another row has the same ${columns}`
	if (kind === 'NOT NULL') return `it has no ${columns}`
	return kind === 'CHECK' ? `it breaks the rule ${rule}` : message
}

export interface FileWriter extends Writer {
	/** Adds rows from an untrusted source. @throws {BrokenRuleError} */
	addStrictly(table: Table, rows: readonly Row[]): void
	/** Closes the file. All data is on disk when this returns. */
	close(): void
}

/** Returns a writer that fills a new database file. No other process may open the file until it is closed. */
export function fileWriter(file: string): FileWriter {
	// `defensive: false` allows writes to FTS shadow tables: the index content cannot be rebuilt.
	const connection = new DatabaseSync(file, { defensive: false, enableForeignKeyConstraints: false })
	// No journal: after a crash, the copy starts over.
	connection.exec('pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive')
	const prepared = new Map<string, StatementSync>()
	const statement = (sql: string) => {
		const cached = prepared.get(sql) ?? connection.prepare(sql)
		prepared.set(sql, cached)
		return cached
	}
	return {
		async execute(statements) {
			for (const sql of statements) connection.exec(sql)
		},
		async add(table, rows, isFirst) {
			connection.exec('begin')
			if (isFirst && (table.isShadow || table.name === SEQUENCE)) connection.exec(`delete from ${quote(table.name)}`)
			for (const row of rows) {
				const sql = insertInto(table, 1, (index) => (isPlain(row[index] ?? null) ? '?' : 'cast(? as text)'))
				statement(sql).run(...row.map(bound))
			}
			connection.exec('commit')
		},
		addStrictly(table, rows) {
			const keyColumns = connection
				.prepare('select name from pragma_table_info(?) where pk > 0 order by pk')
				.all(table.name)
				.map(({ name }) => String(name))
			connection.exec('begin')
			for (const [at, row] of rows.entries()) {
				const values = row.map((cell) => (isPlain(cell) ? '?' : 'cast(? as text)'))
				try {
					statement(insertByKey(table, keyColumns, values)).run(...row.map(bound))
				} catch (error) {
					throw new BrokenRuleError(ruleOf((error as Error).message), at, { cause: error })
				}
			}
			connection.exec('commit')
		},
		close() {
			prepared.clear()
			// A failed row leaves a transaction open. Commit it, so that closing does not mask the row's error.
			if (connection.isTransaction) connection.exec('commit')
			connection.exec('pragma synchronous = full; pragma locking_mode = normal')
			connection.close()
		},
	}
}
