import type { Row } from './cells.ts'
import type { Plan, Table } from './tables.ts'

/** A database that is read as it stood at one moment. */
export interface RowSource {
	plan(): Promise<Plan>
	/** How many rows a table has, as the database itself counts them. */
	count(table: Table): Promise<number>
	/** All rows of a table by its key, some at a time. */
	pages(table: Table): AsyncIterable<readonly Row[]>
	close(): void
}

/** An empty database that is filled. */
export interface Writer {
	/** Makes tables and views. */
	make(statements: readonly string[]): Promise<void>
	/** Adds rows; `isFirst`: those before them in this table, if any, go. */
	add(table: Table, rows: readonly Row[], isFirst: boolean): Promise<void>
}
