import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'
import { deletions } from '#db/schema/deletions.ts'
import { type DeletedKind, trashStatements } from '#db/trash-rows.ts'
import { newId } from '#src/lib/ids.ts'

interface Deletion {
	kind: DeletedKind
	id: string
	/** Display name; an SQL expression is evaluated at the time of the deletion. */
	name: string | SQL
	actor: { name: string }
	/** Table of the deleted rows. Foreign keys find the rows that depend on them. */
	table: SQLiteTable
	rows: SQL
}

/**
 * Returns the statements that copy the rows of a deletion to the trash. Put them before the deletion in its `write`.
 * @param when SQL condition of the deletion, evaluated where these statements are.
 */
export function moveToTrash({ kind, id, name, actor, table, rows }: Deletion, when: SQL) {
	const deletionId = newId()
	return [
		db().run(sql`
			insert into ${deletions} (id, kind, subject_id, name, deleted_at, deleted_by_name)
			select ${deletionId}, ${kind}, ${id}, ${name}, ${Date.now()}, ${actor.name} where ${when}`),
		...trashStatements(deletionId, table, rows).map((statement) => db().run(statement)),
	] as const
}

export interface Restorable {
	/** Table of the item; none if the row was never deleted, such as a canceled session. */
	table?: SQLiteTable
	/** Returns the condition that the item exists again, for use in the same write. */
	isThere(id: string): SQL
	/**
	 * Returns the statements that follow the restored rows.
	 * @param row the item's former values, by column.
	 * @param when whether the item is restored, for statements that do not check its rows.
	 */
	restored?(
		id: string,
		actor: { id: string; name: string },
		row: Readonly<Record<string, unknown>>,
		when: SQL,
	): BatchItem<'sqlite'>[]
	/** Erases what is left of an item that was only hidden. @param when whether it is deleted for good. */
	erase?(id: string, when: SQL): BatchItem<'sqlite'>[]
	/**
	 * Erases everything about an item that is deleted for good, also outside of the trash: a person may request that.
	 * Runs before the trash forgets the item, and again if it was interrupted.
	 * @param row as above; empty if it is erased already.
	 */
	eraseEverywhere?(id: string, row: Readonly<Record<string, unknown>>): Promise<void>
	href(id: string, row: Readonly<Record<string, unknown>>): string
}
