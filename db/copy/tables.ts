import { MIGRATIONS, MOVE } from '../inspect.ts'

/** What a table needs to be read and written row by row, in an order that both sides have. */
export interface Table {
	name: string
	/** What is read and written: all but computed columns, and the row's number where no column is it. */
	columns: readonly string[]
	/** Where in `columns` that stands which rows are ordered by. No two rows have the same. */
	key: readonly number[]
	/** Holds something before it is filled: tables that a full-text index keeps its data in. */
	isShadow: boolean
}

/** A whole database, as both sides tell of it. */
export interface Plan {
	/** Tables, views and full-text tables, in the order of their making. */
	before: readonly string[]
	tables: readonly Table[]
	/** Indexes and triggers: made when the rows are there, so that they neither slow nor repeat what triggers did. */
	after: readonly string[]
}

/** Counters of AUTOINCREMENT: SQLite makes the table itself. */
export const SEQUENCE = 'sqlite_sequence'

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

type Ask = (sql: string) => Promise<ReadonlyArray<readonly unknown[]>>

/** Statistics of the planner are made anew by whoever wants them; SQLite lets nobody write its other own tables. */
const isOurs = (name: string) => name === SEQUENCE || !/^(sqlite_|libsql_)/.test(name)

interface Column {
	name: string
	type: string
	/** Its place in the primary key, from 1; 0 where it is in none. */
	primary: number
}

/** A column may be called like one of the three names that the row's number has. */
function rowNumber(columns: readonly Column[]): string {
	const taken = new Set(columns.map(({ name }) => name.toLowerCase()))
	const free = ['rowid', '_rowid_', 'oid'].find((name) => !taken.has(name))
	if (free === undefined) throw new Error('A table has columns of all names that the row number has')
	return free
}

function tableOf(name: string, columns: readonly Column[], has: { rowNumber: boolean; isShadow: boolean }): Table {
	const names = columns.map((column) => column.name)
	const primary = columns.filter((column) => column.primary > 0).toSorted((one, other) => one.primary - other.primary)
	const keyOf = (columnsOfKey: readonly Column[]) => columnsOfKey.map((column) => columns.indexOf(column))
	// Its rows have no key of their own, and no place that matters.
	if (name === SEQUENCE) return { name, columns: names, key: [0], isShadow: true }
	const isNumber = primary.length === 1 && primary[0]?.type.toUpperCase() === 'INTEGER'
	if (!has.rowNumber || isNumber) return { name, columns: names, key: keyOf(primary), isShadow: has.isShadow }
	return { name, columns: [rowNumber(columns), ...names], key: [0], isShadow: has.isShadow }
}

/** Reads from one side what there is to carry. */
export async function readPlan(ask: Ask): Promise<Plan> {
	const objects = (await ask('select type, name, sql from sqlite_schema order by rowid'))
		.map(([type, name, sql]) => ({ type: String(type), name: String(name), sql: sql as string | null }))
		.filter(({ name }) => isOurs(name) && name !== MOVE)
	const kinds = new Map(
		(await ask("select name, type, wr from pragma_table_list where schema = 'main'")).map(([name, kind, without]) => [
			String(name),
			{ kind: String(kind), isWithoutRowNumber: Number(without) === 1 },
		]),
	)
	const kindOf = (name: string) => kinds.get(name) ?? { kind: 'table', isWithoutRowNumber: false }
	const columnsOf = new Map<string, Column[]>()
	// In one question: each costs a round trip to a server.
	const all = await ask(
		`select s.name, c.name, c.type, c.pk from sqlite_schema s, pragma_table_xinfo(s.name) c
		 where s.type = 'table' and c.hidden = 0 order by s.rowid, c.cid`,
	)
	for (const [table, name, type, primary] of all) {
		const column = { name: String(name), type: String(type), primary: Number(primary) }
		columnsOf.set(String(table), [...(columnsOf.get(String(table)) ?? []), column])
	}
	const made = objects.filter(({ type, name }) => type !== 'index' && type !== 'trigger' && name !== SEQUENCE)
	const stored = objects.filter(({ type, name }) => type === 'table' && kindOf(name).kind !== 'virtual')
	return {
		before: made.filter(({ name }) => kindOf(name).kind !== 'shadow').map(({ sql }) => String(sql)),
		tables: stored.map(({ name }) => {
			const { kind, isWithoutRowNumber } = kindOf(name)
			return tableOf(name, columnsOf.get(name) ?? [], { rowNumber: !isWithoutRowNumber, isShadow: kind === 'shadow' })
		}),
		after: objects
			.filter(({ type, sql }) => (type === 'index' || type === 'trigger') && sql)
			.map(({ sql }) => String(sql)),
	}
}

/** Whether there is anything that a person would miss. */
export const isEmptyPlan = ({ before }: Plan) => before.length === 0

/** Whether the tables are those of a club. */
export const isClub = ({ tables }: Plan) =>
	['users', MIGRATIONS].every((name) => tables.some((table) => table.name === name))

/**
 * `insert` of one row that comes from elsewhere. One of the same key is changed: a trigger may have made it. Any other
 * rule that the row breaks is an error.
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

/** `insert` of so many rows at once. @param place what stands for the value at this place of all. */
export function insertInto({ name, columns }: Table, rows: number, place: (index: number) => string): string {
	const lines = Array.from(
		{ length: rows },
		(_, row) => `(${columns.map((_column, index) => place(row * columns.length + index)).join(',')})`,
	)
	// Sent again after an answer that was lost, it changes nothing.
	return `insert or replace into ${quote(name)} (${columns.map(quote).join(',')}) values ${lines.join(',')}`
}
