import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { childOf } from '../columns.ts'
import { users } from './users.ts'

/** A sign-in session on one device. Named `auth` to avoid confusion with coaching sessions. */
export const authSessions = sqliteTable(
	'auth_sessions',
	{
		/** SHA-256 of the token in the cookie, so a stolen database gives access to no session. */
		id: text('id').primaryKey(),
		userId: childOf('user_id', () => users.id),
		/** Extended with use, never past `endsAt`. */
		expiresAt: integer('expires_at', { mode: 'timestamp_ms' }).notNull(),
		endsAt: integer('ends_at', { mode: 'timestamp_ms' }).notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		userAgent: text('user_agent').notNull(),
		clientAddress: text('client_address').notNull(),
		/** When a second factor was verified. Null: password only, not sufficient once the account has a second factor. */
		secondFactorAt: integer('second_factor_at', { mode: 'timestamp_ms' }),
	},
	(table) => [index('auth_sessions_by_user').on(table.userId), index('auth_sessions_by_expiry').on(table.expiresAt)],
)

/** One-time links to reset a forgotten password. */
export const passwordResets = sqliteTable(
	'password_resets',
	{
		/** SHA-256 of the token in the link. */
		id: text('id').primaryKey(),
		userId: childOf('user_id', () => users.id),
		expiresAt: integer('expires_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [
		index('password_resets_by_user').on(table.userId),
		index('password_resets_by_expiry').on(table.expiresAt),
	],
)
