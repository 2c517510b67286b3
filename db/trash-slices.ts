import { type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import {
	goesWith,
	ident,
	jsonOf,
	NEVER_BACK,
	named,
	restoreTable,
	rowsWith,
	type Table,
	type TrashForm,
	tables,
	trashValue,
	tuple,
} from './trash-rows.ts'

// Large sets of dependents are trashed and restored in slices, which bounds the length of each write. Every slice
// checks in its write that the operation is still active, so reversing the operation stops it.

/** Rows of one table per slice: few enough not to delay requests. */
export const SLICE_ROWS = 250

const isMovingAs = (id: string, moving: 'leaving' | 'coming') =>
	sql`exists (select 1 from deletions where id = ${id} and moving = ${moving})`
export const isTrashing = (id: string) => isMovingAs(id, 'leaving')
export const isRestoring = (id: string) => isMovingAs(id, 'coming')

/** Dependents of a table's rows, with their condition. */
interface Dependents {
	table: Table
	rows: SQL
}

/** Returns the dependents of rows of `root`: referencing tables before referenced ones. */
function dependentsOf(root: SQLiteTable, condition: SQL): Dependents[] {
	const name = getTableConfig(root).name
	const gone = new Map([[name, condition]])
	const hanging: Dependents[] = []
	for (const table of tables) {
		if (NEVER_BACK.has(table.name) || table.key.length === 0) continue
		// Only the shortest path: rows that depend on it by a longer path go with those, and otherwise in the last write.
		const ways = table.references.filter(
			({ to, onDelete }) => onDelete === 'cascade' && to !== table.name && gone.has(to),
		)
		const way = ways.find(({ to }) => to === name) ?? ways.find(({ columns }) => columns.length === 1) ?? ways[0]
		const rows = goesWith({ ...table, references: way ? [way] : [] }, gone)
		if (!rows) continue
		gone.set(table.name, rows)
		if (table.name !== name) hanging.unshift({ table, rows })
	}
	return hanging
}

/** Returns the query `{ much }`, 1 or 0: whether rows of `root` have too many dependents for one write. */
export const isLargeQuery = (root: SQLiteTable, condition: SQL) => sql`
	select ${sql.join(
		dependentsOf(root, condition).map(
			({ table, rows }) =>
				sql`(select count(*) from (select 1 from ${ident(table.name)} where ${rows} limit ${SLICE_ROWS + 1})) > ${SLICE_ROWS}`,
		),
		sql` or `,
	)} as much`

const lastTrashed = (id: string) => sql`(select max(seq) from deleted_rows where deletion_id = ${id})`

/** Returns the statement that trashes rows of `root` without dependents. */
export const trashAlone = (id: string, root: SQLiteTable, condition: SQL) => {
	const table = tables.find(({ name }) => name === getTableConfig(root).name) as Table
	return sql`insert into deleted_rows (deletion_id, source, row)
		select ${id}, ${table.name}, ${jsonOf(table)} from ${ident(table.name)}
		where ${condition} and exists (select 1 from deletions where id = ${id})`
}

/** One table to trash, slice by slice. */
export interface TrashingTable {
	/** Query of the last trashed row's number, `{ seq }`: run it before each slice. */
	before: SQL
	/**
	 * Returns the statements of a slice after that number. The first one reports the number of rows deleted; the last
	 * slice is smaller than the limit.
	 */
	slice(after: number): [SQL, ...SQL[]]
}

/** Returns the order of rows within a table: replies before what they reply to, which would cascade to them. */
function turnsOf({ name, references }: Table): SQL[] {
	const inner = references.find(({ to }) => to === name)
	if (!inner) return [sql`1`]
	const isLast = sql`not exists (select 1 from ${ident(name)} as answer
		where ${tuple(inner.columns, 'answer')} = ${tuple(inner.toColumns, name)})`
	return [sql`${named(inner.columns, name)} is not null and ${isLast}`, isLast]
}

/** Returns the dependents of rows of `root`, in the order in which to trash them. */
export const trashingTables = (id: string, root: SQLiteTable, condition: SQL): TrashingTable[] =>
	dependentsOf(root, condition).flatMap(({ table, rows }) =>
		turnsOf(table).map((turn) => ({
			before: sql`select coalesce(${lastTrashed(id)}, 0) as seq`,
			slice: (after: number) => sliceOf(id, table, sql`${rows} and ${turn}`, after),
		})),
	)

function sliceOf(id: string, table: Table, rows: SQL, after: number): [SQL, ...SQL[]] {
	const { name, key } = table
	// Delete exactly what was just trashed, even if rows are added concurrently.
	const isTrashed = sql`${tuple(key)} in (select ${sql.join(key.map(trashValue), sql`, `)} from deleted_rows
		where deletion_id = ${id} and source = ${name} and seq > ${after})`
	return [
		sql`insert into deleted_rows (deletion_id, source, row)
			select ${id}, ${name}, ${jsonOf(table)} from ${ident(name)}
			where ${rows} and ${isTrashing(id)} limit ${SLICE_ROWS}`,
		...rowsWith(name, isTrashed)
			.filter(({ source }) => source !== name)
			.map(
				(kept) => sql`insert into deleted_rows (deletion_id, source, row)
					select ${id}, ${kept.source}, kept.value from (${kept.rows}) as kept`,
			),
		sql`delete from ${ident(name)} where ${isTrashed} and ${isTrashing(id)}`,
	]
}

/** One table to restore, slice by slice. */
export interface RestoringTable {
	/** Returns the query of the slice's last row after this number: `{ seq }`, null after the last slice. */
	until(after: number): SQL
	slice(after: number, until: number): SQL[]
}

/** Returns the trashed tables other than `root` in the order in which to restore them: referenced tables first. */
export const restoringTables = (id: string, root: SQLiteTable, forms: readonly TrashForm[]): RestoringTable[] =>
	tables
		.filter(({ name }) => name !== getTableConfig(root).name)
		// Replies were trashed before their parents in the same table, so a second pass restores them.
		.flatMap((table) => (table.references.some(({ to }) => to === table.name) ? [table, table] : [table]))
		.flatMap((table) =>
			forms
				.filter(({ source }) => source === table.name)
				.map(({ columns }) => ({
					until: (after) => sql`select max(seq) as seq from (select seq from deleted_rows
						where deletion_id = ${id} and source = ${table.name} and seq > ${after} order by seq limit ${SLICE_ROWS})`,
					slice(after, until) {
						const when = sql`deleted_rows.deletion_id = ${id} and seq > ${after} and seq <= ${until} and ${isRestoring(id)}`
						return restoreTable(id, table, JSON.parse(columns), when, false)
					},
				})),
		)

/** Returns the condition of a thing's own trashed row. */
const isTrashRow = (id: string, name: string, subjectId: string) =>
	sql`deletion_id = ${id} and source = ${name} and ${trashValue('id')} = ${subjectId}`

/** Returns the statement that restores a thing itself while its dependents are still in the trash. */
export function restoreAlone(id: string, root: SQLiteTable, subjectId: string, form: TrashForm, when: SQL): SQL {
	const { name, written } = writtenOf(root, form)
	return sql`insert or ignore into ${ident(name)} (${named(written)})
		select ${sql.join(written.map(trashValue), sql`, `)} from deleted_rows
		where ${isTrashRow(id, name, subjectId)} and ${when}`
}

/** Returns the statements that finish a restore: they set the thing's remaining values and empty its trash. */
export function showRestored(id: string, root: SQLiteTable, subjectId: string, form: TrashForm): SQL[] {
	const { name, written } = writtenOf(root, form)
	const values = written.map((column) => sql`${ident(column)} = ${trashValue(column)}`)
	return [
		sql`update ${ident(name)} set ${sql.join(values, sql`, `)} from deleted_rows
			where ${isTrashRow(id, name, subjectId)} and ${ident(name)}.id = ${subjectId} and ${isRestoring(id)}`,
		sql`delete from deleted_rows where ${isTrashRow(id, name, subjectId)} and ${isRestoring(id)}`,
	]
}

function writtenOf(root: SQLiteTable, { columns }: TrashForm) {
	const { name, columns: all, computed } = tables.find((table) => table.name === getTableConfig(root).name) as Table
	const known: string[] = JSON.parse(columns)
	return { name, written: all.filter((column) => known.includes(column) && !computed.includes(column)) }
}

/** Returns the statements that trash the remaining dependents of rows of `root`, already trashed, and delete all. */
export function trashLast(id: string, root: SQLiteTable, condition: SQL): SQL[] {
	const { name } = getTableConfig(root)
	return [
		...rowsWith(name, condition)
			.filter(({ source }) => source !== name)
			.map(
				({ source, rows }) => sql`insert into deleted_rows (deletion_id, source, row)
					select ${id}, ${source}, kept.value from (${rows}) as kept where ${isTrashing(id)}`,
			),
		sql`delete from ${ident(name)} where ${condition} and ${isTrashing(id)}`,
	]
}
