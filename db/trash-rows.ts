import { type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { deletedRows, deletions } from './schema/deletions.ts'
import { type Reference, type Table, tables } from './schema-tables.ts'

// Statements that trash the rows that a deletion cascades to. They are derived from the schema, so that new tables are
// included automatically. The database copies the rows: it does not send 100,000 enrollments to this process and back.

export type DeletedKind = typeof deletions.$inferSelect.kind

/** Tables that are never restored: sign-in sessions, one-time links, emails that would be late, and computed data. */
const NEVER_BACK = new Set([
	...['auth_sessions', 'password_resets', 'pre_sessions', 'trusted_devices', 'factor_resets', 'email_changes'],
	...['pending_notices', 'course_figures'],
])

/** Columns that triggers recompute when the rows are restored. */
export const COUNTED_BY_TRIGGERS: Readonly<Record<string, readonly string[]>> = {
	question_categories: ['question_count'],
	questions: ['answer_count', 'comment_count', 'last_activity_at'],
}

export const named = (columns: readonly string[], of?: string) =>
	sql.raw(columns.map((column) => `${of ? `"${of}".` : ''}"${column}"`).join(', '))
const tuple = (columns: readonly string[], of?: string) => sql`(${named(columns, of)})`
const either = (conditions: readonly SQL[]) => sql`(${sql.join([...conditions], sql` or `)})`
export const ident = (name: string) => sql.raw(`"${name}"`)

/** SQL for a column of a trashed row. */
export const trashValue = (column: string) => sql`json_extract(${deletedRows}.row, ${sql.raw(`'$."${column}"'`)})`

/** Returns the condition for rows of `table` that are deleted along with `gone`; undefined if there can be none. */
function cascadeCondition(table: Table, gone: ReadonlyMap<string, SQL>): SQL | undefined {
	const taken = (reference: Reference) => {
		const condition = gone.get(reference.to)
		const { columns, toColumns, to } = reference
		return condition && sql`${tuple(columns)} in (select ${named(toColumns)} from ${ident(to)} where ${condition})`
	}
	const cascades = table.references.filter(({ onDelete, to }) => onDelete === 'cascade' && to !== table.name)
	const conditions = [gone.get(table.name), ...cascades.map(taken)].filter((one) => one !== undefined)
	if (conditions.length === 0) return undefined
	const inner = table.references.find(({ onDelete, to }) => onDelete === 'cascade' && to === table.name)
	if (!inner) return either(conditions)
	// A reply is deleted with its comment, no matter who wrote it.
	return sql`${tuple(inner.toColumns)} in (
		with recursive going as (
			select ${named(inner.toColumns)} from ${ident(table.name)} where ${either(conditions)}
			union select ${named(inner.toColumns, table.name)} from ${ident(table.name)}
				join going on ${tuple(inner.columns, table.name)} = ${tuple(inner.toColumns, 'going')}
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
function rowsWith(root: string, condition: SQL): TrashRows[] {
	const gone = new Map([[root, condition]])
	const kept: TrashRows[] = []
	for (const table of tables) {
		if (NEVER_BACK.has(table.name)) continue
		const goes = cascadeCondition(table, gone)
		if (goes) {
			gone.set(table.name, goes)
			kept.push({
				source: table.name,
				rows: sql`select ${jsonOf(table)} as value from ${ident(table.name)} where ${goes} order by ${named(table.key)}`,
			})
		}
		for (const { onDelete, columns, to, toColumns } of table.references) {
			const left = gone.get(to)
			const [column] = columns
			const [key] = table.key
			if (goes || onDelete !== 'set null' || !left || !column || !key) continue
			kept.push({
				source: `${table.name}.${column}`,
				rows: sql`select json_object('key', ${ident(key)}, 'value', ${ident(column)}) as value from ${ident(table.name)}
					where ${tuple(columns)} in (select ${named(toColumns)} from ${ident(to)} where ${left})`,
			})
		}
	}
	return kept
}

/**
 * Returns the SQL statements that trash rows with their dependents and count them per table. Run them in the `write`
 * that deletes the rows, before the deletion. They do nothing if there is no `deletions` row `id`.
 */
export function trashStatements(id: string, root: SQLiteTable, condition: SQL): SQL[] {
	const isWanted = sql`exists (select 1 from ${deletions} where id = ${id})`
	return [
		...rowsWith(getTableConfig(root).name, condition).map(
			({ source, rows }) => sql`
				insert into ${deletedRows} (deletion_id, source, row)
				select ${id}, ${source}, kept.value from (${rows}) as kept where ${isWanted}`,
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
				const leads = traces.some((one) => one.table === to && one.column === toColumns[at] && !one.isEmptied)
				const isKnown = traces.some((one) => one.table === name && one.column === column)
				if (leads && !isKnown && (onDelete === 'cascade' || onDelete === 'set null'))
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
	const isOf = (source: string, column: string) => sql`(source = ${source} and ${trashValue(column)} = ${rootId})`
	const traces = tracesOf(getTableConfig(root).name)
	const emptied = traces.filter(({ isEmptied }) => isEmptied)
	const goes = [
		...traces.filter(({ isEmptied }) => !isEmptied).map(({ table, column }) => isOf(table, column)),
		...emptied.map(({ table, column }) => isOf(`${table}.${column}`, 'value')),
	]
	return [
		...emptied.map(({ table, column }) => ({
			change: sql`update ${deletedRows} set row = json_set(row, ${`$."${column}"`}, null)`,
			where: isOf(table, column),
		})),
		{ change: sql`delete from ${deletedRows}`, where: either(goes) },
	]
}

/** Returns the statement that counts the trashed rows per table for the deletions that match `which`. */
export const countTrash = (which: SQL) => sql`
	update ${deletions} set kept = (select json_group_object(source, rows) from (
		select source, count(*) as rows from ${deletedRows} where deletion_id = ${deletions}.id group by source))
	where ${which}`
