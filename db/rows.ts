import { exists, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { db } from './client.ts'

/** Returns the SQL condition that a row matches. */
export const hasRow = (table: SQLiteTable, where: SQL | undefined): SQL =>
	exists(db().select({ one: sql`1` }).from(table).where(where))

/** Checks whether a row matches. */
export const isAnyRow = async (table: SQLiteTable, where: SQL | undefined): Promise<boolean> =>
	(await db().select({ one: sql`1` }).from(table).where(where).limit(1)).length > 0
