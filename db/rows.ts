import { asc, exists, gt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { db } from './client.ts'

/** Returns the SQL condition that a matching row exists. */
export const hasRow = (table: SQLiteTable, where: SQL | undefined): SQL =>
	exists(db().select({ one: sql`1` }).from(table).where(where))

/** Checks whether a matching row exists. */
export const rowExists = async (table: SQLiteTable, where: SQL | undefined): Promise<boolean> =>
	(await db().select({ one: sql`1` }).from(table).where(where).limit(1)).length > 0

/** Returns the SQL condition that a column contains the text. Case-insensitive for ASCII letters. */
export const contains = (column: SQLiteColumn | SQL, text: string): SQL =>
	sql`${column} like ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`

/** Returns at most `limit` ids of a table in order: those after `after`, or from the start if it is undefined. */
export async function idsAfter(
	table: SQLiteTable & { id: SQLiteColumn },
	after: string | undefined,
	limit: number,
): Promise<string[]> {
	const rows = await db()
		.select({ id: sql<string>`${table.id}` })
		.from(table)
		.where(after === undefined ? undefined : gt(table.id, after))
		.orderBy(asc(table.id))
		.limit(limit)
	return rows.map(({ id }) => id)
}
