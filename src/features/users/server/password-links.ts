import { and, eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { memberStatus, users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { actions } from '#src/features/auth/server/audit-actions.ts'
import { readInvitationTexts } from '#src/features/auth/server/invitation.ts'
import { mayUseLink } from '#src/features/auth/server/link-state.ts'
import { sendInvitation, sendPasswordLink as sendLink } from '#src/features/auth/server/links.ts'
import { isStillAdmin } from '#src/features/auth/server/still-admin.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Context, Service } from '#src/platform/endpoint/handle.ts'
import { nextVersion } from '#src/platform/endpoint/version.ts'
import { countAttempts, type RateLimit } from '#src/platform/limits/rate-limit.ts'
import { mailWaits } from '#src/platform/mail/mail.ts'
import * as contracts from '../member-contract.ts'

const HOUR_SECONDS = 60 * 60
const DAY_SECONDS = 24 * HOUR_SECONDS
/** Limit for links sent by admins. Requests by visitors have a separate limit, so they cannot use up this one. */
const LINK_LIMITS: RateLimit[] = [{ name: 'link-sent', limit: 5, seconds: HOUR_SECONDS }]
/** Limits repeated invitations without a response. */
const INVITATION_LIMITS: RateLimit[] = [
	{ name: 'invitation-sent-day', limit: 3, seconds: DAY_SECONDS },
	{ name: 'invitation-sent-month', limit: 8, seconds: 30 * DAY_SECONDS },
]

/** Sends a person's invitation again. @throws {ApiError} that explains their status if they are not invited. */
export async function resendInvitation(id: string, context: Context<'admin'>): Promise<void> {
	const [account] = await db().select({ memberStatus }).from(users).where(eq(users.id, id))
	if (account && account.memberStatus !== 'invited')
		throw httpError([409, contracts.CANNOT_INVITE[account.memberStatus]])
	await sendPasswordLink({ params: { id }, query: {}, body: undefined }, context)
}

/**
 * Mails a member a link to set a password, or repeats an invitation. No one sees a password, and the current password
 * works until the link is used.
 */
export const sendPasswordLink: Service<typeof contracts.sendPasswordLink> = async ({ params }, { user: actor }) => {
	const { errors } = contracts.sendPasswordLink
	if (mailWaits()) throw httpError(errors.noMail)
	const { id } = params
	const [account] = await db().select().from(users).where(eq(users.id, id))
	if (!account) throw httpError(errors.unknown)
	const { name, email, role, status, invitedAt } = account
	if (status === 'inactive' && invitedAt === null) throw httpError(errors.inactive)
	const limits = status === 'active' ? LINK_LIMITS : INVITATION_LIMITS
	const retryAfter = await countAttempts(limits.map((limit) => [limit, account.emailKey]))
	if (retryAfter !== undefined)
		throw httpError(status === 'active' ? errors.tooMany : errors.oftenInvited, { retryAfter })
	// Requires the email address to be unchanged: after a concurrent change, no link must go to the old one.
	const canSend = and(
		eq(users.id, id),
		eq(users.emailKey, account.emailKey),
		eq(users.status, status),
		mayUseLink(),
		isStillAdmin(actor),
	)
	const when = hasRow(users, canSend)
	const subject = { type: 'user', id, name }
	const entry = (action: 'user.invited' | 'password.link') =>
		recordAudit({ actor, action: actions[action], subject }, when)
	const options = { by: actor.name, when }
	if (status === 'active') {
		const { audit } = await write({ audit: entry('password.link'), link: sendLink({ id, name, email }, options) })
		if (audit.rowsAffected === 0) throw httpError(errors.notAdmin)
		return { sent: 'link', email }
	}
	const { audit } = await write({
		audit: entry('user.invited'),
		invitation: sendInvitation({ id, name, email }, { ...options, role, words: await readInvitationTexts() }),
		invited: db()
			.update(users)
			.set({ invitedAt: new Date(), invitedBy: actor.name, version: nextVersion(users.version) })
			.where(canSend),
	})
	if (audit.rowsAffected === 0) throw httpError(errors.notAdmin)
	return { sent: 'invitation', email }
}
