import { type AnySQLiteColumn, integer, text } from 'drizzle-orm/sqlite-core'

// Columns that several tables have.

/** Defines a reference to the row that this one belongs to, and is deleted with. */
export const childOf = <Name extends string>(name: Name, key: () => AnySQLiteColumn) =>
	text(name).notNull().references(key, { onDelete: 'cascade' })

/**
 * Edit counter for optimistic locking (docs/decisions/022-concurrent-edits.md). Increases only with changes to what
 * the form shows: editing a module does not change its course's version, nor a new password the account's.
 */
export const version = () => integer('version').notNull().default(1)

/** Columns of a post that members cannot read for now. Its author still can, and moderators. */
export const hidden = () => ({
	/** Null while members can read it. */
	hiddenAt: integer('hidden_at', { mode: 'timestamp_ms' }),
	/** As a moderator told the author; null while reports alone hide it. */
	hiddenReason: text('hidden_reason'),
})
