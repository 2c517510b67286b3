import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './users.ts'

/** The decision about an application. One for each applicant, because the applicant is the key. */
export const applicationDecisions = sqliteTable('application_decisions', {
	userId: text('user_id')
		.primaryKey()
		.references(() => users.id, { onDelete: 'cascade' }),
	/** Of this very decision: the statements that follow from it go by it. */
	id: text('id').notNull().unique(),
	decision: text('decision', { enum: ['approved', 'rejected'] }).notNull(),
	decidedAt: integer('decided_at', { mode: 'timestamp_ms' }).notNull(),
	/** The admin's name as it was then; the audit table has their id. */
	decidedBy: text('decided_by').notNull(),
})
