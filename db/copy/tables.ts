import { MIGRATIONS_TABLE, MOVE_TABLE } from '../inspect.ts'

/** A table, with the columns and sort key to copy it row by row in the same order on both sides. */
export interface Table {
	name: string
	/** Columns to copy: all except generated columns, plus the rowid if no column is an alias for it. */
	columns: readonly string[]
	/** Indexes into `columns` of the unique sort key. */
	key: readonly number[]
	/** Whether it is a shadow table of a full-text index. Such a table contains rows right after its creation. */
	isShadow: boolean
}

export interface Plan {
	/** Statements that create tables, views and full-text tables, in order of creation. */
	before: readonly string[]
	tables: readonly Table[]
	/** Statements that create indexes and triggers. Run after the rows are copied, so that triggers do not fire again. */
	after: readonly string[]
}

/** Table of AUTOINCREMENT counters, created by SQLite. */
export const SEQUENCE = 'sqlite_sequence'

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

type RunQuery = (sql: string) => Promise<ReadonlyArray<readonly unknown[]>>

/** Returns whether to copy a table. Planner statistics can be recomputed; other internal tables are read-only. */
const isCopied = (name: string) => name === SEQUENCE || !/^(sqlite_|libsql_)/.test(name)

interface Column {
	name: string
	type: string
	/** Position in the primary key, from 1; 0 if not part of it. */
	primary: number
}

/** Returns the first of SQLite's three names for the rowid that no column has. */
function rowidName(columns: readonly Column[]): string {
	const taken = new Set(columns.map(({ name }) => name.toLowerCase()))
	const free = ['rowid', '_rowid_', 'oid'].find((name) => !taken.has(name))
	if (free === undefined) throw new Error('A table has columns with all three names of the rowid')
	return free
}

function tableOf(name: string, columns: readonly Column[], traits: { hasRowid: boolean; isShadow: boolean }): Table {
	const names = columns.map((column) => column.name)
	const primary = columns.filter((column) => column.primary > 0).toSorted((one, other) => one.primary - other.primary)
	const keyOf = (columnsOfKey: readonly Column[]) => columnsOfKey.map((column) => columns.indexOf(column))
	// This table has no primary key, and its order does not matter.
	if (name === SEQUENCE) return { name, columns: names, key: [0], isShadow: true }
	const isRowidAlias = primary.length === 1 && primary[0]?.type.toUpperCase() === 'INTEGER'
	if (!traits.hasRowid || isRowidAlias) return { name, columns: names, key: keyOf(primary), isShadow: traits.isShadow }
	return { name, columns: [rowidName(columns), ...names], key: [0], isShadow: traits.isShadow }
}

export async function readPlan(query: RunQuery): Promise<Plan> {
	const objects = (await query('select type, name, sql from sqlite_schema order by rowid'))
		.map(([type, name, sql]) => ({ type: String(type), name: String(name), sql: sql as string | null }))
		.filter(({ name }) => isCopied(name) && name !== MOVE_TABLE)
	const kinds = new Map(
		(await query("select name, type, wr from pragma_table_list where schema = 'main'")).map(([name, kind, wr]) => [
			String(name),
			{ kind: String(kind), isWithoutRowid: Number(wr) === 1 },
		]),
	)
	const kindOf = (name: string) => kinds.get(name) ?? { kind: 'table', isWithoutRowid: false }
	const columnsOf = new Map<string, Column[]>()
	// One query for all tables, because each query costs a round trip to a server.
	const all = await query(
		`select s.name, c.name, c.type, c.pk from sqlite_schema s, pragma_table_xinfo(s.name) c
		 where s.type = 'table' and c.hidden = 0 order by s.rowid, c.cid`,
	)
	for (const [table, name, type, primary] of all) {
		const column = { name: String(name), type: String(type), primary: Number(primary) }
		columnsOf.set(String(table), [...(columnsOf.get(String(table)) ?? []), column])
	}
	const definitions = objects.filter(({ type, name }) => type !== 'index' && type !== 'trigger' && name !== SEQUENCE)
	const stored = objects.filter(({ type, name }) => type === 'table' && kindOf(name).kind !== 'virtual')
	return {
		before: definitions.filter(({ name }) => kindOf(name).kind !== 'shadow').map(({ sql }) => String(sql)),
		tables: stored.map(({ name }) => {
			const { kind, isWithoutRowid } = kindOf(name)
			return tableOf(name, columnsOf.get(name) ?? [], { hasRowid: !isWithoutRowid, isShadow: kind === 'shadow' })
		}),
		after: objects
			.filter(({ type, sql }) => (type === 'index' || type === 'trigger') && sql)
			.map(({ sql }) => String(sql)),
	}
}

export const isEmptyPlan = ({ before }: Plan) => before.length === 0

export const isClub = ({ tables }: Plan) =>
	['users', MIGRATIONS_TABLE].every((name) => tables.some((table) => table.name === name))

/**
 * Returns an upsert of one row from an untrusted source. Updates a row with the same key, because a trigger may have
 * created it. Any other violated constraint is an error.
 */
export function insertByKey(
	{ name, columns }: Table,
	keyColumns: readonly string[],
	values: readonly string[],
): string {
	const others = columns.filter((column) => !keyColumns.includes(column))
	const change = others.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(',')
	const conflict = `on conflict (${keyColumns.map(quote).join(',')}) ${change ? `do update set ${change}` : 'do nothing'}`
	return `insert into ${quote(name)} (${columns.map(quote).join(',')}) values (${values.join(',')}) ${keyColumns.length > 0 ? conflict : ''}`
}

/**
 * Returns an `insert` of several rows.
 * @param placeholder returns the placeholder for a value by its index in all values.
 */
export function insertInto({ name, columns }: Table, rows: number, placeholder: (index: number) => string): string {
	const lines = Array.from(
		{ length: rows },
		(_, row) => `(${columns.map((_column, index) => placeholder(row * columns.length + index)).join(',')})`,
	)
	// `or replace` makes it idempotent: a retry after a lost response changes nothing.
	return `insert or replace into ${quote(name)} (${columns.map(quote).join(',')}) values ${lines.join(',')}`
}
