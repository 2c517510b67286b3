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

// What hangs on a thing goes, and comes back, in slices where it is much: no write is longer than that of one slice.
// Every slice asks in its write whether the thing is still going that way, so that whoever turns it round stops it.

/** Rows of one table that a slice moves: few enough that no request waits for them. */
export const SLICE_ROWS = 250

const isMovingAs = (id: string, moving: 'leaving' | 'coming') =>
	sql`exists (select 1 from deletions where id = ${id} and moving = ${moving})`
export const isTrashing = (id: string) => isMovingAs(id, 'leaving')
export const isRestoring = (id: string) => isMovingAs(id, 'coming')

/** What hangs on the rows of a table, and which rows these are. */
interface Dependents {
	table: Table
	rows: SQL
}

/** What hangs on rows of `root`, tables before those that they refer to. */
function dependentsOf(root: SQLiteTable, condition: SQL): Dependents[] {
	const name = getTableConfig(root).name
	const gone = new Map([[name, condition]])
	const hanging: Dependents[] = []
	for (const table of tables) {
		if (NEVER_BACK.has(table.name) || table.key.length === 0) continue
		// By the shortest way: whatever hangs on it by another one goes with that, and by none in the last write.
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

/** The query of whether more hangs on rows of `root` than one write should take: `{ much }`, 1 or 0. */
export const isLargeQuery = (root: SQLiteTable, condition: SQL) => sql`
	select ${sql.join(
		dependentsOf(root, condition).map(
			({ table, rows }) =>
				sql`(select count(*) from (select 1 from ${ident(table.name)} where ${rows} limit ${SLICE_ROWS + 1})) > ${SLICE_ROWS}`,
		),
		sql` or `,
	)} as much`

const lastTrashed = (id: string) => sql`(select max(seq) from deleted_rows where deletion_id = ${id})`

/** The statement that keeps rows of `root` alone. */
export const trashAlone = (id: string, root: SQLiteTable, condition: SQL) => {
	const table = tables.find(({ name }) => name === getTableConfig(root).name) as Table
	return sql`insert into deleted_rows (deletion_id, source, row)
		select ${id}, ${table.name}, ${jsonOf(table)} from ${ident(table.name)}
		where ${condition} and exists (select 1 from deletions where id = ${id})`
}

/** One table of what leaves, slice by slice. */
export interface TrashingTable {
	/** The query of the number of the last kept row, `{ seq }`: ask before each slice. */
	before: SQL
	/** The statements of a slice after it. The first one says how many rows of the table went; the last slice has fewer than it may. */
	slice(after: number): SQL[]
}

/** Which rows of a table go first, and which then: what answers something before that, which would take it along. */
function turnsOf({ name, references }: Table): SQL[] {
	const inner = references.find(({ to }) => to === name)
	if (!inner) return [sql`1`]
	const isLast = sql`not exists (select 1 from ${ident(name)} as answer
		where ${tuple(inner.columns, 'answer')} = ${tuple(inner.toColumns, name)})`
	return [sql`${named(inner.columns, name)} is not null and ${isLast}`, isLast]
}

/** What hangs on rows of `root`, to be kept and deleted slice by slice, in this order. */
export const trashingTables = (id: string, root: SQLiteTable, condition: SQL): TrashingTable[] =>
	dependentsOf(root, condition).flatMap(({ table, rows }) =>
		turnsOf(table).map((turn) => ({
			before: sql`select coalesce(${lastTrashed(id)}, 0) as seq`,
			slice: (after: number) => sliceOf(id, table, sql`${rows} and ${turn}`, after),
		})),
	)

function sliceOf(id: string, table: Table, rows: SQL, after: number): SQL[] {
	const { name, key } = table
	// What was just kept is what goes, whatever else is written beside it.
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

/** One table of what comes back, slice by slice. */
export interface RestoringTable {
	/** The query of the last row of the slice after this number: `{ seq }`, null after the last slice. */
	until(after: number): SQL
	slice(after: number, until: number): SQL[]
}

/** What a deletion kept, besides `root`, to come back slice by slice, tables before those that refer to them. */
export const restoringTables = (id: string, root: SQLiteTable, forms: readonly TrashForm[]): RestoringTable[] =>
	tables
		.filter(({ name }) => name !== getTableConfig(root).name)
		// What answers something of the same table was kept before it, and finds it there the second time.
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

/** The condition of the kept row of a thing. */
const isTrashRow = (id: string, name: string, subjectId: string) =>
	sql`deletion_id = ${id} and source = ${name} and ${trashValue('id')} = ${subjectId}`

/** Of a thing that was kept: the statements that put it into its table, with what hangs on it still away. */
export function restoreAlone(id: string, root: SQLiteTable, subjectId: string, form: TrashForm, when: SQL): SQL {
	const { name, written } = writtenOf(root, form)
	return sql`insert or ignore into ${ident(name)} (${named(written)})
		select ${sql.join(written.map(trashValue), sql`, `)} from deleted_rows
		where ${isTrashRow(id, name, subjectId)} and ${when}`
}

/** The statements that give a thing all that it had, once what hung on it is there, and forget what was kept of it. */
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

/** The statements that keep what is left of what hangs on rows of `root`, which was kept before, and delete all. */
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
