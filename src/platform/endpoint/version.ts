import { eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import * as z from 'zod/mini'
import type { Contract } from '#src/lib/api/contract.ts'
import { type ApiError, httpError } from '#src/lib/api/errors.ts'

// Server side of optimistic locking (docs/decisions/022-concurrent-edits.md).

/**
 * Returns the SQL condition that the row still has the version that the editor read; undefined if none was sent. Add it
 * to every statement of the `write` that must not run for a rejected change.
 */
export const isVersion = (column: SQLiteColumn, version: number | undefined): SQL | undefined =>
	version === undefined ? undefined : eq(column, version)

export const nextVersion = (column: SQLiteColumn): SQL => sql`${column} + 1`

interface VersionedContract extends Contract {
	readonly errors: { readonly changed: readonly [status: number, text: string] }
}

/**
 * Returns the 409 error for a change that wrote nothing because its version is not that of `present`. Undefined if the
 * version matches or none was sent.
 * @param present the record, read after the failed change.
 */
export function changedSince<C extends VersionedContract>(
	contract: C,
	version: number | undefined,
	present: z.input<C['current']> & { version?: number | undefined },
): ApiError | undefined {
	if (version === undefined || version === present.version) return undefined
	return httpError(contract.errors.changed, { current: z.parse(contract.current, present) })
}
