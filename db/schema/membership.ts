import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './users.ts'

/** The decision about an application. One for each applicant, because the applicant is the key. */
export const applicationDecisions = sqliteTable('application_decisions', {
	userId: text('user_id')
		.primaryKey()
		.references(() => users.id, { onDelete: 'cascade' }),
	/** Of this very decision: the statements that follow from it go by it. */
	id: text('id').notNull().unique(),
	decision: text('decision', { enum: ['approved', 'rejected'] }).notNull(),
	decidedAt: integer('decided_at', { mode: 'timestamp_ms' }).notNull(),
	/** The admin's name as it was then; the audit table has their id. */
	decidedBy: text('decided_by').notNull(),
})

/** One-time links by which somebody who forgot their password sets a new one. */
export const passwordResets = sqliteTable(
	'password_resets',
	{
		/** SHA-256 of the token in the link. */
		id: text('id').primaryKey(),
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		expiresAt: integer('expires_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [
		index('password_resets_by_user').on(table.userId),
		index('password_resets_by_expiry').on(table.expiresAt),
	],
)

/** Captcha answers that were used, until they would expire anyway. */
export const captchaUses = sqliteTable(
	'captcha_uses',
	{
		id: text('id').primaryKey(),
		expiresAt: integer('expires_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [index('captcha_uses_by_expiry').on(table.expiresAt)],
)
