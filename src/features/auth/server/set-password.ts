import { and, eq, exists, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { passwordResets } from '#db/schema/auth.ts'
import { users } from '#db/schema/users.ts'
import { type AuditAction, recordAudit } from '#src/platform/audit.ts'
import { nextVersion } from '#src/platform/endpoint/version.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'
import { endSessions } from './end-sessions.ts'
import { isInvited } from './link-state.ts'
import { passwordChanged } from './mails.ts'

/** The statement that makes a person's links for a new password worth nothing. */
export const deleteResetLinks = (userId: string, when?: SQL) =>
	db()
		.delete(passwordResets)
		.where(and(eq(passwordResets.userId, userId), when))

interface PasswordChange {
	user: { id: string; name: string; email: string }
	/** Salted, so that it is in the table only if this very change was made. */
	passwordHash: string
	action: AuditAction
	/** The condition under which it is made. */
	when: SQL | undefined
	/** They were invited: with their first password their account becomes active, if the invitation still stands. */
	joins?: boolean
}

/**
 * The statements that set a password, for one `write`: the person's sessions and links end, it is audited and mailed.
 * The first one returns the row, or none when `when` did not hold; then the others do nothing either.
 */
export function setPassword({ user, passwordHash, action, when, joins = false }: PasswordChange) {
	const now = new Date()
	const isOurs = exists(
		db()
			.select({ one: sql`1` })
			.from(users)
			.where(and(eq(users.id, user.id), eq(users.passwordHash, passwordHash))),
	)
	return [
		db()
			.update(users)
			.set({
				...{ passwordHash, hasInitialPassword: false, updatedAt: now },
				...(joins ? { status: 'active' as const, invitedAt: null, version: nextVersion(users.version) } : {}),
			})
			.where(and(eq(users.id, user.id), when, joins ? isInvited() : undefined))
			.returning({ id: users.id }),
		recordAudit({ actor: user, action, subject: { type: 'user', id: user.id, name: user.name } }, isOurs),
		enqueueMail(
			{ to: user.email, mail: passwordChanged, data: { name: user.name, at: now.getTime() } },
			// A first password changes none.
			{ when: joins ? sql`0` : isOurs },
		),
		endSessions({ of: user.id, when: isOurs }),
		deleteResetLinks(user.id, isOurs),
	] as const
}
