import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { factorResets } from '#db/schema/security.ts'
import { isSame, sign } from '#src/platform/tokens.ts'

/** Returns the token of the link that stops this reset, but no later one. */
export const tokenOf = (userId: string, dueAt: number) => `${userId}.${sign(`factor-reset:${userId}:${dueAt}`)}`

/** Finds the requested reset for a link's token. */
export async function findReset(token: string) {
	const [userId = ''] = token.split('.')
	const [reset] = await db().select().from(factorResets).where(eq(factorResets.userId, userId))
	return reset && isSame(token, tokenOf(userId, reset.dueAt.getTime())) ? reset : undefined
}
