import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { questions } from './questions.ts'
import { users } from './users.ts'

/** Which mails a member wants. No row: all of them. */
export const notificationPreferences = sqliteTable('notification_preferences', {
	userId: text('user_id')
		.primaryKey()
		.references(() => users.id, { onDelete: 'cascade' }),
	mentions: integer('mentions', { mode: 'boolean' }).notNull(),
	comments: integer('comments', { mode: 'boolean' }).notNull(),
	reminders: integer('reminders', { mode: 'boolean' }).notNull(),
	feedback: integer('feedback', { mode: 'boolean' }).notNull().default(true),
})

/** What the links at the foot of our mails switch off. One row per member and scope, so that it does not grow with the mails. */
export const unsubscribeTokens = sqliteTable(
	'unsubscribe_tokens',
	{
		/** SHA-256 of the token in the link. */
		tokenHash: text('token_hash').primaryKey(),
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		scope: text('scope', { enum: ['mentions', 'comments', 'reminders', 'feedback', 'question'] }).notNull(),
		/** For the scope `question`. */
		questionId: text('question_id').references(() => questions.id, { onDelete: 'cascade' }),
	},
	(table) => [
		index('unsubscribe_tokens_by_user').on(table.userId),
		index('unsubscribe_tokens_by_question').on(table.questionId),
	],
)
