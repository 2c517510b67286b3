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
import { modules } from './modules.ts'
import { users } from './users.ts'

/** The discussion below a module: comments with one level of replies. */
export const comments = sqliteTable(
	'comments',
	{
		/** Sorts by creation. */
		id: text('id').primaryKey(),
		moduleId: childOf('module_id', () => modules.id),
		userId: childOf('user_id', () => users.id),
		/** Null for a top-level comment. */
		parentId: text('parent_id').references((): AnySQLiteColumn => comments.id, { onDelete: 'cascade' }),
		/** Plain text. */
		content: text('content').notNull(),
		/** Top-level comments only. */
		isPinned: integer('is_pinned', { mode: 'boolean' }).notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		/** Null until edited. */
		editedAt: integer('edited_at', { mode: 'timestamp_ms' }),
		version: version(),
		/** Replies only: marked as helpful by the author of the parent comment. */
		isHelpful: integer('is_helpful', { mode: 'boolean' }).notNull().default(false),
		/** As in `questions`. */
		idempotencyKey: text('send_key'),
		/** When its author deleted it although it had replies: the text is removed, the replies stay. */
		deletedAt: integer('deleted_at', { mode: 'timestamp_ms' }),
		...hidden(),
	},
	(table) => [
		index('comments_hidden').on(table.id).where(sql`${table.hiddenAt} is not null`),
		index('comments_of_module').on(table.moduleId, table.parentId, table.isPinned, table.id),
		index('comments_of_parent').on(table.parentId, table.id),
		index('comments_by_user').on(table.userId),
		uniqueIndex('comments_helpful').on(table.parentId).where(sql`${table.isHelpful} = 1`),
		uniqueIndex('comments_sent_once')
			.on(table.userId, table.moduleId, table.idempotencyKey)
			.where(sql`${table.idempotencyKey} is not null`),
	],
)

/** Members mentioned in a comment: one row per member, no matter how often the comment is edited. */
export const commentMentions = sqliteTable(
	'comment_mentions',
	{
		commentId: childOf('comment_id', () => comments.id),
		userId: childOf('user_id', () => users.id),
	},
	(table) => [
		primaryKey({ columns: [table.commentId, table.userId] }),
		index('comment_mentions_by_user').on(table.userId),
	],
)

/** How far a member has read the discussion of a module. No row: never opened. */
export const discussionReads = sqliteTable(
	'discussion_reads',
	{
		userId: childOf('user_id', () => users.id),
		moduleId: childOf('module_id', () => modules.id),
		/** Id of the newest comment that the member has seen; empty if there was none. */
		seenId: text('seen_id').notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.moduleId] }),
		index('discussion_reads_of_module').on(table.moduleId),
	],
)
