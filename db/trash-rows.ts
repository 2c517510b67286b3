import { type SQL, sql } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as applications from './schema/applications.ts'
import * as audit from './schema/audit.ts'
import * as auth from './schema/auth.ts'
import * as coaching from './schema/coaching.ts'
import * as figures from './schema/course-statistics.ts'
import * as courses from './schema/courses.ts'
import * as deletions from './schema/deletions.ts'
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

// What a deletion takes along by its foreign keys, as statements that keep it and bring it back. They are made from
// the schema, so that a new table is kept as soon as it is there. All copying is done by the database: a course with a
// hundred thousand enrollments is not read into this process.

const files = {
	...{
		applications,
		audit,
		auth,
		coaching,
		courses,
		deletions,
		discussion,
		figures,
		links,
		mailings,
		media,
		members,
		modules,
	},
	...{ notifications, operations, podcast, questions, search, settings, users },
}

/** What can be brought back. */
export type DeletedKind = typeof deletions.deletions.$inferSelect.kind

/** What never comes back: whoever was signed in, links of one use, mails that would be late, and what is counted anew. */
export const NEVER_BACK = new Set(['auth_sessions', 'password_resets', 'pending_notices', 'course_figures'])

/** Columns that triggers count up again while the rows that they count come back. */
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

export interface Table {
	name: string
	columns: readonly string[]
	/** Of the columns those that the database computes: they are kept, to be found by, and never written. */
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

/** Every table, after those that it refers to. */
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

export const named = (columns: readonly string[], of?: string) =>
	sql.raw(columns.map((column) => `${of ? `"${of}".` : ''}"${column}"`).join(', '))
export const tuple = (columns: readonly string[], of?: string) => sql`(${named(columns, of)})`
const either = (conditions: readonly SQL[]) => sql`(${sql.join([...conditions], sql` or `)})`
export const ident = (name: string) => sql.raw(`"${name}"`)

/** The rows of `table` that go when the rows of `gone` do, as a condition; undefined where none can. */
export function goesWith(table: Table, gone: ReadonlyMap<string, SQL>): SQL | undefined {
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
	// A reply goes with what it answers, whoever wrote it.
	return sql`${tuple(inner.toColumns)} in (
		with recursive going as (
			select ${named(inner.toColumns)} from ${ident(table.name)} where ${either(conditions)}
			union select ${named(inner.toColumns, table.name)} from ${ident(table.name)}
				join going on ${tuple(inner.columns, table.name)} = ${tuple(inner.toColumns, 'going')}
		) select * from going)`
}

export const jsonOf = ({ name, columns }: Table) =>
	sql.raw(
		`json_object(${columns.map((column) => (COUNTED_BY_TRIGGERS[name]?.includes(column) ? `'${column}', 0` : `'${column}', "${column}"`)).join(', ')})`,
	)

/** One select of what is kept: from where, and the rows as JSON. */
interface TrashRows {
	source: string
	rows: SQL
}

/**
 * All that goes when the rows of `root` that satisfy `condition` are deleted: themselves, the rows that their foreign
 * keys take along, and the references that become empty.
 */
export function rowsWith(root: string, condition: SQL): TrashRows[] {
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
 * The statements, as SQL, that keep what goes with rows, and say how many of each table. They belong into the `write`
 * that deletes, before the deletion; nothing is kept without the row of `deletions` named by `id`.
 */
export function trashStatements(id: string, root: SQLiteTable, condition: SQL): SQL[] {
	const isWanted = sql`exists (select 1 from deletions where id = ${id})`
	return [
		...rowsWith(getTableConfig(root).name, condition).map(
			({ source, rows }) => sql`
				insert into deleted_rows (deletion_id, source, row)
				select ${id}, ${source}, kept.value from (${rows}) as kept where ${isWanted}`,
		),
		countTrash(sql`id = ${id}`),
	]
}

/** A column that leads to a thing, by itself or through what belongs to it, and what becomes of a row with it. */
interface Trace {
	table: string
	column: string
	isEmptied: boolean
}

/** Every column in which the id of a row of `root` stands: also of what refers to the enrollment of a person. */
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
 * The statements, as SQL, that do to kept rows between two numbers what the deletion of a thing did to those in the
 * tables: what belongs to it goes from all other deletions too, and references to it become empty.
 */
export function eraseStatements(root: SQLiteTable, rootId: string, from: number, to: number): SQL[] {
	const isHere = sql`seq > ${from} and seq <= ${to}`
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
				update deleted_rows set row = json_set(row, ${`$."${column}"`}, null) where ${isHere} and ${isOf(table, column)}`,
		),
		sql`delete from deleted_rows where ${isHere} and ${either(goes)}`,
	]
}

/** The statement that counts anew what deletions keep, after something of them was erased. */
export const recountTrash = () => countTrash(sql`restored_at is null`)

/** The statement that says how many rows of each table are kept; `which` are the deletions. */
export const countTrash = (which: SQL) => sql`
	update deletions set kept = (select json_group_object(source, rows) from (
		select source, count(*) as rows from deleted_rows where deletion_id = deletions.id group by source))
	where ${which}`

/** Where kept rows are from and which columns they have: a migration may have added some since. */
export interface TrashForm {
	source: string
	/** JSON: the names of the columns. */
	columns: string
}

/** Also of what came back before, and of which some could not: what it belongs to may come back now. */
const isRestoring = (id: string, when = sql`1`) =>
	sql`(deleted_rows.deletion_id in (select id from deletions where id = ${id} or (restored_at is not null and moving is null)) and ${when})`

/** The query of `TrashForm`s that belong to a deletion, or still wait from an earlier one: of one deletion all are alike. */
export const trashFormsQuery = (id: string) => sql`
	select distinct source, (select json_group_array(key) from json_each(deleted_rows.row)) as columns
	from deleted_rows where seq in (select min(seq) from deleted_rows where ${isRestoring(id)} group by deletion_id, source)`

export const trashValue = (column: string) => sql.raw(`json_extract(deleted_rows.row, '$."${column}"')`)

/** That what a kept row refers to is there. */
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

export function restoreTable(id: string, table: Table, columns: readonly string[], when: SQL, isRoot: boolean): SQL[] {
	const { name, key, references, computed } = table
	const known = table.columns.filter((column) => columns.includes(column))
	const conditions = [
		isRoot ? sql`deleted_rows.deletion_id = ${id} and ${when}` : isRestoring(id, when),
		sql`source = ${name}`,
		...parentsAreThere(references, known),
	]
	const written = known.filter((column) => !computed.includes(column))
	const insert = sql`
		insert ${isRoot ? sql`` : sql`or ignore`} into ${ident(name)} (${named(written)})
		select ${sql.join(written.map(trashValue), sql`, `)} from deleted_rows
		where ${sql.join(conditions, sql` and `)} order by seq`
	const isThere = sql.join(
		key.map((column) => sql`${ident(name)}.${ident(column)} = ${trashValue(column)}`),
		sql` and `,
	)
	// What answers something of the same table comes when that is there.
	const refersToItself = references.some(({ to }) => to === name) && !isRoot
	return [
		insert,
		...(refersToItself ? [insert] : []),
		sql`delete from deleted_rows where ${isRestoring(id, when)} and source = ${name}
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
		sql`update ${ident(table.name)} set ${ident(column)} = ${trashValue('value')} from deleted_rows
			where ${isRestoring(id, when)} and source = ${source} and ${ident(table.name)}.${ident(key)} = ${trashValue('key')}
				and ${ident(table.name)}.${ident(column)} is null and ${parent}`,
		sql`delete from deleted_rows where ${isRestoring(id, when)} and source = ${source} and ${parent}`,
	]
}

/**
 * The statements, as SQL, that bring back what a deletion kept: tables before those that refer to them, each row only
 * where what it refers to is there. The root fails on a value that somebody else has by now; of the others such a row
 * stays away.
 * @param forms what `trashFormsQuery` answered.
 * @param when the condition under which it may come back, for each of the statements.
 * @param root the table of the thing itself; none where it was there all along, as a session that was cancelled.
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

/** The names of all tables of the schema that can be kept. */
export const trashTableNames = tables.map(({ name }) => name)
