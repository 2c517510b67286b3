import { eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Whether a row is still as the author of a change read it (`lib/version.ts`); always, where they name no version. */
export const isVersion = (column: SQLiteColumn, version: string | undefined): SQL | undefined =>
	version === undefined ? undefined : eq(column, new Date(version))

/** The version after a change. Never the same instant twice: two changes within a millisecond are two versions. */
export const nextVersion = (column: SQLiteColumn): SQL => sql`max(${Date.now()}, ${column} + 1)`
