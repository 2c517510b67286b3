import { sql } from 'drizzle-orm'
import {
	type AnySQLiteColumn,
	index,
	integer,
	primaryKey,
	sqliteTable,
	text,
	uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { childOf, hidden, version } from '../columns.ts'
import { users } from './users.ts'

/** Full-text indexes of questions, and of comments on them. */
export const QUESTIONS_SEARCH = 'questions_search'
export const ANSWERS_SEARCH = 'answers_search'

/** A category of questions. Categories have at most one level of children. */
export const questionCategories = sqliteTable(
	'question_categories',
	{
		id: text('id').primaryKey(),
		name: text('name').notNull(),
		slug: text('slug').notNull().unique(),
		parentCategoryId: text('parent_category_id').references((): AnySQLiteColumn => questionCategories.id),
		position: integer('position').notNull(),
		/** Maintained by triggers: counting 100,000 rows for the heading of a list costs more than the list itself. */
		questionCount: integer('question_count').notNull().default(0),
		version: version(),
		/** Whether visitors can see the titles of its newest questions. */
		titlesPublic: integer('titles_public', { mode: 'boolean' }).notNull().default(false),
	},
	(table) => [index('question_categories_by_parent').on(table.parentCategoryId)],
)

/** Indexed with the text: words without their inner punctuation (src/platform/joined-words.ts). */
const joinedWords = () => text('joined_words').notNull().default('')

export const questions = sqliteTable(
	'questions',
	{
		/**
		 * Order of creation, and the rowid of the search index (FTS5). An explicit column, because VACUUM may renumber an
		 * implicit rowid, and the index would then point to other questions.
		 */
		seq: integer('seq').primaryKey({ autoIncrement: true }),
		id: text('id').notNull().unique(),
		title: text('title').notNull(),
		/** Plain text. */
		body: text('body').notNull(),
		categoryId: text('category_id')
			.notNull()
			.references(() => questionCategories.id),
		/** The category's parent, or the category itself, so that one index covers a parent and its children. */
		groupId: text('group_id')
			.notNull()
			.references(() => questionCategories.id),
		/** Null once the account is deleted: the question stays because of other members' answers. */
		authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
		isLocked: integer('is_locked', { mode: 'boolean' }).notNull().default(false),
		/** Maintained by triggers. */
		commentCount: integer('comment_count').notNull().default(0),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		/** Null until edited. */
		editedAt: integer('edited_at', { mode: 'timestamp_ms' }),
		version: version(),
		/** Idempotency key from the client, so that a question sent twice is stored once; null if none was sent. */
		idempotencyKey: text('send_key'),
		joinedWords: joinedWords(),
		/** Time of the newest comment; if there is none, of the question. Maintained by triggers. */
		lastActivityAt: integer('last_activity_at', { mode: 'timestamp_ms' }).notNull().default(sql`0`),
		/** When its author deleted it although it had answers: the text is removed, the answers stay. */
		deletedAt: integer('deleted_at', { mode: 'timestamp_ms' }),
		/** When members likely to know the answer were asked, because it had no answer for a day. */
		offeredAt: integer('offered_at', { mode: 'timestamp_ms' }),
		...hidden(),
		/** Number of comments that are not hidden. Maintained by triggers. */
		answerCount: integer('answer_count').notNull().default(0),
	},
	(table) => [
		index('questions_hidden').on(table.id).where(sql`${table.hiddenAt} is not null`),
		index('questions_by_category').on(table.categoryId, table.seq),
		index('questions_by_group').on(table.groupId, table.seq),
		// By last activity, then by the rowid, which is implicitly the last column of every index.
		index('questions_by_activity').on(table.lastActivityAt),
		index('questions_by_category_activity').on(table.categoryId, table.lastActivityAt),
		index('questions_by_group_activity').on(table.groupId, table.lastActivityAt),
		index('questions_by_author').on(table.authorId),
		index('questions_by_author_activity').on(table.authorId, table.lastActivityAt),
		// Typeahead by title.
		index('questions_by_title').on(sql`${table.title} collate nocase`),
		// The count is redundant as a column, but two matching columns make the query planner choose these indexes.
		index('questions_unanswered').on(table.answerCount).where(sql`${table.answerCount} = 0`),
		index('questions_unanswered_by_category')
			.on(table.categoryId, table.answerCount)
			.where(sql`${table.answerCount} = 0`),
		index('questions_unanswered_by_group').on(table.groupId, table.answerCount).where(sql`${table.answerCount} = 0`),
		index('questions_unanswered_by_time').on(table.answerCount, table.createdAt).where(sql`${table.answerCount} = 0`),
		uniqueIndex('questions_sent_once')
			.on(table.authorId, table.idempotencyKey)
			.where(sql`${table.idempotencyKey} is not null`),
	],
)

export const questionComments = sqliteTable(
	'question_comments',
	{
		seq: integer('seq').primaryKey({ autoIncrement: true }),
		id: text('id').notNull().unique(),
		questionId: childOf('question_id', () => questions.id),
		authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
		/** Plain text. */
		body: text('body').notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		editedAt: integer('edited_at', { mode: 'timestamp_ms' }),
		version: version(),
		/** As in `questions`. */
		idempotencyKey: text('send_key'),
		isHelpful: integer('is_helpful', { mode: 'boolean' }).notNull().default(false),
		joinedWords: joinedWords(),
		...hidden(),
	},
	(table) => [
		index('question_comments_hidden').on(table.id).where(sql`${table.hiddenAt} is not null`),
		index('question_comments_of_question').on(table.questionId, table.seq),
		index('question_comments_by_author').on(table.authorId),
		uniqueIndex('question_comments_helpful').on(table.questionId).where(sql`${table.isHelpful} = 1`),
		uniqueIndex('question_comments_sent_once')
			.on(table.authorId, table.questionId, table.idempotencyKey)
			.where(sql`${table.idempotencyKey} is not null`),
	],
)

/** Members mentioned in a post. The key limits emails to one per post and member, no matter how often it is edited. */
export const questionMentions = sqliteTable(
	'question_mentions',
	{
		/** Id of the question or comment. */
		postId: text('post_id').notNull(),
		userId: childOf('user_id', () => users.id),
		questionId: childOf('question_id', () => questions.id),
	},
	(table) => [
		primaryKey({ columns: [table.postId, table.userId] }),
		index('question_mentions_of_question').on(table.questionId),
		index('question_mentions_by_user').on(table.userId),
	],
)

/** A member's subscription to a question. No row: never set, neither by the member nor automatically. */
export const questionFollows = sqliteTable(
	'question_follows',
	{
		questionId: childOf('question_id', () => questions.id),
		userId: childOf('user_id', () => users.id),
		/**
		 * `none`: emails about mentions only. Stored so that commenting does not turn following on again.
		 * `muted`: no emails about this question, not even for mentions.
		 */
		state: text('state', { enum: ['none', 'following', 'muted'] }).notNull(),
		/** When the last email about new comments was queued. The next email is sent at least a few minutes later. */
		lastMailedAt: integer('last_mailed_at', { mode: 'timestamp_ms' }),
	},
	(table) => [
		primaryKey({ columns: [table.questionId, table.userId] }),
		index('question_follows_by_user').on(table.userId, table.state, table.questionId),
	],
)

/** A member's read position in a question. No row: never opened. */
export const questionReads = sqliteTable(
	'question_reads',
	{
		userId: childOf('user_id', () => users.id),
		questionId: childOf('question_id', () => questions.id),
		/** `seq` of the newest comment that the member has seen; 0 if none. */
		seenSeq: integer('seen_seq').notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.questionId] }),
		index('question_reads_of_question').on(table.questionId),
	],
)

