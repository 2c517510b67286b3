import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { openUnchanged } from '../inspect.ts'
import { type Cell, type Row, Text } from './cells.ts'
import type { RowSource, Writer } from './sides.ts'
import { insertByKey, insertInto, quote, readPlan, SEQUENCE, type Table } from './tables.ts'

/** Rows per page: a compromise between loop overhead and memory. */
const PAGE_ROWS = 500

const asked = (connection: DatabaseSync) => async (sql: string) =>
	connection.prepare(sql, { returnArrays: true, readBigInts: true }).all() as unknown as unknown[][]

/** Reads text as bytes: a string would lose invalid UTF-8. */
const exact = (column: string) => {
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
 * Reads a database file that no other process writes to, or a copy of one, through a read-only connection.
 * @param file an existing file that was inspected before.
 */
export function fileReader(file: string): RowSource {
	const connection = openUnchanged(file)
	// One transaction, so that all reads see the same snapshot.
	connection.exec('begin')
	return {
		plan: () => readPlan(asked(connection)),
		count: async ({ name }) => Number((await asked(connection)(`select count(*) from ${quote(name)}`))[0]?.[0]),
		async *pages(table) {
			const keys = table.key.map((index) => quote(table.columns[index] ?? '')).join(',')
			const all = connection.prepare(
				`select ${table.columns.map(exact).join(',')} from ${quote(table.name)} order by ${keys}`,
				{ returnArrays: true, readBigInts: true },
			)
			let page: Cell[][] = []
			for (const values of all.iterate() as unknown as Iterable<unknown[]>) {
				if (page.push(cellsOf(values)) < PAGE_ROWS) continue
				yield page
				page = []
			}
			if (page.length > 0) yield page
		},
		close: () => connection.close(),
	}
}

/** Whether a cell can be bound as is. Text that a string cannot represent is bound as bytes. */
const isPlain = (cell: Cell) => !(cell instanceof Text) || cell.string !== undefined
const bound = (cell: Cell): SQLInputValue => (cell instanceof Text ? (cell.string ?? cell.bytes) : cell)

/** A row that the database rejects. The message names the broken rule. */
export class BrokenRuleError extends Error {
	override name = 'BrokenRuleError'
	/** Index among the given rows. */
	readonly at: number
	constructor(rule: string, at: number, options: ErrorOptions) {
		super(rule, options)
		this.at = at
	}
}

/** Extracts the rule from an SQLite error, which prefixes columns with their table. */
function ruleIn(message: string): string {
	const [, kind, rule = ''] = /^(UNIQUE|CHECK|NOT NULL) constraint failed: (.*)$/.exec(message) ?? []
	const columns = rule.replaceAll(/\w+\.(\w+)/g, '$1')
	if (kind === 'UNIQUE') return `another row has the same ${columns}`
	if (kind === 'NOT NULL') return `it has no ${columns}`
	return kind === 'CHECK' ? `it breaks the rule ${rule}` : message
}

export interface FileWriter extends Writer {
	/** Adds rows of foreign origin. @throws {BrokenRuleError} */
	addStrictly(table: Table, rows: readonly Row[]): void
	/** Closes the file. Everything is on disk when it returns. */
	close(): void
}

/** Fills a new database file. No other process may open it before it is closed. */
export function fileWriter(file: string): FileWriter {
	// `defensive: false` allows writes to FTS shadow tables: the index content cannot be rebuilt.
	const connection = new DatabaseSync(file, { defensive: false, enableForeignKeyConstraints: false })
	// No journal: after a crash, the copy starts over.
	connection.exec('pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive')
	const prepared = new Map<string, StatementSync>()
	const statement = (sql: string) => {
		const kept = prepared.get(sql) ?? connection.prepare(sql)
		prepared.set(sql, kept)
		return kept
	}
	return {
		async make(statements) {
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
					throw new BrokenRuleError(ruleIn((error as Error).message), at, { cause: error })
				}
			}
			connection.exec('commit')
		},
		close() {
			prepared.clear()
			// A failed row left a transaction open. Commit it, or its error would be masked; the file is discarded anyway.
			if (connection.isTransaction) connection.exec('commit')
			connection.exec('pragma synchronous = full; pragma locking_mode = normal')
			connection.close()
		},
	}
}
