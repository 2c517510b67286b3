import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { version } from './version.ts'

/**
 * A mail that an admin writes to many, and how far it has come. Names of courses and people are kept as they were: what
 * was sent is told as it was sent, whatever became of them.
 */
export const mailings = sqliteTable(
	'mailings',
	{
		/** Sorts by creation. */
		id: text('id').primaryKey(),
		subject: text('subject').notNull(),
		/** Rich text as HTML, of what a mail can carry. */
		content: text('content').notNull(),
		/** `unseen30`: members who were not seen for 30 days when their turn comes. */
		audience: text('audience', { enum: ['all', 'course', 'unseen30', 'unseen60', 'unseen90'] }).notNull(),
		/** Of the audience `course`. No reference: it may be deleted, and brought back. */
		courseId: text('course_id'),
		/** Its title when the mail was sent. */
		courseTitle: text('course_title'),
		/** `stopped`: the mail server refused too many in a row. It goes on when an admin says so. */
		state: text('state', { enum: ['draft', 'scheduled', 'sending', 'stopped', 'sent', 'cancelled'] }).notNull(),
		/** When a scheduled one begins. */
		sendAt: integer('send_at', { mode: 'timestamp_ms' }),
		startedAt: integer('started_at', { mode: 'timestamp_ms' }),
		endedAt: integer('ended_at', { mode: 'timestamp_ms' }),
		/** Id of the last member who has a row in the outbox; what survives a process that dies. */
		after: text('after').notNull().default(''),
		/** Everybody who is to get it has a row. */
		isListed: integer('is_listed', { mode: 'boolean' }).notNull().default(false),
		/** How many have a row; while it is listed, how many there were when it was sent. */
		expected: integer('expected').notNull().default(0),
		listed: integer('listed').notNull().default(0),
		sent: integer('sent').notNull().default(0),
		failed: integer('failed').notNull().default(0),
		/** Deactivated, deleted or unsubscribed since they were listed. */
		leftOut: integer('left_out').notNull().default(0),
		/** Tries that failed since the last that did not. */
		refusals: integer('refusals').notNull().default(0),
		lastError: text('last_error'),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
		/** Name of who wrote it last, as it was then. */
		updatedBy: text('updated_by').notNull(),
		/** Of what the form shows: subject, text and audience. */
		version: version(),
	},
	(table) => [index('mailings_by_state').on(table.state, table.sendAt)],
)
