import type { Row } from './cells.ts'
import type { Plan, Table } from './tables.ts'

export interface RowSource {
	plan(): Promise<Plan>
	count(table: Table): Promise<number>
	/** Yields all rows of a table in key order, page by page. */
	pages(table: Table): AsyncIterable<readonly Row[]>
	close(): void
}

export interface Writer {
	execute(statements: readonly string[]): Promise<void>
	/** Adds rows. With `isFirst`, first deletes the initial rows of a shadow table. */
	add(table: Table, rows: readonly Row[], isFirst: boolean): Promise<void>
}
