import type { Row } from './cells.ts'
import type { Plan, Table } from './tables.ts'

/** A snapshot of a database for reading. */
export interface RowSource {
	plan(): Promise<Plan>
	/** Returns the row count of a table, as reported by the database. */
	count(table: Table): Promise<number>
	/** Yields all rows of a table in key order, page by page. */
	pages(table: Table): AsyncIterable<readonly Row[]>
	close(): void
}

/** Writer that fills an empty database. */
export interface Writer {
	/** Creates tables and views. */
	make(statements: readonly string[]): Promise<void>
	/** Adds rows. `isFirst`: deletes existing rows of the table first. */
	add(table: Table, rows: readonly Row[], isFirst: boolean): Promise<void>
}
