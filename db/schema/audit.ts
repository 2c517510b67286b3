import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * The audit log. Append-only: triggers in the migration reject every update and deletion.
 * Names are stored as they were, without references, so that an entry outlives the account.
 */
export const audit = sqliteTable(
	'audit',
	{
		id: text('id').primaryKey(),
		at: integer('at', { mode: 'timestamp_ms' }).notNull(),
		/** Null: the product itself acted. */
		actorId: text('actor_id'),
		actorName: text('actor_name').notNull(),
		/** For example `application.approved` or `user.deleted`. */
		action: text('action').notNull(),
		/** Type of the subject: `user`, `course`, ... */
		subjectType: text('subject_type').notNull(),
		subjectId: text('subject_id').notNull(),
		subjectName: text('subject_name').notNull(),
		/** JSON of the changes: `{"role": ["user", "admin"]}`. */
		detail: text('detail').notNull().default('{}'),
	},
	(table) => [
		index('audit_by_subject').on(table.subjectId, table.id),
		index('audit_by_action').on(table.action, table.id),
	],
)
