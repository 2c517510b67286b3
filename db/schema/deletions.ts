import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { childOf } from '../columns.ts'

/** The trash: one row per deletion that an admin can restore. */
export const deletions = sqliteTable(
	'deletions',
	{
		/** Sorts by time of deletion. */
		id: text('id').primaryKey(),
		kind: text('kind', {
			enum: ['course', 'module', 'session', 'category', 'question', 'questionComment', 'courseComment', 'account'],
		}).notNull(),
		subjectId: text('subject_id').notNull(),
		name: text('name').notNull(),
		/** JSON: number of trashed rows per table. */
		kept: text('kept').notNull().default('{}'),
		deletedAt: integer('deleted_at', { mode: 'timestamp_ms' }).notNull(),
		/** The deleting admin's name at the time. */
		deletedByName: text('deleted_by_name').notNull(),
		/** When it was restored. Rows whose parent is also deleted stay here until the parent is restored. */
		restoredAt: integer('restored_at', { mode: 'timestamp_ms' }),
	},
	(table) => [index('deletions_waiting').on(table.restoredAt, table.id)],
)

/** Copies of deleted rows, without foreign keys to other deleted rows. */
export const deletedRows = sqliteTable(
	'deleted_rows',
	{
		seq: integer('seq').primaryKey({ autoIncrement: true }),
		deletionId: childOf('deletion_id', () => deletions.id),
		/** The table, or `table.column` for a reference that the deletion set to null. */
		source: text('source').notNull(),
		/** JSON: the values by column; for a nulled reference, `key` and `value`. */
		row: text('row').notNull(),
	},
	(table) => [index('deleted_rows_of_deletion').on(table.deletionId, table.source)],
)
