import { and, eq, gt, isNotNull, isNull, or } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { passwordResets } from '#db/schema/auth.ts'
import { users } from '#db/schema/users.ts'
import { hashToken } from '#src/platform/tokens.ts'

/** Whether an account waits for its owner to take an invitation. */
export const isInvited = () => and(eq(users.status, 'inactive'), isNotNull(users.invitedAt))

/** Whether nobody can sign in with an account: it is deactivated, or its application is open or was rejected. */
export const isBarred = () => and(eq(users.status, 'inactive'), isNull(users.invitedAt))

/** Whether somebody can do anything with a link for a password: who is active, and who is invited to be. */
export const mayUseLink = () => or(eq(users.status, 'active'), isInvited())

/** The person whose password a link may set; undefined where it is worth nothing. */
export async function ownerOf(token: string) {
	const [user] = await db()
		.select({ id: users.id, name: users.name, email: users.email, status: users.status, invitedBy: users.invitedBy })
		.from(passwordResets)
		.innerJoin(users, eq(users.id, passwordResets.userId))
		.where(and(eq(passwordResets.id, hashToken(token)), gt(passwordResets.expiresAt, new Date()), mayUseLink()))
	return user
}

/** Of a mail with a link: whether that is worth anything at the instant at which the mail leaves. */
export const isLinkGood = async ({ token }: { token: string }): Promise<boolean> => (await ownerOf(token)) !== undefined
