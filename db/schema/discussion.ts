import { type AnySQLiteColumn, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { childOf } from './child-of.ts'
import { modules } from './modules.ts'
import { users } from './users.ts'

/** Discussion below a module: comments with one level of replies. */
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
	},
	(table) => [
		index('comments_of_module').on(table.moduleId, table.parentId, table.isPinned, table.id),
		index('comments_of_parent').on(table.parentId, table.id),
		index('comments_by_user').on(table.userId),
	],
)
