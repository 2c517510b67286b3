import { and, eq, exists, sql } from 'drizzle-orm'
import { db, write } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import { actions } from '#src/features/auth/server/audit-actions.ts'
import { mayUseLink, sendInvitation, sendPasswordLink as sendLink } from '#src/features/auth/server/links.ts'
import { perEmail } from '#src/features/auth/server/reset-password.ts'
import { refusal } from '#src/lib/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/create-handle.ts'
import { mailWaits } from '#src/platform/mail/mail.ts'
import { countTries } from '#src/platform/rate-limit.ts'
import { nextVersion } from '#src/platform/version.ts'
import * as contracts from '../member-contract.ts'
import { isStillAdmin } from './still-admin.ts'

/**
 * Sends a member a link by which they set a password; to whom is invited, the invitation once more. Nobody learns a
 * password by it, and what they have stays until they use the link.
 */
export const sendPasswordLink: Service<typeof contracts.sendPasswordLink> = async ({ params }, { user: actor }) => {
	const { errors } = contracts.sendPasswordLink
	if (mailWaits()) throw refusal(errors.noMail)
	const { id } = params
	const [account] = await db().select().from(users).where(eq(users.id, id))
	if (!account) throw refusal(errors.unknown)
	const { name, email, status, invitedAt } = account
	if (status === 'inactive' && invitedAt === null) throw refusal(errors.inactive)
	const wait = await countTries([[perEmail, account.emailKey]])
	if (wait !== undefined) throw refusal(errors.tooMany, { retryAfter: wait })
	// The address as it was read: a link must not go to one that was changed meanwhile.
	const isTheirs = and(
		eq(users.id, id),
		eq(users.emailKey, account.emailKey),
		eq(users.status, status),
		mayUseLink(),
		isStillAdmin(actor),
	)
	const when = exists(db().select({ one: sql`1` }).from(users).where(isTheirs))
	const subject = { type: 'user', id, name }
	const entry = (action: 'user.invited' | 'password.link') =>
		recordAudit({ actor, action: actions[action], subject }, when)
	const sending = { by: actor.name, when }
	if (status === 'active') {
		const [sent] = await write(entry('password.link'), ...sendLink({ id, name, email }, sending))
		if (sent.rowsAffected === 0) throw refusal(errors.notAdmin)
		return { sent: 'link', email }
	}
	const [sent] = await write(
		entry('user.invited'),
		...sendInvitation({ id, name, email }, sending),
		db()
			.update(users)
			.set({ invitedAt: new Date(), invitedBy: actor.name, version: nextVersion(users.version) })
			.where(isTheirs),
	)
	if (sent.rowsAffected === 0) throw refusal(errors.notAdmin)
	return { sent: 'invitation', email }
}
