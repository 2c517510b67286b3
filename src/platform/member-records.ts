import { count, eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'

export interface MemberRecord {
	/** Row number within its kind: higher is newer. */
	row: number
	at: Date
	title: string
	/** Their text as stored; null if there is none. */
	text: string | null
	facts: string[]
	/** Link to it; null if it cannot be viewed. */
	href: string | null
}

/**
 * A feature's records of a member. Features define theirs in `server/member-records.ts`; `src/app/member-records.ts`
 * lists all.
 */
export interface MemberRecords {
	count(userId: string): Promise<number>
	/** Returns at most `limit` records older than the row `before`, newest first. */
	slice(userId: string, before: number | undefined, limit: number): Promise<MemberRecord[]>
}

/** Returns the rowid, which increases with creation. */
export const rowNumber = (table: SQLiteTable) => sql<number>`${table}.rowid`

/**
 * Completes a feature's definition for one of its tables.
 * @param given.owner column of the member's id, the first column of an index.
 * @param given.read reads the rows matching `where`, with the given order and limit.
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
