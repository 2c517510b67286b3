import { and, eq, type GetColumnData, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'

/** An exported value. Text is as the person wrote it, and times are dates. */
export type OwnValue = string | number | boolean | Date | null | OwnValue[] | { [name: string]: OwnValue }
/** One record about a person, by field name. */
export type OwnRow = Record<string, OwnValue>

type Cursor = string | number

/**
 * Export of a person's data in one table (docs/product.md, Account). Defined by features in `server/member-data.ts`;
 * `src/app/own-data.ts` lists all of them.
 */
export interface OwnData {
	/** Name in the data file. */
	readonly name: string
	/** Title on the screen and in the readable file. */
	readonly title: string
	/** One-sentence description. */
	readonly about: string
	readonly table: SQLiteTable
	/** Returns the number of the person's records. */
	count(userId: string): Promise<number>
	/** Returns at most `limit` of the person's records after the cursor `after`, and the next cursor. */
	slice(userId: string, after: Cursor | undefined, limit: number): Promise<{ rows: OwnRow[]; next: Cursor | undefined }>
}

/** One record of a member's activity, for the member's page. */
interface MemberRecord {
	/** Row number within the kind of record: higher is newer. */
	row: number
	at: Date
	title: string
	/** The member's text as stored; null if there is none. */
	text: string | null
	/** Other facts, a few words each. */
	facts: string[]
	/** Link to the item; null if it cannot be viewed. */
	href: string | null
}

/** One kind of activity record. Defined in `server/member-data.ts`; `src/app/member-records.ts` lists all of them. */
export interface MemberRecords {
	count(userId: string): Promise<number>
	/** Returns at most `limit` records older than the row `before`, newest first. */
	slice(userId: string, before: number | undefined, limit: number): Promise<MemberRecord[]>
}

/** A table in which each row belongs to a person. */
export interface MemberRows {
	table: SQLiteTable
	/** Column with the person's id. Must be the first column of an index. */
	owner: SQLiteColumn
	/** Tables to join, each with its condition. */
	joins?: readonly (readonly [SQLiteTable, SQL])[]
}

type Fields = Record<string, SQLiteColumn | SQL>
type RowOf<F extends Fields> = {
	[Name in keyof F]: F[Name] extends SQLiteColumn ? GetColumnData<F[Name]> : F[Name] extends SQL<infer T> ? T : never
}

/** Returns SQL for the rowid, which increases with creation. It is stable only within one export. */
export const rowOf = (table: SQLiteTable) => sql<number>`${table}.rowid`

async function readRows<F extends Fields>(
	{ table, joins = [] }: MemberRows,
	{ fields, where, order, limit }: { fields: F; where: SQL | undefined; order: SQL | SQLiteColumn; limit: number },
) {
	const query = db().select<Fields>(fields).from(table).$dynamic()
	for (const [joined, on] of joins) query.innerJoin(joined, on)
	return (await query.where(where).orderBy(order).limit(limit)) as RowOf<F>[]
}

/**
 * Defines the export of a table in a person's data file.
 * @param definition.cursor unique sort key of a person's rows.
 * @param definition.fields fields to export, listed so that a column added later is not exported by accident.
 * @param definition.toRow converts a row. If omitted, the fields are exported as they are.
 * @param definition.only condition that limits the rows.
 */
export function ownData<F extends Fields>(
	definition: MemberRows & {
		name: string
		title: string
		about: string
		cursor: SQL<Cursor> | SQLiteColumn
		fields: F
		toRow?: (row: RowOf<F>) => OwnRow
		only?: SQL
	},
): OwnData {
	const { name, title, about, table, cursor, fields, toRow = (row) => row as OwnRow } = definition
	const isOwner = (userId: string) => and(eq(definition.owner, userId), definition.only)
	return {
		...{ name, title, about, table },
		count: (userId) => db().$count(table, isOwner(userId)),
		async slice(userId, after, limit) {
			const where = and(isOwner(userId), after === undefined ? undefined : sql`${cursor} > ${after}`)
			const records = await readRows(definition, { fields: { ...fields, cursor }, where, order: cursor, limit })
			const next = records.length < limit ? undefined : (records.at(-1)?.cursor as Cursor)
			return { rows: records.map(({ cursor: _, ...row }) => toRow(row as RowOf<F>)), next }
		},
	}
}

/** Defines the records of a table on a member's page, newest first. */
export function memberRecords<F extends Fields>(
	definition: MemberRows & { fields: F; toRecord: (row: RowOf<F>) => Omit<MemberRecord, 'row'> },
): MemberRecords {
	const row = rowOf(definition.table)
	return {
		count: (userId) => db().$count(definition.table, eq(definition.owner, userId)),
		async slice(userId, before, limit) {
			const where = and(eq(definition.owner, userId), before === undefined ? undefined : sql`${row} < ${before}`)
			const fields = { ...definition.fields, row }
			const records = await readRows(definition, { fields, where, order: sql`${row} desc`, limit })
			return records.map((each) => ({ ...definition.toRecord(each as RowOf<F>), row: each.row as number }))
		},
	}
}

/** Parses a stored JSON value. Returns invalid JSON as text. */
export function fromJson(text: string | null): OwnValue {
	if (text === null) return null
	try {
		return JSON.parse(text) as OwnValue
	} catch {
		return text
	}
}
