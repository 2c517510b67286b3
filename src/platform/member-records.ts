import { count, eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'

/** One thing that a member did or has, as the page about them lists it. */
export interface MemberRecord {
	/** Where in the order of its kind it stands, newest first: the number of its row. */
	row: number
	at: Date
	title: string
	/** What they wrote, as it is kept; null where they wrote nothing. */
	text: string | null
	/** What else there is to say, a few words each. */
	facts: string[]
	/** Where it can be seen; null where it cannot. */
	href: string | null
}

/** What one feature knows of a member. Features define theirs in `server/member-records.ts`; `src/app/member-records.ts` lists all. */
export interface MemberRecords {
	count(userId: string): Promise<number>
	/** At most `limit`, newest first, that come after the row `before`. */
	slice(userId: string, before: number | undefined, limit: number): Promise<MemberRecord[]>
}

/** The number of a row: what is written later has a higher one. */
export const rowNumber = (table: SQLiteTable) => sql<number>`${table}.rowid`

/**
 * Completes what a feature says of one of its tables.
 * @param given.owner the column that names the member; an index begins with it.
 * @param given.read the rows that fit `where`, in the order and number asked for.
 */
export function memberRecords(given: {
	table: SQLiteTable
	owner: SQLiteColumn
	read: (where: SQL, order: SQL, limit: number) => Promise<MemberRecord[]>
}): MemberRecords {
	const { table, owner, read } = given
	const row = rowNumber(table)
	return {
		async count(userId) {
			const [found] = await db().select({ count: count() }).from(table).where(eq(owner, userId))
			return found?.count ?? 0
		},
		slice: (userId, before, limit) =>
			read(
				before === undefined ? eq(owner, userId) : sql`${owner} = ${userId} and ${row} < ${before}`,
				sql`${row} desc`,
				limit,
			),
	}
}
