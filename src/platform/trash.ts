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
	/** Display name. An SQL expression is evaluated at the time of the deletion. */
	name: string | SQL
	actor: { name: string }
	/** Table of the deleted rows. Dependent rows are found through foreign keys. */
	table: SQLiteTable
	rows: SQL
}

/**
 * Returns the statements that copy the rows of a deletion to the trash. Put them in its `write`, before the deletion.
 * @param when SQL condition of the deletion, evaluated when these statements run.
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
	/** Table of the item; undefined if the item's row was never deleted, as with a canceled session. */
	table?: SQLiteTable
	/** Returns the condition that the item exists again, to be used in the write of the restore. */
	exists(id: string): SQL
	/**
	 * Returns the statements to run after the rows are restored.
	 * @param row the item's former values, by column.
	 * @param when condition that the item was restored, for statements that do not check its rows.
	 */
	afterRestore?(
		id: string,
		actor: { id: string; name: string },
		row: Readonly<Record<string, unknown>>,
		when: SQL,
	): BatchItem<'sqlite'>[]
	/** Erases the rest of an item that was only hidden. @param when condition that it is permanently deleted. */
	erase?(id: string, when: SQL): BatchItem<'sqlite'>[]
	/**
	 * Erases a permanently deleted item everywhere, not only in the trash, because a person may demand it. Runs before
	 * the item is removed from the trash, and again if it was interrupted.
	 * @param row the item's former values, by column; empty if they have already been erased.
	 */
	eraseEverywhere?(id: string, row: Readonly<Record<string, unknown>>): Promise<void>
	href(id: string, row: Readonly<Record<string, unknown>>): string
}
