import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { childOf } from '../columns.ts'
import { users } from './users.ts'

/** One-time links about an account's email address. Used links are kept for a month, to explain a second click. */
export const emailChanges = sqliteTable(
	'email_changes',
	{
		/** SHA-256 of the token in the link. */
		id: text('id').primaryKey(),
		userId: childOf('user_id', () => users.id),
		/** `undo` restores the previous address. */
		kind: text('kind', { enum: ['confirm', 'change', 'undo'] }).notNull(),
		/** The address that the link confirms, or that the account gets. */
		email: text('email').notNull(),
		/** The account's address in lower case. Once the account has another one, links other than `undo` are void. */
		fromKey: text('from_key').notNull(),
		expiresAt: integer('expires_at', { mode: 'timestamp_ms' }).notNull(),
		/** Null while the link can be used. */
		ended: text('ended', { enum: ['used', 'replaced', 'undone'] }),
	},
	(table) => [index('email_changes_by_user').on(table.userId), index('email_changes_by_expiry').on(table.expiresAt)],
)
