import { and, eq, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { passwordResets } from '#db/schema/auth.ts'
import { users } from '#db/schema/users.ts'
import { type AuditAction, recordAudit } from '#src/platform/audit.ts'
import { nextVersion } from '#src/platform/endpoint/version.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'
import { endSessions } from '../end-sessions.ts'
import { endSteps, endTrust } from '../factors/trusted-devices.ts'
import { isInvited } from '../link-state.ts'
import { passwordChanged, welcome } from '../mails.ts'

export const deleteResetLinks = (userId: string, when?: SQL) =>
	db()
		.delete(passwordResets)
		.where(and(eq(passwordResets.userId, userId), when))

interface PasswordChange {
	user: { id: string; name: string; email: string }
	/** Salted, so the table contains it only if this very change was written. */
	passwordHash: string
	action: AuditAction
	when: SQL | undefined
	/** The password is set through a mailed link, which confirms the email address. */
	isByLink?: boolean
	/** For invited users: the first password activates the account, if the invitation is still open. */
	acceptsInvitation?: boolean
}

/**
 * Returns the statements for one `write` that set a password, end the user's sessions and links, audit the change and
 * notify the user. `change` returns the row, or no row if `when` is false; the other statements then change nothing.
 */
export function setPassword({ user, passwordHash, action, when, isByLink, acceptsInvitation = false }: PasswordChange) {
	const now = new Date()
	const isWritten = hasRow(users, and(eq(users.id, user.id), eq(users.passwordHash, passwordHash)))
	return {
		change: db()
			.update(users)
			.set({
				...{ passwordHash, hasInitialPassword: false, updatedAt: now },
				...(isByLink ? { emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${now.getTime()})` } : {}),
				...(acceptsInvitation
					? { status: 'active' as const, invitedAt: null, version: nextVersion(users.version) }
					: {}),
			})
			.where(and(eq(users.id, user.id), when, acceptsInvitation ? isInvited() : undefined))
			.returning({ id: users.id }),
		audit: recordAudit({ actor: user, action, subject: { type: 'user', id: user.id, name: user.name } }, isWritten),
		mail: acceptsInvitation
			? enqueueMail({ to: user.email, mail: welcome, data: { name: user.name } }, { when: isWritten })
			: enqueueMail(
					{ to: user.email, mail: passwordChanged, data: { name: user.name, at: now.getTime() } },
					{ when: isWritten },
				),
		sessions: endSessions({ of: user.id, when: isWritten }),
		links: deleteResetLinks(user.id, isWritten),
		trust: endTrust(user.id, isWritten),
		steps: endSteps(user.id, isWritten),
	}
}
