import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { version } from '../columns.ts'

/**
 * An email from an admin to many members, with its progress. Names of courses and people are stored as they were when
 * the email was sent.
 */
export const mailings = sqliteTable(
	'mailings',
	{
		/** Sorts by creation. */
		id: text('id').primaryKey(),
		subject: text('subject').notNull(),
		/** Rich text as HTML, limited to the tags that emails support. */
		content: text('content').notNull(),
		/** `unseen30`: members not seen for 30 days when the recipients are listed. */
		audience: text('audience', { enum: ['all', 'course', 'invited', 'unseen30', 'unseen60', 'unseen90'] }).notNull(),
		/** For the audience `course`. No reference: the course may be deleted and restored. */
		courseId: text('course_id'),
		courseTitle: text('course_title'),
		/** `stopped`: the mail server rejected too many emails in a row. An admin can resume the mailing. */
		state: text('state', { enum: ['draft', 'scheduled', 'sending', 'stopped', 'sent', 'cancelled'] }).notNull(),
		sendAt: integer('send_at', { mode: 'timestamp_ms' }),
		startedAt: integer('started_at', { mode: 'timestamp_ms' }),
		endedAt: integer('ended_at', { mode: 'timestamp_ms' }),
		/** Cursor: id of the last member with an outbox row. A restarted job continues here. */
		after: text('after').notNull().default(''),
		isListed: integer('is_listed', { mode: 'boolean' }).notNull().default(false),
		/** Number of outbox rows; until all are listed, the number of recipients at the start. */
		expected: integer('expected').notNull().default(0),
		listed: integer('listed').notNull().default(0),
		sent: integer('sent').notNull().default(0),
		failed: integer('failed').notNull().default(0),
		/** Number of recipients who were deactivated, deleted or unsubscribed after they were listed. */
		leftOut: integer('left_out').notNull().default(0),
		refusals: integer('refusals').notNull().default(0),
		lastError: text('last_error'),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
		/** Name of the last editor at the time. */
		updatedBy: text('updated_by').notNull(),
		/** Version of the form's fields: subject, text and audience. */
		version: version(),
	},
	(table) => [index('mailings_by_state').on(table.state, table.sendAt)],
)
