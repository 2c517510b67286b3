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
import { users } from './users.ts'
import { version } from './version.ts'

/** What a question is about. A category may have children; those have none. */
export const questionCategories = sqliteTable(
	'question_categories',
	{
		id: text('id').primaryKey(),
		name: text('name').notNull(),
		slug: text('slug').notNull().unique(),
		parentCategoryId: text('parent_category_id').references((): AnySQLiteColumn => questionCategories.id),
		position: integer('position').notNull(),
		/** Kept by triggers: counting 100,000 rows for the head of a list costs more than the list. */
		questionCount: integer('question_count').notNull().default(0),
		version: version(),
	},
	(table) => [index('question_categories_by_parent').on(table.parentCategoryId)],
)

/** Indexed along with the text: its words without the punctuation in them (src/platform/joined-words.ts). */
const joinedWords = () => text('joined_words').notNull().default('')

/** A member's question to the club. */
export const questions = sqliteTable(
	'questions',
	{
		/**
		 * Order of creation, and the row id that the search index (FTS5) goes by. Spelled out, because VACUUM may
		 * renumber a row id that no column names, and the index would then point at other questions.
		 */
		seq: integer('seq').primaryKey({ autoIncrement: true }),
		id: text('id').notNull().unique(),
		title: text('title').notNull(),
		/** Plain text. */
		body: text('body').notNull(),
		categoryId: text('category_id')
			.notNull()
			.references(() => questionCategories.id),
		/** The parent of the category, or the category itself: the list of a parent with its children reads one index. */
		groupId: text('group_id')
			.notNull()
			.references(() => questionCategories.id),
		/** Null once the account is deleted: the answers of others keep their question. */
		authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
		isLocked: integer('is_locked', { mode: 'boolean' }).notNull().default(false),
		/** Kept by triggers. */
		commentCount: integer('comment_count').notNull().default(0),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		/** Null while nobody edited it. */
		editedAt: integer('edited_at', { mode: 'timestamp_ms' }),
		version: version(),
		/** Named by who sent it, so that a question sent twice stands once; null where they named none. */
		idempotencyKey: text('send_key'),
		joinedWords: joinedWords(),
	},
	(table) => [
		index('questions_by_category').on(table.categoryId, table.seq),
		index('questions_by_group').on(table.groupId, table.seq),
		index('questions_by_author').on(table.authorId),
		// Titles that begin as somebody types.
		index('questions_by_title').on(sql`${table.title} collate nocase`),
		// The count leads to nothing here, but two columns that fit make the planner choose these.
		index('questions_unanswered').on(table.commentCount).where(sql`${table.commentCount} = 0`),
		index('questions_unanswered_by_category')
			.on(table.categoryId, table.commentCount)
			.where(sql`${table.commentCount} = 0`),
		index('questions_unanswered_by_group').on(table.groupId, table.commentCount).where(sql`${table.commentCount} = 0`),
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
		questionId: text('question_id')
			.notNull()
			.references(() => questions.id, { onDelete: 'cascade' }),
		authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
		/** Plain text. */
		body: text('body').notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		editedAt: integer('edited_at', { mode: 'timestamp_ms' }),
		version: version(),
		/** As of a question. */
		idempotencyKey: text('send_key'),
		/** Whoever asked marked it so. */
		isHelpful: integer('is_helpful', { mode: 'boolean' }).notNull().default(false),
		joinedWords: joinedWords(),
	},
	(table) => [
		index('question_comments_of_question').on(table.questionId, table.seq),
		index('question_comments_by_author').on(table.authorId),
		uniqueIndex('question_comments_helpful').on(table.questionId).where(sql`${table.isHelpful} = 1`),
		uniqueIndex('question_comments_sent_once')
			.on(table.authorId, table.questionId, table.idempotencyKey)
			.where(sql`${table.idempotencyKey} is not null`),
	],
)

/** Who is named in a post. The key is what makes it one mail per post and member, however often it is edited. */
export const questionMentions = sqliteTable(
	'question_mentions',
	{
		/** Id of the question or of the comment. */
		postId: text('post_id').notNull(),
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		questionId: text('question_id')
			.notNull()
			.references(() => questions.id, { onDelete: 'cascade' }),
	},
	(table) => [
		primaryKey({ columns: [table.postId, table.userId] }),
		index('question_mentions_of_question').on(table.questionId),
		index('question_mentions_by_user').on(table.userId),
	],
)

/** What a member wants to hear of a question. No row: they never chose, and nothing was chosen for them. */
export const questionFollows = sqliteTable(
	'question_follows',
	{
		questionId: text('question_id')
			.notNull()
			.references(() => questions.id, { onDelete: 'cascade' }),
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/**
		 * None: mails about mentions only. It is a row too, so that commenting does not follow for whoever chose it.
		 * Muted: no mail about this question at all, not for a mention either.
		 */
		state: text('state', { enum: ['none', 'following', 'muted'] }).notNull(),
		/** When the last mail about new comments was written; the next one waits a few minutes. */
		lastMailedAt: integer('last_mailed_at', { mode: 'timestamp_ms' }),
	},
	(table) => [
		primaryKey({ columns: [table.questionId, table.userId] }),
		index('question_follows_by_user').on(table.userId, table.state, table.questionId),
	],
)

/** How far a member has read a question. No row: they never opened it. */
export const questionReads = sqliteTable(
	'question_reads',
	{
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		questionId: text('question_id')
			.notNull()
			.references(() => questions.id, { onDelete: 'cascade' }),
		/** `seq` of the newest comment that was shown to them; 0 where there was none. */
		seenSeq: integer('seen_seq').notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.questionId] }),
		index('question_reads_of_question').on(table.questionId),
	],
)

/** How many posts there are of a kind. Kept by triggers: counting a million rows for the head of a list is too slow. */
export const postCounts = sqliteTable('post_counts', {
	kind: text('kind', { enum: ['question', 'questionComment', 'courseComment'] }).primaryKey(),
	total: integer('total').notNull(),
})

/** New comments that a follower has not been told of yet. Written with the comment, gathered into one mail by a job. */
export const pendingNotices = sqliteTable(
	'pending_notices',
	{
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		commentId: text('comment_id')
			.notNull()
			.references(() => questionComments.id, { onDelete: 'cascade' }),
		questionId: text('question_id')
			.notNull()
			.references(() => questions.id, { onDelete: 'cascade' }),
	},
	(table) => [
		primaryKey({ columns: [table.questionId, table.userId, table.commentId] }),
		index('pending_notices_by_comment').on(table.commentId),
		index('pending_notices_by_user').on(table.userId),
	],
)
