import { type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { deletedRows, deletions } from './schema/deletions.ts'
import { type Reference, type Table, tables } from './schema-tables.ts'
import { columnList, ident, trashValue } from './trash-rows.ts'

// Statements that restore rows trashed by `trash-rows.ts`.

/** Source and columns of trashed rows. A later migration may have added columns that these rows do not have. */
export interface TrashShape {
	source: string
	/** JSON: the column names. */
	columns: string
}

// Includes rows that earlier restores skipped: this restore may bring back their missing parent.
const isToRestore = (id: string, when = sql`1`) =>
	sql`(${deletedRows}.deletion_id in (select id from ${deletions} where id = ${id} or restored_at is not null) and ${when})`

/** Returns the query of a deletion's `TrashShape`s, including earlier deletions whose rows still wait for a parent. */
export const trashShapesQuery = (id: string) => sql`
	select distinct source, (select json_group_array(key) from json_each(${deletedRows}.row)) as columns
	from ${deletedRows} where seq in (select min(seq) from ${deletedRows} where ${isToRestore(id)} group by deletion_id, source)`

/** Returns the condition that all rows to which a trashed row refers exist. */
const parentsExist = (references: readonly Reference[], columns: readonly string[]) =>
	references
		.filter((reference) => reference.columns.every((column) => columns.includes(column)))
		.map(({ columns: from, to, toColumns }) => {
			const hasNull = sql.join(
				from.map((column) => sql`${trashValue(column)} is null`),
				sql` or `,
			)
			const matchesParent = sql.join(
				from.map((column, at) => sql`parent.${ident(toColumns[at] ?? '')} = ${trashValue(column)}`),
				sql` and `,
			)
			return sql`(${hasNull} or exists (select 1 from ${ident(to)} as parent where ${matchesParent}))`
		})

function restoreTable(id: string, table: Table, columns: readonly string[], when: SQL, isRoot: boolean): SQL[] {
	const { name, key, references, computed } = table
	const known = table.columns.filter((column) => columns.includes(column))
	const conditions = [
		isRoot ? sql`${deletedRows}.deletion_id = ${id} and ${when}` : isToRestore(id, when),
		sql`source = ${name}`,
		...parentsExist(references, known),
	]
	const insertColumns = known.filter((column) => !computed.includes(column))
	const insert = (orIgnore: SQL) => sql`
		insert ${orIgnore} into ${ident(name)} (${columnList(insertColumns)})
		select ${sql.join(insertColumns.map(trashValue), sql`, `)} from ${deletedRows}
		where ${sql.join(conditions, sql` and `)} order by seq`
	const isRestored = sql.join(
		key.map((column) => sql`${ident(name)}.${ident(column)} = ${trashValue(column)}`),
		sql` and `,
	)
	// A second insert restores replies whose parent in the same table is restored by the first.
	const refersToItself = references.some(({ to }) => to === name)
	return [
		insert(isRoot ? sql`` : sql`or ignore`),
		...(refersToItself ? [insert(sql`or ignore`)] : []),
		sql`delete from ${deletedRows} where ${isToRestore(id, when)} and source = ${name}
			and exists (select 1 from ${ident(name)} where ${isRestored})`,
	]
}

function restoreReference(id: string, table: Table, column: string, when: SQL): SQL[] {
	const [key] = table.key
	const reference = table.references.find(({ columns }) => columns[0] === column)
	if (!key || !reference) return []
	const source = `${table.name}.${column}`
	const parent = sql`exists (select 1 from ${ident(reference.to)} as parent
		where parent.${ident(reference.toColumns[0] ?? '')} = ${trashValue('value')})`
	return [
		sql`update ${ident(table.name)} set ${ident(column)} = ${trashValue('value')} from ${deletedRows}
			where ${isToRestore(id, when)} and source = ${source} and ${ident(table.name)}.${ident(key)} = ${trashValue('key')}
				and ${ident(table.name)}.${ident(column)} is null and ${parent}`,
		sql`delete from ${deletedRows} where ${isToRestore(id, when)} and source = ${source} and ${parent}`,
	]
}

/**
 * Returns the SQL statements that restore a deletion: referenced tables first, and each row only if all rows to which
 * it refers exist. A unique conflict in the root table fails the restore; other conflicting rows are skipped.
 * @param shapes rows of `trashShapesQuery`.
 * @param when condition of the restore, added to each statement.
 * @param root table of the deleted item; undefined if the item's row was never removed, as with a canceled session.
 */
export function restoreStatements(id: string, shapes: readonly TrashShape[], when: SQL, root?: SQLiteTable): SQL[] {
	const rootName = root && getTableConfig(root).name
	const shapesOf = (source: string) => shapes.filter((shape) => shape.source === source)
	const columnsOf = ({ columns }: TrashShape): string[] => JSON.parse(columns)
	const rows = tables.flatMap((table) =>
		shapesOf(table.name).flatMap((shape) => restoreTable(id, table, columnsOf(shape), when, table.name === rootName)),
	)
	const references = tables.flatMap((table) =>
		table.references.flatMap(({ columns: [column = ''] }) =>
			shapesOf(`${table.name}.${column}`).length > 0 ? restoreReference(id, table, column, when) : [],
		),
	)
	return [...rows, ...references]
}
