import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './users.ts'

/** The decision about an application. The applicant is the key, so there is one per applicant. */
export const applicationDecisions = sqliteTable('application_decisions', {
	userId: text('user_id')
		.primaryKey()
		.references(() => users.id, { onDelete: 'cascade' }),
	/** Id of this decision; the statements that follow from it check it. */
	id: text('id').notNull().unique(),
	decision: text('decision', { enum: ['approved', 'rejected'] }).notNull(),
	decidedAt: integer('decided_at', { mode: 'timestamp_ms' }).notNull(),
	/** The admin's name at the time; the audit table has their id. */
	decidedBy: text('decided_by').notNull(),
	/** What the admin added to the mail. */
	message: text('message'),
})
