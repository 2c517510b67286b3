import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { MAIL_QUOTES, USUAL_QUOTES } from '#src/lib/forms/mail-quotes.ts'
import { childOf } from '../columns.ts'
import { questionCategories, questions } from './questions.ts'
import { users } from './users.ts'

/** A member's mail preferences. No row: all mails. */
export const notificationPreferences = sqliteTable('notification_preferences', {
	userId: text('user_id')
		.primaryKey()
		.references(() => users.id, { onDelete: 'cascade' }),
	mentions: integer('mentions', { mode: 'boolean' }).notNull(),
	comments: integer('comments', { mode: 'boolean' }).notNull(),
	reminders: integer('reminders', { mode: 'boolean' }).notNull(),
	feedback: integer('feedback', { mode: 'boolean' }).notNull().default(true),
	news: integer('news', { mode: 'boolean' }).notNull().default(true),
	/** How much of a post the mails quote; the owner's settings may allow less. */
	quotes: text('quotes', { enum: MAIL_QUOTES }).notNull().default(USUAL_QUOTES),
	offers: integer('offers', { mode: 'boolean' }).notNull().default(true),
	/** Last days of credit cycles. */
	deadlines: integer('deadlines', { mode: 'boolean' }).notNull().default(true),
})

/**
 * Targets of the unsubscribe links in mails. One row per member and scope, so that it does not grow with the mails.
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
 * A notification, one row per cause. It only refers to the cause; text, actor and visibility are resolved when it is
 * read (docs/decisions, "A notification points at its cause").
 */
export const notifications = sqliteTable(
	'notifications',
	{
		userId: childOf('user_id', () => users.id),
		/** Grouping key: the kind and the id of the subject, as `answer-<question>`. */
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
		/**
		 * The question, journal entry, session, category or comment in a course; empty for notifications of admins.
		 */
		subjectId: text('subject_id').notNull(),
		/** `seq` of the first comment or question that they have not seen; 0 if none. */
		sinceSeq: integer('since_seq').notNull(),
		change: text('change', { enum: ['planned', 'moved', 'cancelled'] }),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
		/** Null while it is unread. */
		readAt: integer('read_at', { mode: 'timestamp_ms' }),
		/** When a mail about it is due, if it is still unread then; null without one, and once it is sent. */
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
 * Progress of a notification to many members. The write of the cause notifies the first ones and adds this row for
 * the rest; a job continues from `after`, so that no statement writes a thousand rows.
 */
export const notificationFanOuts = sqliteTable('notification_rounds', {
	id: text('id').primaryKey(),
	/** As for notifications; `watch-mail` is the mails about a new question. */
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

/** Categories that a member watches: each new question is announced in the product and by mail. */
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

/** Settings of the digest mail of unread notifications. No row yet: weekly, which a job writes down for each member. */
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
		/** Older notifications are not sent again. */
		notifiedUntil: integer('told_until', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [index('digest_settings_due').on(table.nextAt).where(sql`${table.every} <> 'never'`)],
)
