import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'

/** A value as it is taken along: text as it was written, instants as dates, and lists of those. */
export type OwnValue = string | number | boolean | Date | null | OwnValue[] | { [name: string]: OwnValue }
/** One thing that is kept about a person, by the names of its fields. */
export type OwnRow = Record<string, OwnValue>

type Cursor = string | number
/** One thing, with where in the order of its kind it stands. */
type Placed<Row> = Row & { cursor: Cursor }

/**
 * What is kept of a person in one table (docs/product.md, Account). Features define theirs in `server/own-data.ts`,
 * `src/app/own-data.ts` lists all.
 */
export interface OwnData {
	/** What it is called in the file of data. */
	readonly name: string
	/** What it is called on the screen and in the file one reads. */
	readonly title: string
	/** What it is, in a sentence. */
	readonly about: string
	readonly table: SQLiteTable
	/** How many there are of this person. */
	count(userId: string): Promise<number>
	/** At most `limit` of this person that come after `after`, and where the next ones begin. */
	slice(userId: string, after: Cursor | undefined, limit: number): Promise<{ rows: OwnRow[]; next: Cursor | undefined }>
}

/** The number of a row, for tables whose index by person is in the order of rows. Good within one reading. */
export const rowOf = (table: SQLiteTable) => sql<number>`${table}.rowid`

/**
 * Completes what a feature says of one of its tables.
 * @param given.owner the column that names the person.
 * @param given.cursor what the rows of one person are read in the order of; it tells them apart.
 * @param given.read names each field, so that a column added later is not taken along unseen, and `cursor`.
 * @param given.only which rows of the person, where it is not all.
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

/** What is kept as JSON, as what it is. */
export function fromJson(text: string | null): OwnValue {
	if (text === null) return null
	try {
		return JSON.parse(text) as OwnValue
	} catch {
		return text
	}
}
