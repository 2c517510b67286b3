import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { version } from '../columns.ts'

/** The owner's settings, which override the defaults of `src/lib/site/site.ts`: one row per form. */
export const settings = sqliteTable('settings', {
	key: text('key').primaryKey(),
	/** Differences from the defaults. */
	value: text('value', { mode: 'json' }).notNull().$type<Record<string, unknown>>(),
	version: version(),
	updatedAt: integer('updated_at', { mode: 'timestamp_ms' }).notNull(),
	/** The editor's name at the time. */
	updatedBy: text('updated_by').notNull(),
})
