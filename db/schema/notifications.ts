import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { MAIL_QUOTES, USUAL_QUOTES } from '#src/lib/forms/mail-quotes.ts'
import { questionCategories, questions } from './questions.ts'
import { users } from './users.ts'

/** Which mails a member wants. No row: all of them. */
export const notificationPreferences = sqliteTable('notification_preferences', {
	userId: text('user_id')
		.primaryKey()
		.references(() => users.id, { onDelete: 'cascade' }),
	mentions: integer('mentions', { mode: 'boolean' }).notNull(),
	comments: integer('comments', { mode: 'boolean' }).notNull(),
	reminders: integer('reminders', { mode: 'boolean' }).notNull(),
	feedback: integer('feedback', { mode: 'boolean' }).notNull().default(true),
	news: integer('news', { mode: 'boolean' }).notNull().default(true),
	/** What the mails show of posts; the owner's settings may allow less. */
	quotes: text('quotes', { enum: MAIL_QUOTES }).notNull().default(USUAL_QUOTES),
})

/** What the links at the foot of our mails switch off. One row per member and scope, so that it does not grow with the mails. */
export const unsubscribeTokens = sqliteTable(
	'unsubscribe_tokens',
	{
		/** SHA-256 of the token in the link. */
		tokenHash: text('token_hash').primaryKey(),
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		scope: text('scope', {
			enum: ['mentions', 'comments', 'reminders', 'feedback', 'question', 'category', 'digest', 'news'],
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
 * What concerns a member, one row for each cause. It only points there: what it says, who did it and whether the member
 * may still see it is read with it (docs/decisions, "A notification points at its cause").
 */
export const notifications = sqliteTable(
	'notifications',
	{
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** What is one row: the kind, and the id of what it is about, as `answer-<question>`. */
		groupKey: text('group_key').notNull(),
		kind: text('kind', {
			enum: ['answer', 'mention', 'helpful', 'feedback', 'session', 'question', 'applications', 'mail'],
		}).notNull(),
		/** The question, journal entry, session or category; empty for what admins are told. */
		subjectId: text('subject_id').notNull(),
		/** `seq` of the first comment or question that they have not been shown; 0 where it is none. */
		sinceSeq: integer('since_seq').notNull(),
		/** What became of a session. */
		change: text('change', { enum: ['planned', 'moved', 'cancelled'] }),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		/** When something was last added to it. */
		updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
		/** Null while it is unread. */
		readAt: integer('read_at', { mode: 'timestamp_ms' }),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.groupKey] }),
		index('notifications_by_time').on(table.userId, table.updatedAt, table.groupKey),
		index('notifications_unread').on(table.userId, table.updatedAt, table.groupKey).where(sql`${table.readAt} is null`),
	],
)

/**
 * News that many are to be told, as far as it has come. The first of them are told in the write of its cause, with this
 * row for the rest; a job goes on from `after`, so that no statement writes a thousand rows.
 */
export const notificationFanOuts = sqliteTable('notification_rounds', {
	id: text('id').primaryKey(),
	/** As of a notification; `watch-mail` are the mails about a new question. */
	kind: text('kind', { enum: ['answer', 'session', 'question', 'watch-mail'] }).notNull(),
	subjectId: text('subject_id').notNull(),
	seq: integer('seq').notNull(),
	change: text('change', { enum: ['planned', 'moved', 'cancelled'] }),
	/** Who did it, and is not told. */
	actorId: text('actor_id').notNull(),
	createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
	/** Id of the last member who was told. */
	after: text('after').notNull(),
})

/** Categories of which a member hears of each new question, in the product and by mail. */
export const categoryWatches = sqliteTable(
	'category_watches',
	{
		categoryId: text('category_id')
			.notNull()
			.references(() => questionCategories.id, { onDelete: 'cascade' }),
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
	},
	(table) => [
		primaryKey({ columns: [table.categoryId, table.userId] }),
		index('category_watches_by_user').on(table.userId),
	],
)

/** The mail that gathers what is unread. No row: the member gets none. */
export const digestSettings = sqliteTable(
	'digest_settings',
	{
		userId: text('user_id')
			.primaryKey()
			.references(() => users.id, { onDelete: 'cascade' }),
		every: text('every', { enum: ['day', 'week'] }).notNull(),
		/** 0 is Sunday; of a weekly one. */
		weekday: integer('weekday').notNull(),
		/** The member's zone (IANA), as their browser named it. */
		timeZone: text('time_zone').notNull(),
		/** When the next one is due. */
		nextAt: integer('next_at', { mode: 'timestamp_ms' }).notNull(),
		/** What was new before is not told again. */
		notifiedUntil: integer('told_until', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [index('digest_settings_by_time').on(table.nextAt)],
)
