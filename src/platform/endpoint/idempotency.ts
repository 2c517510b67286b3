import { type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { idStart, idTime, newId } from '#src/lib/ids.ts'

// The server's part of what is made anew and sent twice, as after a lost answer (docs/decisions/022).

/**
 * A statement that fails, and all of its `write` with it, where such a row stands: it would stand twice. For an id that
 * is used already, though not in the table that the write adds to.
 */
export const failsIf = (table: SQLiteTable, where: SQL) =>
	db().run(sql`insert into ${table} select * from ${table} where ${where}`)

/** How far the clock of a browser may be ahead, in milliseconds. */
const AHEAD_MS = 86_400_000

/**
 * The same where a deletion took a row of `table` with this id, and may bring it back. Only deletions since the id was
 * made are looked at: what they keep may be all that hung on a course.
 */
export const failsIfTrashed = (table: SQLiteTable, id: string) =>
	db().run(sql`
		insert into deletions select * from deletions where id >= ${idStart(Math.max(idTime(id) - AHEAD_MS, 0))} and exists (
			select 1 from deleted_rows where deletion_id = deletions.id and source = ${getTableConfig(table).name}
				and json_extract("row", '$.id') = ${id})`)

/** What was sent is what stands: all that is named, and dates as they are written. */
export const isAsSent = (stands: object, sent: object): boolean => {
	const written = new Map<string, unknown>(Object.entries(stands))
	return Object.entries(sent).every(
		([name, value]) => value === undefined || JSON.stringify(value) === JSON.stringify(written.get(name) ?? null),
	)
}

interface Creation<Made extends object> {
	/** How the form calls this sending; without a name, or with one of a clock far ahead, each is a thing of its own. */
	idempotencyKey: string | undefined
	/** What is made has these values. */
	sent: Partial<Record<keyof Made, unknown>>
	/** Writes it under this id, in one `write`. */
	make(id: string): Promise<Made>
	/** What has this id, as it is answered. */
	find(id: string): Promise<Made | undefined>
	sentBefore: readonly [status: number, text: string]
}

/**
 * Makes something once, however often it is sent under one name. The name is the id: the primary key refuses the second
 * one, and with it the entries, mails and pages of its `write`. The answer is then what stands.
 * @throws {ApiError} `sentBefore`, where that is something else by now, or is deleted.
 */
export async function onceByKey<Made extends object>(making: Creation<Made>): Promise<Made> {
	const { idempotencyKey, sent, make, find, sentBefore } = making
	// An id of the future would stand before all others until then.
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
