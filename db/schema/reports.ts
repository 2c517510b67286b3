import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { childOf } from '../columns.ts'
import { users } from './users.ts'

/** A member's report of a post. Open until a moderator resolves it, which notifies the reporter. */
export const reports = sqliteTable(
	'reports',
	{
		/** Sorts by time. */
		id: text('id').primaryKey(),
		userId: childOf('user_id', () => users.id),
		kind: text('kind', { enum: ['question', 'questionComment', 'courseComment'] }).notNull(),
		/** No foreign key: the report outlives the post, so that the reporter is notified of the outcome. */
		postId: text('post_id').notNull(),
		reason: text('reason', { enum: ['rude', 'client', 'ads', 'other'] }).notNull(),
		/** In the reporter's words; empty if they added none. */
		note: text('note').notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		/** Null if open. A trigger sets `deleted` when the post is deleted. */
		outcome: text('outcome', { enum: ['kept', 'hidden', 'deleted'] }),
		resolvedAt: integer('resolved_at', { mode: 'timestamp_ms' }),
	},
	(table) => [
		uniqueIndex('reports_open').on(table.postId, table.userId).where(sql`${table.outcome} is null`),
		index('reports_of_post').on(table.postId, table.outcome),
		index('reports_by_user').on(table.userId),
	],
)
