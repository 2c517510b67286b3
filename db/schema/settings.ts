import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { version } from './version.ts'

/** What an owner set on the screen, in place of the defaults of `src/lib/site/site.ts`: one row for each form. */
export const settings = sqliteTable('settings', {
	key: text('key').primaryKey(),
	/** What differs from the defaults. */
	value: text('value', { mode: 'json' }).notNull().$type<Record<string, unknown>>(),
	version: version(),
	updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
	/** Name of who did, as it was then. */
	updatedBy: text('updated_by').notNull(),
})
