import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './users.ts'

/** The decision on an application. The applicant's id is the key, so each applicant has at most one. */
export const applicationDecisions = sqliteTable('application_decisions', {
	userId: text('user_id')
		.primaryKey()
		.references(() => users.id, { onDelete: 'cascade' }),
	/** Id of this decision. The statements that carry it out check that this id was stored. */
	id: text('id').notNull().unique(),
	decision: text('decision', { enum: ['approved', 'rejected'] }).notNull(),
	decidedAt: integer('decided_at', { mode: 'timestamp_ms' }).notNull(),
	/** The admin's name at the time; the audit table has their id. */
	decidedBy: text('decided_by').notNull(),
	/** The admin's text in the email to the applicant. */
	message: text('message'),
})
