import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'
import { type DeletedKind, trashStatements } from '#db/trash-rows.ts'
import { isLargeQuery, trashAlone } from '#db/trash-slices.ts'
import { newId } from '#src/lib/ids.ts'

/** What is deleted. */
interface Deletion {
	kind: DeletedKind
	id: string
	/** What it is called; an SQL expression is the name at the instant of the deletion. */
	name: string | SQL
	actor: { name: string }
	/** The table whose rows go, and which of them: what hangs on them is found by the foreign keys. */
	table: SQLiteTable
	rows: SQL
}

/**
 * The statements that keep what a deletion takes, for the `write` of it: put them before the deletion.
 * @param when the condition under which something is deleted, where these statements stand.
 */
export function moveToTrash({ kind, id, name, actor, table, rows }: Deletion, when: SQL) {
	const deletionId = newId()
	return [
		db().run(sql`
			insert into deletions (id, kind, subject_id, name, deleted_at, deleted_by_name)
			select ${deletionId}, ${kind}, ${id}, ${name}, ${Date.now()}, ${actor.name} where ${when}`),
		...trashStatements(deletionId, table, rows).map((statement) => db().run(statement)),
	] as const
}

/** Whether more hangs on rows of `table` than one write should take: then `moveToTrashInSlices` instead of `moveToTrash`. */
export const isLarge = async (table: SQLiteTable, rows: SQL) =>
	(await db().all<{ much: number }>(isLargeQuery(table, rows)))[0]?.much === 1

/**
 * The condition that a thing is not being deleted or brought back just now, slice by slice: until that is over, nobody
 * sees it. @param id SQL of its id, with its table.
 */
export const isWhole = (id: SQL) =>
	sql`not exists (select 1 from deletions where subject_id = ${id} and moving is not null)`

/**
 * The statements with which the slow deletion of a thing begins, in place of those of `moveToTrash` and of the one that
 * deletes: it is hidden by `hide`, and its rows go in slices (`features/deletions/server/trash-jobs.ts`). The first one tells by
 * `rowsAffected` whether it began. Call `wake('trash')` after the write.
 * @param hide the SQL that takes it from everybody who reads no more than its own row.
 */
export function moveToTrashInSlices({ kind, id, name, actor, table, rows }: Deletion, hide: SQL, when: SQL) {
	const deletionId = newId()
	return [
		db().run(sql`
			insert into deletions (id, kind, subject_id, name, deleted_at, deleted_by_name, moving)
			select ${deletionId}, ${kind}, ${id}, ${name}, ${Date.now()}, ${actor.name}, 'leaving' where ${when}`),
		db().run(trashAlone(deletionId, table, rows)),
		db().run(hide),
	] as const
}

/** What bringing back one kind of thing takes, as its feature tells it. */
export interface Restorable {
	/** The table of the thing itself; none where it was there all along, as a session that was cancelled. */
	table?: SQLiteTable
	/** Whether it is there again, as a condition for the same write. */
	isThere(id: string): SQL
	/**
	 * What is done once its rows are there. @param row the values that the thing had, by column.
	 * @param when whether it comes back, for what does not ask for its rows.
	 */
	restored?(
		id: string,
		actor: { id: string; name: string },
		row: Readonly<Record<string, unknown>>,
		when: SQL,
	): BatchItem<'sqlite'>[]
	/**
	 * The statement that hides it from everybody who reads no more than its own row, where much may hang on it and it
	 * comes back in slices. Its `restored` is told of no actor then.
	 */
	hide?(id: string): SQL
	/** Deleted for good, it goes from what other deletions keep as well: it is a person, who may ask for that. */
	isErasedEverywhere?: boolean
	/** Erases what is still there of a thing that was only hidden. @param when whether it is deleted for good. */
	erase?(id: string, when: SQL): BatchItem<'sqlite'>[]
	/** What else is erased with it then. @param row as above. @param when the condition under which it is. */
	forgotten?(row: Readonly<Record<string, unknown>>, when: SQL): BatchItem<'sqlite'>[]
	/** Where an admin finds it. @param row as above. */
	href(id: string, row: Readonly<Record<string, unknown>>): string
}
