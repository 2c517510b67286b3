import { integer } from 'drizzle-orm/sqlite-core'

/**
 * Edit counter for optimistic locking (docs/decisions/022-concurrent-edits.md). Increases only with changes to what
 * the form shows: editing a module does not change its course's version, nor a new password the account's.
 */
export const version = () => integer('version').notNull().default(1)
