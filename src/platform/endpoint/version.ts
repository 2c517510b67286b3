import { eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import * as z from 'zod/mini'
import type { Contract } from '#src/lib/api/contract.ts'
import { type ApiError, httpError } from '#src/lib/api/errors.ts'

// The server's part of the one rule when two people edit (docs/decisions/022-concurrent-edits.md).

/**
 * Part of the condition of a change: whether the row is still as its author read it; always, where they name no version.
 * It belongs into every statement of the `write` that must not happen with a refused change.
 */
export const isVersion = (column: SQLiteColumn, version: number | undefined): SQL | undefined =>
	version === undefined ? undefined : eq(column, version)

/** The version after a change, for its `set`. */
export const nextVersion = (column: SQLiteColumn): SQL => sql`${column} + 1`

interface VersionedContract extends Contract {
	readonly errors: { readonly changed: readonly [status: number, text: string] }
}

/**
 * The refusal of a change that wrote nothing, if that is because it began with an older version than `present`, which
 * was read after it; else undefined.
 */
export function changedSince<C extends VersionedContract>(
	contract: C,
	version: number | undefined,
	present: z.input<C['current']> & { version?: number | undefined },
): ApiError | undefined {
	if (version === undefined || version === present.version) return undefined
	return httpError(contract.errors.changed, { current: z.parse(contract.current, present) })
}
