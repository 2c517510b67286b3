import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'

/** An exported value: text as written, times as dates, and lists of these. */
export type OwnValue = string | number | boolean | Date | null | OwnValue[] | { [name: string]: OwnValue }
export type OwnRow = Record<string, OwnValue>

type Cursor = string | number
type Placed<Row> = Row & { cursor: Cursor }

/**
 * A person's data in one table (docs/product.md, Account). Features define theirs in `server/own-data.ts`,
 * `src/app/own-data.ts` lists all.
 */
export interface OwnData {
	readonly name: string
	readonly title: string
	readonly about: string
	readonly table: SQLiteTable
	count(userId: string): Promise<number>
	/** Returns at most `limit` of this person's records after `after`, and the next cursor. */
	slice(userId: string, after: Cursor | undefined, limit: number): Promise<{ rows: OwnRow[]; next: Cursor | undefined }>
}

/** Returns the rowid, for tables whose index by person is in rowid order. Only stable within one export. */
export const rowOf = (table: SQLiteTable) => sql<number>`${table}.rowid`

/**
 * Completes a feature's definition for one of its tables.
 * @param given.owner column of the person's id.
 * @param given.cursor unique sort key of a person's rows.
 * @param given.read selects each field by name, so that a later column is not exported by accident, and `cursor`.
 * @param given.only condition that limits the rows.
 */
export function ownData<Row extends OwnRow>(given: {
	name: string
	title: string
	about: string
	table: SQLiteTable
	owner: SQLiteColumn
	cursor: SQL<Cursor> | SQLiteColumn
	read: (where: SQL | undefined, order: SQL | SQLiteColumn, limit: number) => Promise<Placed<Row>[]>
	only?: SQL
}): OwnData {
	const { name, title, about, table, owner, cursor, read, only } = given
	const ofPerson = (userId: string) => and(eq(owner, userId), only)
	return {
		...{ name, title, about, table },
		async count(userId) {
			const [row] = await db().select({ count: count() }).from(table).where(ofPerson(userId))
			return row?.count ?? 0
		},
		async slice(userId, after, limit) {
			const where = and(ofPerson(userId), after === undefined ? undefined : sql`${cursor} > ${after}`)
			const found = await read(where, cursor, limit)
			const next = found.length < limit ? undefined : found.at(-1)?.cursor
			return { rows: found.map(({ cursor: _, ...row }) => row), next }
		},
	}
}

export function fromJson(text: string | null): OwnValue {
	if (text === null) return null
	try {
		return JSON.parse(text) as OwnValue
	} catch {
		return text
	}
}
