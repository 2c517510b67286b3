import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { unsubscribeTokens } from '#db/schema/notifications.ts'
import { hashToken, sign } from '#src/platform/tokens.ts'

export type Scope = (typeof unsubscribeTokens.$inferSelect)['scope']

/**
 * Returns the token that unsubscribes a member from one scope, and the statement that makes it valid (for the email's
 * `write(...)`). All emails of a scope share the token, so the table does not grow with each email, and old links still
 * work. It is derived from the server's secret, so it cannot be guessed. The row is written only if it is missing.
 * @param about.when SQL condition of the email: if no email is sent, no token is stored.
 */
export function unsubscribeToken(
	userId: string,
	scope: Scope,
	{ questionId = null, categoryId = null, when }: { questionId?: string | null; categoryId?: string | null; when: SQL },
) {
	const token = sign(JSON.stringify(['unsubscribe', userId, scope, questionId ?? categoryId]))
	return {
		token,
		row: db().run(sql`
			insert into ${unsubscribeTokens} (token_hash, user_id, scope, question_id, category_id)
			select ${hashToken(token)}, ${userId}, ${scope}, ${questionId}, ${categoryId} where ${when}
			on conflict do nothing`),
	}
}
