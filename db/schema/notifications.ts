import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { DEFAULT_QUOTES, MAIL_QUOTES } from '#src/lib/forms/mail-quotes.ts'
import { childOf } from '../columns.ts'
import { questionCategories, questions } from './questions.ts'
import { users } from './users.ts'

/** A member's mail preferences. No row: all emails. */
export const notificationPreferences = sqliteTable('notification_preferences', {
	userId: text('user_id')
		.primaryKey()
		.references(() => users.id, { onDelete: 'cascade' }),
	mentions: integer('mentions', { mode: 'boolean' }).notNull(),
	comments: integer('comments', { mode: 'boolean' }).notNull(),
	reminders: integer('reminders', { mode: 'boolean' }).notNull(),
	feedback: integer('feedback', { mode: 'boolean' }).notNull().default(true),
	news: integer('news', { mode: 'boolean' }).notNull().default(true),
	/** How much of a post the emails quote; the owner's settings may allow less. */
	quotes: text('quotes', { enum: MAIL_QUOTES }).notNull().default(DEFAULT_QUOTES),
	offers: integer('offers', { mode: 'boolean' }).notNull().default(true),
	/** Emails about the last days of credit cycles. */
	deadlines: integer('deadlines', { mode: 'boolean' }).notNull().default(true),
})

/**
 * Targets of unsubscribe links in emails. One row per member and scope, so that emails do not make the table grow.
 */
export const unsubscribeTokens = sqliteTable(
	'unsubscribe_tokens',
	{
		/** SHA-256 of the token in the link. */
		tokenHash: text('token_hash').primaryKey(),
		userId: childOf('user_id', () => users.id),
		scope: text('scope', {
			enum: [
				'mentions',
				'comments',
				'reminders',
				'feedback',
				'question',
				'category',
				'digest',
				'news',
				'offers',
				'deadlines',
			],
		}).notNull(),
		/** For the scope `question`. */
		questionId: text('question_id').references(() => questions.id, { onDelete: 'cascade' }),
		/** For the scope `category`. */
		categoryId: text('category_id').references(() => questionCategories.id, { onDelete: 'cascade' }),
	},
	(table) => [
		index('unsubscribe_tokens_by_category').on(table.categoryId),
		index('unsubscribe_tokens_by_user').on(table.userId),
		index('unsubscribe_tokens_by_question').on(table.questionId),
	],
)

/**
 * A notification, one row per cause. The row only refers to the cause; text, actor and visibility are resolved when it
 * is read (docs/decisions/031-notifications.md).
 */
export const notifications = sqliteTable(
	'notifications',
	{
		userId: childOf('user_id', () => users.id),
		/** Grouping key: the kind and the id of the subject, such as `answer-<question>`. */
		groupKey: text('group_key').notNull(),
		kind: text('kind', {
			enum: [
				'answer',
				'mention',
				'helpful',
				'feedback',
				'session',
				'question',
				'applications',
				'mail',
				'reply',
				'instructor',
				'offer',
				'hidden',
				'report',
			],
		}).notNull(),
		/** Id of the question, journal entry, session, category or course comment; empty for admin notifications. */
		subjectId: text('subject_id').notNull(),
		/** `seq` of the first comment or question that the member has not seen; 0 if none. */
		sinceSeq: integer('since_seq').notNull(),
		change: text('change', { enum: ['planned', 'moved', 'cancelled'] }),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
		/** Null if unread. */
		readAt: integer('read_at', { mode: 'timestamp_ms' }),
		/** When an email about it is due, unless it was read by then. Null if no email is planned, or once it was sent. */
		mailAt: integer('mail_at', { mode: 'timestamp_ms' }),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.groupKey] }),
		index('notifications_by_time').on(table.userId, table.updatedAt, table.groupKey),
		index('notifications_unread').on(table.userId, table.updatedAt, table.groupKey).where(sql`${table.readAt} is null`),
		index('notifications_to_mail').on(table.mailAt).where(sql`${table.mailAt} is not null`),
	],
)

/**
 * Progress of a notification to many members. The write of the cause notifies the first members and adds this row for
 * the rest. A job continues from `after`, so that no single statement writes a thousand rows.
 */
export const notificationFanOuts = sqliteTable('notification_rounds', {
	id: text('id').primaryKey(),
	/** As in `notifications`; `watch-mail`: emails about a new question. */
	kind: text('kind', { enum: ['answer', 'session', 'question', 'watch-mail', 'instructor'] }).notNull(),
	subjectId: text('subject_id').notNull(),
	seq: integer('seq').notNull(),
	change: text('change', { enum: ['planned', 'moved', 'cancelled'] }),
	/** The actor, who is not notified. */
	actorId: text('actor_id').notNull(),
	createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
	/** Cursor: id of the last notified member. */
	after: text('after').notNull(),
})

/** Categories that a member watches. The member gets a notification and an email for each new question. */
export const categoryWatches = sqliteTable(
	'category_watches',
	{
		categoryId: childOf('category_id', () => questionCategories.id),
		userId: childOf('user_id', () => users.id),
	},
	(table) => [
		primaryKey({ columns: [table.categoryId, table.userId] }),
		index('category_watches_by_user').on(table.userId),
	],
)

/** Settings for the digest email of unread notifications. A job adds a weekly one for each member without a row. */
export const digestSettings = sqliteTable(
	'digest_settings',
	{
		userId: text('user_id')
			.primaryKey()
			.references(() => users.id, { onDelete: 'cascade' }),
		every: text('every', { enum: ['never', 'day', 'week'] }).notNull(),
		/** Day of a weekly digest; 0 is Sunday. */
		weekday: integer('weekday').notNull(),
		/** The member's IANA time zone, as reported by their browser. */
		timeZone: text('time_zone').notNull(),
		nextAt: integer('next_at', { mode: 'timestamp_ms' }).notNull(),
		/** Notifications up to this time are not sent again. */
		notifiedUntil: integer('told_until', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [index('digest_settings_due').on(table.nextAt).where(sql`${table.every} <> 'never'`)],
)
