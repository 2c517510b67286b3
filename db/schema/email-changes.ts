import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { childOf } from '../columns.ts'
import { users } from './users.ts'

/** One-time links about the address of an account. Used ones are kept for a month, to explain a second opening. */
export const emailChanges = sqliteTable(
	'email_changes',
	{
		/** SHA-256 of the token in the link. */
		id: text('id').primaryKey(),
		userId: childOf('user_id', () => users.id),
		/** `undo` brings a former address back. */
		kind: text('kind', { enum: ['confirm', 'change', 'undo'] }).notNull(),
		/** The address that the link confirms, or gives the account. */
		email: text('email').notNull(),
		/** The address in lower case that the account had when the link was made: the link is void with another. */
		fromKey: text('from_key').notNull(),
		expiresAt: integer('expires_at', { mode: 'timestamp_ms' }).notNull(),
		/** Null while it works. */
		ended: text('ended', { enum: ['used', 'replaced', 'undone'] }),
	},
	(table) => [index('email_changes_by_user').on(table.userId), index('email_changes_by_expiry').on(table.expiresAt)],
)
