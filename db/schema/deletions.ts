import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What an admin can bring back: one row for each thing that was deleted. */
export const deletions = sqliteTable(
	'deletions',
	{
		/** Sorts by the time of the deletion. */
		id: text('id').primaryKey(),
		kind: text('kind', { enum: ['course', 'module', 'session', 'category', 'question', 'account'] }).notNull(),
		subjectId: text('subject_id').notNull(),
		/** What it was called. */
		name: text('name').notNull(),
		/** JSON: how many rows of each table are kept. */
		kept: text('kept').notNull().default('{}'),
		deletedAt: integer('deleted_at', { mode: 'timestamp_ms' }).notNull(),
		/** The name that whoever deleted it had then. */
		deletedByName: text('deleted_by_name').notNull(),
		/** Brought back. What could not come back with it, since what it belongs to is deleted too, waits for that. */
		restoredAt: integer('restored_at', { mode: 'timestamp_ms' }),
		/** Much hangs on it: its rows are being kept, or brought back, in slices. Until then it is hidden from everybody. */
		moving: text('moving', { enum: ['leaving', 'coming'] }),
	},
	(table) => [
		index('deletions_waiting').on(table.restoredAt, table.id),
		index('deletions_moving').on(table.subjectId).where(sql`${table.moving} is not null`),
	],
)

/** The rows that a deletion took, as they were. No key of its own leads to what is gone. */
export const deletedRows = sqliteTable(
	'deleted_rows',
	{
		seq: integer('seq').primaryKey({ autoIncrement: true }),
		deletionId: text('deletion_id')
			.notNull()
			.references(() => deletions.id, { onDelete: 'cascade' }),
		/** The table; or `table.column` of a reference that the deletion emptied. */
		source: text('source').notNull(),
		/** JSON: the values by column; of an emptied reference `key` and `value`. */
		row: text('row').notNull(),
	},
	(table) => [index('deleted_rows_of_deletion').on(table.deletionId, table.source)],
)
