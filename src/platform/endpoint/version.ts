import { eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import * as z from 'zod/mini'
import type { Contract } from '#src/lib/api/contract.ts'
import { type ApiError, httpError } from '#src/lib/api/errors.ts'

// Server side of optimistic locking (docs/decisions/022-concurrent-edits.md).

/**
 * Returns an SQL condition: the row still has the version that the editor read. Always true without a version.
 * Add it to every statement of the `write` that must not run for a rejected change.
 */
export const isVersion = (column: SQLiteColumn, version: number | undefined): SQL | undefined =>
	version === undefined ? undefined : eq(column, version)

export const nextVersion = (column: SQLiteColumn): SQL => sql`${column} + 1`

interface VersionedContract extends Contract {
	readonly errors: { readonly changed: readonly [status: number, text: string] }
}

/**
 * Returns the 409 error of a change that wrote nothing because its version is older than that of `present`, which was
 * read afterwards; otherwise undefined.
 */
export function changedSince<C extends VersionedContract>(
	contract: C,
	version: number | undefined,
	present: z.input<C['current']> & { version?: number | undefined },
): ApiError | undefined {
	if (version === undefined || version === present.version) return undefined
	return httpError(contract.errors.changed, { current: z.parse(contract.current, present) })
}
