import { type SQL, sql } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as applications from './schema/applications.ts'
import * as audit from './schema/audit.ts'
import * as auth from './schema/auth.ts'
import * as coaching from './schema/coaching.ts'
import * as courseStatistics from './schema/course-statistics.ts'
import * as courses from './schema/courses.ts'
import * as trash from './schema/deletions.ts'
import { deletedRows, deletions } from './schema/deletions.ts'
import * as discussion from './schema/discussion.ts'
import * as links from './schema/links.ts'
import * as mailings from './schema/mailings.ts'
import * as media from './schema/media.ts'
import * as members from './schema/members.ts'
import * as modules from './schema/modules.ts'
import * as notifications from './schema/notifications.ts'
import * as operations from './schema/operations.ts'
import * as podcast from './schema/podcast.ts'
import * as questions from './schema/questions.ts'
import * as search from './schema/search.ts'
import * as settings from './schema/settings.ts'
import * as users from './schema/users.ts'

// Statements that trash and restore what a deletion cascades to. They are derived from the schema, so that new tables
// are included automatically. The database does all copying: a course with 100,000 enrollments is not read into
// this process.

const files = {
	...{
		applications,
		audit,
		auth,
		coaching,
		courses,
		trash,
		discussion,
		courseStatistics,
		links,
		mailings,
		media,
		members,
		modules,
	},
	...{ notifications, operations, podcast, questions, search, settings, users },
}

export type DeletedKind = typeof deletions.$inferSelect.kind

/** Tables that are never restored: sign-ins, one-time links, overdue mails, and computed data. */
const NEVER_BACK = new Set(['auth_sessions', 'password_resets', 'pending_notices', 'course_figures'])

/** Columns that triggers increment again as the counted rows are restored. */
export const COUNTED_BY_TRIGGERS: Readonly<Record<string, readonly string[]>> = {
	question_categories: ['question_count'],
	questions: ['comment_count'],
}

interface Reference {
	columns: readonly string[]
	to: string
	toColumns: readonly string[]
	onDelete: string | undefined
}

interface Table {
	name: string
	columns: readonly string[]
	/** Computed columns: stored for lookups, never written back. */
	computed: readonly string[]
	key: readonly string[]
	references: readonly Reference[]
}

function tableOf(drizzleTable: SQLiteTable): Table {
	const { name, columns, primaryKeys, foreignKeys } = getTableConfig(drizzleTable)
	const own = columns.filter((column) => column.primary).map((column) => column.name)
	return {
		name,
		columns: columns.map((column) => column.name),
		computed: columns.filter(({ generated }) => generated !== undefined).map((column) => column.name),
		key: own.length > 0 ? own : (primaryKeys[0]?.columns.map((column) => column.name) ?? []),
		references: foreignKeys.map((foreignKey) => {
			const reference = foreignKey.reference()
			return {
				columns: reference.columns.map((column) => column.name),
				to: getTableConfig(reference.foreignTable).name,
				toColumns: reference.foreignColumns.map((column) => column.name),
				onDelete: foreignKey.onDelete,
			}
		}),
	}
}

/** All tables, each after those that it refers to. */
export const tables: readonly Table[] = (() => {
	const waiting = Object.values(files)
		.flatMap((file) => Object.values<unknown>(file))
		.filter((value): value is SQLiteTable => value instanceof SQLiteTable)
		.map(tableOf)
	const sorted: Table[] = []
	while (waiting.length > 0) {
		const isKnown = (name: string) => sorted.some((table) => table.name === name)
		const at = waiting.findIndex(({ name, references }) => references.every(({ to }) => to === name || isKnown(to)))
		if (at < 0) throw new Error('The references of the schema lead in a circle')
		sorted.push(...waiting.splice(at, 1))
	}
	return sorted
})()

const named = (columns: readonly string[], of?: string) =>
	sql.raw(columns.map((column) => `${of ? `"${of}".` : ''}"${column}"`).join(', '))
const tuple = (columns: readonly string[], of?: string) => sql`(${named(columns, of)})`
const either = (conditions: readonly SQL[]) => sql`(${sql.join([...conditions], sql` or `)})`
const ident = (name: string) => sql.raw(`"${name}"`)

