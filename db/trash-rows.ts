import { type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { deletedRows, deletions } from './schema/deletions.ts'
import { type Reference, type Table, tables } from './schema-tables.ts'

// Statements that trash the rows that a deletion cascades to. They are derived from the schema, so that new tables are
// included automatically. The database copies the rows: it does not send 100,000 enrollments to this process and back.

export type DeletedKind = typeof deletions.$inferSelect.kind

/** Tables that are never restored: sign-in sessions, one-time links, emails that would be late, and computed data. */
const NEVER_RESTORED = new Set([
	...['auth_sessions', 'password_resets', 'pre_sessions', 'trusted_devices', 'factor_resets', 'email_changes'],
	...['pending_notices', 'course_figures'],
])

/** Columns that triggers recompute when the rows are restored. */
export const COUNTED_BY_TRIGGERS: Readonly<Record<string, readonly string[]>> = {
	question_categories: ['question_count'],
	questions: ['answer_count', 'comment_count', 'last_activity_at'],
}

export const columnList = (columns: readonly string[], of?: string) =>
	sql.raw(columns.map((column) => `${of ? `"${of}".` : ''}"${column}"`).join(', '))
const tuple = (columns: readonly string[], of?: string) => sql`(${columnList(columns, of)})`
const anyOf = (conditions: readonly SQL[]) => sql`(${sql.join([...conditions], sql` or `)})`
export const ident = (name: string) => sql.raw(`"${name}"`)

/** SQL for a column of a trashed row. */
export const trashValue = (column: string) => sql`json_extract(${deletedRows}.row, ${sql.raw(`'$."${column}"'`)})`

/** Returns the condition for rows of `table` that are deleted along with `deleted`; undefined if there can be none. */
function cascadeCondition(table: Table, deleted: ReadonlyMap<string, SQL>): SQL | undefined {
	const cascadeFrom = (reference: Reference) => {
		const condition = deleted.get(reference.to)
		const { columns, toColumns, to } = reference
		return condition && sql`${tuple(columns)} in (select ${columnList(toColumns)} from ${ident(to)} where ${condition})`
	}
	const cascades = table.references.filter(({ onDelete, to }) => onDelete === 'cascade' && to !== table.name)
	const conditions = [deleted.get(table.name), ...cascades.map(cascadeFrom)].filter((one) => one !== undefined)
	if (conditions.length === 0) return undefined
	const selfReference = table.references.find(({ onDelete, to }) => onDelete === 'cascade' && to === table.name)
	if (!selfReference) return anyOf(conditions)
	// A reply is deleted with its comment, no matter who wrote it.
	return sql`${tuple(selfReference.toColumns)} in (
		with recursive going as (
			select ${columnList(selfReference.toColumns)} from ${ident(table.name)} where ${anyOf(conditions)}
			union select ${columnList(selfReference.toColumns, table.name)} from ${ident(table.name)}
				join going on ${tuple(selfReference.columns, table.name)} = ${tuple(selfReference.toColumns, 'going')}
		) select * from going)`
}

const jsonOf = ({ name, columns }: Table) =>
	sql.raw(
		`json_object(${columns.map((column) => (COUNTED_BY_TRIGGERS[name]?.includes(column) ? `'${column}', 0` : `'${column}', "${column}"`)).join(', ')})`,
	)

/** A query of rows to trash: their source, and a select of the rows as JSON. */
interface TrashRows {
	source: string
	rows: SQL
}

/**
 * Returns queries of everything that is affected if the rows of `root` that match `condition` are deleted: these rows,
 * the rows to which foreign keys cascade, and the references that become null.
 */
function affectedRows(root: string, condition: SQL): TrashRows[] {
	const deleted = new Map([[root, condition]])
	const queries: TrashRows[] = []
	for (const table of tables) {
		if (NEVER_RESTORED.has(table.name)) continue
		const isDeleted = cascadeCondition(table, deleted)
		if (isDeleted) {
			deleted.set(table.name, isDeleted)
			queries.push({
				source: table.name,
				rows: sql`select ${jsonOf(table)} as value from ${ident(table.name)}
					where ${isDeleted} order by ${columnList(table.key)}`,
			})
		}
		for (const { onDelete, columns, to, toColumns } of table.references) {
			const isParentDeleted = deleted.get(to)
			const [column] = columns
			const [key] = table.key
			if (isDeleted || onDelete !== 'set null' || !isParentDeleted || !column || !key) continue
			queries.push({
				source: `${table.name}.${column}`,
				rows: sql`select json_object('key', ${ident(key)}, 'value', ${ident(column)}) as value from ${ident(table.name)}
					where ${tuple(columns)} in (select ${columnList(toColumns)} from ${ident(to)} where ${isParentDeleted})`,
			})
		}
	}
	return queries
}

/**
 * Returns the SQL statements that trash rows with their dependents and count them per table. Run them in the `write`
 * that deletes the rows, before the deletion. They do nothing if there is no `deletions` row `id`.
 */
export function trashStatements(id: string, root: SQLiteTable, condition: SQL): SQL[] {
	const deletionExists = sql`exists (select 1 from ${deletions} where id = ${id})`
	return [
		...affectedRows(getTableConfig(root).name, condition).map(
			({ source, rows }) => sql`
				insert into ${deletedRows} (deletion_id, source, row)
				select ${id}, ${source}, kept.value from (${rows}) as kept where ${deletionExists}`,
		),
		countTrash(sql`id = ${id}`),
	]
}

/** A column with an item's id. If the item is deleted, it becomes null (`isEmptied`) or its row is deleted. */
interface Trace {
	table: string
	column: string
	isEmptied: boolean
}

/** Returns every column that contains ids of `root`, including columns that refer to a person's enrollment. */
function tracesOf(root: string): Trace[] {
	const traces: Trace[] = [{ table: root, column: 'id', isEmptied: false }]
	for (const { name, references } of tables) {
		for (const { columns, to, toColumns, onDelete } of references) {
			if (name === to) continue
			for (const [at, column] of columns.entries()) {
				const refersToTrace = traces.some(
					(trace) => trace.table === to && trace.column === toColumns[at] && !trace.isEmptied,
				)
				const isKnown = traces.some((trace) => trace.table === name && trace.column === column)
				if (refersToTrace && !isKnown && (onDelete === 'cascade' || onDelete === 'set null'))
					traces.push({ table: name, column, isEmptied: onDelete === 'set null' })
			}
		}
	}
	return traces
}

/**
 * Returns the changes to `deleted_rows` for the permanent deletion of an item: its dependents are removed from all
 * deletions, and references to the item become null. Run `countTrash` for the affected deletions afterwards.
 */
export function trashErasures(root: SQLiteTable, rootId: string): Array<{ change: SQL; where: SQL }> {
	const refersToRoot = (source: string, column: string) =>
		sql`(source = ${source} and ${trashValue(column)} = ${rootId})`
	const traces = tracesOf(getTableConfig(root).name)
	const emptied = traces.filter(({ isEmptied }) => isEmptied)
	const removals = [
		...traces.filter(({ isEmptied }) => !isEmptied).map(({ table, column }) => refersToRoot(table, column)),
		...emptied.map(({ table, column }) => refersToRoot(`${table}.${column}`, 'value')),
	]
	return [
		...emptied.map(({ table, column }) => ({
			change: sql`update ${deletedRows} set row = json_set(row, ${`$."${column}"`}, null)`,
			where: refersToRoot(table, column),
		})),
		{ change: sql`delete from ${deletedRows}`, where: anyOf(removals) },
	]
}

/** Returns the statement that counts the trashed rows per table for the deletions that match `which`. */
export const countTrash = (where: SQL) => sql`
	update ${deletions} set kept = (select json_group_object(source, rows) from (
		select source, count(*) as rows from ${deletedRows} where deletion_id = ${deletions}.id group by source))
	where ${where}`