/** Position up to which a member marked all questions as read at once. No row: never. */
export const questionReadMarks = sqliteTable('question_read_marks', {
	userId: text('user_id')
		.primaryKey()
		.references(() => users.id, { onDelete: 'cascade' }),
	/** `seq` of the newest comment and question at that moment. */
	commentSeq: integer('comment_seq').notNull(),
	questionSeq: integer('question_seq').notNull(),
})

/** Questions that a member was asked to answer in the last week. The number per member is limited. */
export const questionOffers = sqliteTable(
	'question_offers',
	{
		userId: childOf('user_id', () => users.id),
		questionId: childOf('question_id', () => questions.id),
		offeredAt: integer('offered_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.questionId] }),
		index('question_offers_of_question').on(table.questionId),
		index('question_offers_by_time').on(table.offeredAt),
	],
)

/** Number of posts per kind. Maintained by triggers: counting a million rows for the heading of a list is too slow. */
export const postCounts = sqliteTable('post_counts', {
	kind: text('kind', { enum: ['question', 'questionComment', 'courseComment'] }).primaryKey(),
	total: integer('total').notNull(),
})

/**
 * New comments about which a follower has not been emailed yet. Written with the comment; a job combines several in
 * one email.
 */
export const pendingNotices = sqliteTable(
	'pending_notices',
	{
		userId: childOf('user_id', () => users.id),
		commentId: childOf('comment_id', () => questionComments.id),
		questionId: childOf('question_id', () => questions.id),
	},
	(table) => [
		primaryKey({ columns: [table.questionId, table.userId, table.commentId] }),
		index('pending_notices_by_comment').on(table.commentId),
		index('pending_notices_by_user').on(table.userId),
	],
)
