import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Who did what to whom. Append-only: triggers (in the migration) refuse every change and deletion.
 * Names are kept as they were, without references, so that an entry outlives the account it is about.
 */
export const audit = sqliteTable(
	'audit',
	{
		id: text('id').primaryKey(),
		at: integer('at', { mode: 'timestamp_ms' }).notNull(),
		/** Null: the product itself. */
		actorId: text('actor_id'),
		actorName: text('actor_name').notNull(),
		/** Such as `application.approved`, `user.deleted`. */
		action: text('action').notNull(),
		/** What it was done to: `user`, `course`, ... */
		subjectType: text('subject_type').notNull(),
		subjectId: text('subject_id').notNull(),
		subjectName: text('subject_name').notNull(),
		/** JSON of what changed: `{"role": ["user", "admin"]}`. */
		detail: text('detail').notNull().default('{}'),
	},
	(table) => [
		index('audit_by_subject').on(table.subjectId, table.id),
		index('audit_by_action').on(table.action, table.id),
	],
)
