import { type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { deletedRows, deletions } from '#db/schema/deletions.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { idStart, idTime, newId } from '#src/lib/ids.ts'

// Server side of idempotent creation, for requests that are repeated after a lost response (docs/decisions/022).

/**
 * Returns a statement that makes its `write` fail if a matching row exists. For ids that may already be used in a table
 * other than the one that the write inserts into.
 */
export const failsIf = (table: SQLiteTable, where: SQL) =>
	db().run(sql`insert into ${table} select * from ${table} where ${where}`)

/** Maximum clock skew of a browser, in milliseconds. */
const AHEAD_MS = 86_400_000

/**
 * Like `failsIf`, for a row of `table` with this id in the trash. Searches only deletions since the id was created, to
 * limit the number of rows.
 */
export const failsIfTrashed = (table: SQLiteTable, id: string) =>
	db().run(sql`
		insert into ${deletions} select * from ${deletions} where id >= ${idStart(Math.max(idTime(id) - AHEAD_MS, 0))} and exists (
			select 1 from ${deletedRows} where deletion_id = ${deletions}.id and source = ${getTableConfig(table).name}
				and json_extract("row", '$.id') = ${id})`)

/** Returns whether a stored record has all values of a request. Compares dates in serialized form. */
export const isAsSent = (stands: object, sent: object): boolean => {
	const written = new Map<string, unknown>(Object.entries(stands))
	return Object.entries(sent).every(
		([name, value]) => value === undefined || JSON.stringify(value) === JSON.stringify(written.get(name) ?? null),
	)
}

interface Creation<Made extends object> {
	/** The form's idempotency key. If missing or too far in the future, every request creates a new record. */
	idempotencyKey: string | undefined
	sent: Partial<Record<keyof Made, unknown>>
	/** Creates the record with this id, in one `write`. */
	make(id: string): Promise<Made>
	find(id: string): Promise<Made | undefined>
	sentBefore: readonly [status: number, text: string]
}

/**
 * Creates a record once per idempotency key. The key is used as the id, so the primary key rejects a repetition
 * together with the emails, audit entries and pages of its `write`. After a repetition, returns the existing record.
 * @throws {ApiError} `sentBefore` if the existing record was deleted or differs from the request.
 */
export async function onceByKey<Made extends object>(making: Creation<Made>): Promise<Made> {
	const { idempotencyKey, sent, make, find, sentBefore } = making
	// Ids sort by time: an id from the future would stay first in lists until that time.
	if (idempotencyKey === undefined || idTime(idempotencyKey) > Date.now() + AHEAD_MS) return make(newId())
	try {
		return await make(idempotencyKey)
	} catch (error) {
		if (!isUniqueViolation(error, '.id')) throw error
		const stands = await find(idempotencyKey)
		if (!stands || !isAsSent(stands, sent)) throw httpError(sentBefore)
		return stands
	}
}
