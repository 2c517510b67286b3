import { and, eq, gt, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { passwordResets } from '#db/schema/auth.ts'
import { users } from '#db/schema/users.ts'
import { hashToken } from '#src/platform/tokens.ts'
import { MAX_REMINDERS, REMINDER_DAYS } from '../invitation-contract.ts'

export const isInvited = () => and(eq(users.status, 'inactive'), isNotNull(users.invitedAt))

export const REMINDER_PAUSE_MS = REMINDER_DAYS * 24 * 60 * 60_000

/** Matches people who can be reminded now: invited, not mailed recently, and below the reminder limit. */
export const isReminderDue = (now = Date.now()): SQL =>
	and(isInvited(), lt(users.reminders, MAX_REMINDERS), lte(users.invitedAt, new Date(now - REMINDER_PAUSE_MS))) ??
	sql`0`

/** Matches accounts that cannot sign in: deactivated, or with a pending or rejected application. */
export const cannotSignIn = () => and(eq(users.status, 'inactive'), isNull(users.invitedAt))

/** Matches accounts that may set a password through a link: active or invited. */
export const mayUseLink = () => or(eq(users.status, 'active'), isInvited())

export async function ownerOf(token: string) {
	const [user] = await db()
		.select({ id: users.id, name: users.name, email: users.email, status: users.status, invitedBy: users.invitedBy })
		.from(passwordResets)
		.innerJoin(users, eq(users.id, passwordResets.userId))
		.where(and(eq(passwordResets.id, hashToken(token)), gt(passwordResets.expiresAt, new Date()), mayUseLink()))
	return user
}

/** Checks whether the link in an email still works when the email is sent. */
export const isLinkGood = async ({ token }: { token: string }): Promise<boolean> => (await ownerOf(token)) !== undefined
