import { type AnySQLiteColumn, integer, text } from 'drizzle-orm/sqlite-core'

// Columns shared by several tables.

/** Defines a reference to a parent row. Deleting the parent deletes this row. */
export const childOf = <Name extends string>(name: Name, key: () => AnySQLiteColumn) =>
	text(name).notNull().references(key, { onDelete: 'cascade' })

/**
 * Edit counter for optimistic locking (docs/decisions/022-concurrent-edits.md). Increases only with changes to what
 * the form shows: editing a module does not change the course's version, and a new password does not change the
 * account's version.
 */
export const version = () => integer('version').notNull().default(1)

/** Columns of posts that can be hidden from members. The author and moderators can still read a hidden post. */
export const hidden = () => ({
	/** Null if members can read the post. */
	hiddenAt: integer('hidden_at', { mode: 'timestamp_ms' }),
	/** Reason that a moderator gave to the author; null if only reports hide the post. */
	hiddenReason: text('hidden_reason'),
})
