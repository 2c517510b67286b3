import { type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { deletedRows, deletions } from '#db/schema/deletions.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { idStart, idTime, newId } from '#src/lib/ids.ts'

// Server side of idempotent creation, for requests repeated after a lost response (docs/decisions/022).

/**
 * Returns a statement that fails, and its `write` with it, if a matching row exists. For ids that are already used in
 * another table than the one that the write inserts into.
 */
export const failsIf = (table: SQLiteTable, where: SQL) =>
	db().run(sql`insert into ${table} select * from ${table} where ${where}`)

/** Maximum clock skew of a browser, in milliseconds. */
const AHEAD_MS = 86_400_000

/**
 * Like `failsIf`, for a row of `table` with this id in the trash. Only looks at deletions since the id was created,
 * to limit the rows to search.
 */
export const failsIfTrashed = (table: SQLiteTable, id: string) =>
	db().run(sql`
		insert into ${deletions} select * from ${deletions} where id >= ${idStart(Math.max(idTime(id) - AHEAD_MS, 0))} and exists (
			select 1 from ${deletedRows} where deletion_id = ${deletions}.id and source = ${getTableConfig(table).name}
				and json_extract("row", '$.id') = ${id})`)

/** Returns whether a stored record has all values that were sent; dates are compared as serialized. */
export const isAsSent = (stands: object, sent: object): boolean => {
	const written = new Map<string, unknown>(Object.entries(stands))
	return Object.entries(sent).every(
		([name, value]) => value === undefined || JSON.stringify(value) === JSON.stringify(written.get(name) ?? null),
	)
}

interface Creation<Made extends object> {
	/**
	 * The form's idempotency key. Without one, or with one too far in the future, every request creates a new record.
	 */
	idempotencyKey: string | undefined
	sent: Partial<Record<keyof Made, unknown>>
	/** Creates the record with this id, in one `write`. */
	make(id: string): Promise<Made>
	find(id: string): Promise<Made | undefined>
	sentBefore: readonly [status: number, text: string]
}

/**
 * Creates a record once per idempotency key. The key is the id: the primary key rejects a repetition together with
 * the mails, audit entries and pages of its `write`. The existing record is then returned.
 * @throws {ApiError} `sentBefore` when the existing record differs by now or is deleted.
 */
export async function onceByKey<Made extends object>(making: Creation<Made>): Promise<Made> {
	const { idempotencyKey, sent, make, find, sentBefore } = making
	// An id from the future would sort before all others until then.
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
