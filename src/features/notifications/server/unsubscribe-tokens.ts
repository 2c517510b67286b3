import { createHmac } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import type { unsubscribeTokens } from '#db/schema/notifications.ts'
import { env } from '#src/platform/env/env.ts'
import { hashToken } from '#src/platform/tokens.ts'

export type Scope = (typeof unsubscribeTokens.$inferSelect)['scope']

/**
 * The token with which a member's mails of one scope can be switched off, and the statement that makes it valid
 * (for the `write(...)` batch of the mail). It is the same in every mail of that scope, so that the table does not
 * grow with the mails and last year's link still works; without the server's secret it cannot be guessed.
 * It is written once, where it is missing.
 * @param about.when the SQL condition of the mail: what is told to nobody has no token.
 */
export function unsubscribeToken(
	userId: string,
	scope: Scope,
	{ questionId = null, categoryId = null, when }: { questionId?: string | null; categoryId?: string | null; when: SQL },
) {
	const token = createHmac('sha256', env().secretKey)
		.update(JSON.stringify(['unsubscribe', userId, scope, questionId ?? categoryId]))
		.digest('base64url')
	return {
		token,
		row: db().run(sql`
			insert into unsubscribe_tokens (token_hash, user_id, scope, question_id, category_id)
			select ${hashToken(token)}, ${userId}, ${scope}, ${questionId}, ${categoryId} where ${when}
			on conflict do nothing`),
	}
}