/** Returns a condition for the rows of `table` that cascade when `gone` is deleted; undefined if none can. */
function goesWith(table: Table, gone: ReadonlyMap<string, SQL>): SQL | undefined {
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
	// A reply is deleted with its comment, whoever wrote it.
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

/** One select of rows to trash: their source, and the rows as JSON. */
interface TrashRows {
	source: string
	rows: SQL
}

/**
 * Returns everything that is affected when the rows of `root` matching `condition` are deleted: the rows themselves,
 * those that their foreign keys cascade to, and references that are set to null.
 */
function rowsWith(root: string, condition: SQL): TrashRows[] {
	const gone = new Map([[root, condition]])
	const kept: TrashRows[] = []
	for (const table of tables) {
		if (NEVER_BACK.has(table.name)) continue
		const goes = goesWith(table, gone)
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
 * Returns the SQL statements that trash rows with their dependents and count them per table. They belong in the
 * deleting `write`, before the deletion. They do nothing without the `deletions` row `id`.
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

/** A column that refers to a thing, directly or through its dependents, and the effect of its deletion on a row. */
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
 * Returns the SQL statements that apply the permanent deletion of a thing to all trashed rows: its dependents are
 * removed from all deletions, references to it become null, and the rest is counted again.
 */
export function eraseStatements(root: SQLiteTable, rootId: string): SQL[] {
	const isOf = (source: string, column: string) => sql`(source = ${source} and ${trashValue(column)} = ${rootId})`
	const traces = tracesOf(getTableConfig(root).name)
	const emptied = traces.filter(({ isEmptied }) => isEmptied)
	const goes = [
		...traces.filter(({ isEmptied }) => !isEmptied).map(({ table, column }) => isOf(table, column)),
		...emptied.map(({ table, column }) => isOf(`${table}.${column}`, 'value')),
	]
	return [
		...emptied.map(
			({ table, column }) => sql`
				update ${deletedRows} set row = json_set(row, ${`$."${column}"`}, null) where ${isOf(table, column)}`,
		),
		sql`delete from ${deletedRows} where ${either(goes)}`,
		countTrash(sql`restored_at is null`),
	]
}

/** Returns the statement that counts trashed rows per table; `which` selects the deletions. */
const countTrash = (which: SQL) => sql`
	update ${deletions} set kept = (select json_group_object(source, rows) from (
		select source, count(*) as rows from ${deletedRows} where deletion_id = ${deletions}.id group by source))
	where ${which}`

/** Source and columns of trashed rows: a later migration may have added columns. */
export interface TrashForm {
	source: string
	/** JSON: the column names. */
	columns: string
}

// Includes earlier restores that were incomplete: the missing parent may be restored now.
const isRestoring = (id: string, when = sql`1`) =>
	sql`(${deletedRows}.deletion_id in (select id from ${deletions} where id = ${id} or restored_at is not null) and ${when})`

/**
 * Returns the query of a deletion's `TrashForm`s, including rows of earlier ones that still wait for their parents.
 */
export const trashFormsQuery = (id: string) => sql`
	select distinct source, (select json_group_array(key) from json_each(${deletedRows}.row)) as columns
	from ${deletedRows} where seq in (select min(seq) from ${deletedRows} where ${isRestoring(id)} group by deletion_id, source)`

const trashValue = (column: string) => sql`json_extract(${deletedRows}.row, ${sql.raw(`'$."${column}"'`)})`

/** Returns the condition that everything a trashed row refers to exists. */
const parentsAreThere = (references: readonly Reference[], columns: readonly string[]) =>
	references
		.filter((reference) => reference.columns.every((column) => columns.includes(column)))
		.map(({ columns: from, to, toColumns }) => {
			const isNone = sql.join(
				from.map((column) => sql`${trashValue(column)} is null`),
				sql` or `,
			)
			const isSame = sql.join(
				from.map((column, at) => sql`parent.${ident(toColumns[at] ?? '')} = ${trashValue(column)}`),
				sql` and `,
			)
			return sql`(${isNone} or exists (select 1 from ${ident(to)} as parent where ${isSame}))`
		})

function restoreTable(id: string, table: Table, columns: readonly string[], when: SQL, isRoot: boolean): SQL[] {
	const { name, key, references, computed } = table
	const known = table.columns.filter((column) => columns.includes(column))
	const conditions = [
		isRoot ? sql`${deletedRows}.deletion_id = ${id} and ${when}` : isRestoring(id, when),
		sql`source = ${name}`,
		...parentsAreThere(references, known),
	]
	const written = known.filter((column) => !computed.includes(column))
	const insert = sql`
		insert ${isRoot ? sql`` : sql`or ignore`} into ${ident(name)} (${named(written)})
		select ${sql.join(written.map(trashValue), sql`, `)} from ${deletedRows}
		where ${sql.join(conditions, sql` and `)} order by seq`
	const isThere = sql.join(
		key.map((column) => sql`${ident(name)}.${ident(column)} = ${trashValue(column)}`),
		sql` and `,
	)
	// A reply is restored after the row that it refers to in the same table.
	const refersToItself = references.some(({ to }) => to === name) && !isRoot
	return [
		insert,
		...(refersToItself ? [insert] : []),
		sql`delete from ${deletedRows} where ${isRestoring(id, when)} and source = ${name}
			and exists (select 1 from ${ident(name)} where ${isThere})`,
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
			where ${isRestoring(id, when)} and source = ${source} and ${ident(table.name)}.${ident(key)} = ${trashValue('key')}
				and ${ident(table.name)}.${ident(column)} is null and ${parent}`,
		sql`delete from ${deletedRows} where ${isRestoring(id, when)} and source = ${source} and ${parent}`,
	]
}

/**
 * Returns the SQL statements that restore a deletion: referenced tables first, and each row only if everything it
 * refers to exists. A unique conflict fails the root; other conflicting rows are skipped.
 * @param forms result of `trashFormsQuery`.
 * @param when condition of the restore, added to each statement.
 * @param root table of the thing itself; undefined if it was never removed, as with a canceled session.
 */
export function restoreStatements(id: string, forms: readonly TrashForm[], when: SQL, root?: SQLiteTable): SQL[] {
	const rootName = root && getTableConfig(root).name
	const ofSource = (source: string) => forms.filter((form) => form.source === source)
	const columnsOf = ({ columns }: TrashForm): string[] => JSON.parse(columns)
	const rows = tables.flatMap((table) =>
		ofSource(table.name).flatMap((form) => restoreTable(id, table, columnsOf(form), when, table.name === rootName)),
	)
	const references = tables.flatMap((table) =>
		table.references.flatMap(({ columns: [column = ''] }) =>
			ofSource(`${table.name}.${column}`).length > 0 ? restoreReference(id, table, column, when) : [],
		),
	)
	return [...rows, ...references]
}
