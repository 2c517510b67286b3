import { and, eq, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { passwordResets } from '#db/schema/auth.ts'
import { users } from '#db/schema/users.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'
import { hashToken, newToken } from '#src/platform/tokens.ts'
import type { InvitationTexts } from '../invitation-contract.ts'
import { stopReset } from './factors/factor-resets.ts'
import { endSteps, endTrust } from './factors/trusted-devices.ts'
import { invitation, passwordLink, passwordReset } from './mails.ts'
import { UNKNOWN_PASSWORD_HASH } from './passwords/passwords.ts'
import { deleteResetLinks } from './passwords/set-password.ts'

/** Validity of an invitation in milliseconds, from the earliest time its email may be sent. */
export const INVITED_MS = 7 * 24 * 60 * 60_000
/** Validity of a link that an admin sends, in milliseconds. Longer, since the member is not waiting for it. */
const ADMIN_LINK_MS = 24 * 60 * 60_000

export function newLink(userId: string, options: { validMs: number; when?: SQL; from?: number }) {
	const token = newToken()
	const until = (options.from ?? Date.now()) + options.validMs
	const row = db().run(sql`insert into ${passwordResets} (id, user_id, expires_at)
		select ${hashToken(token)}, ${userId}, ${until} where ${options.when ?? sql`1`}`)
	return { token, until, row }
}

interface Addressee {
	id: string
	name: string
	email: string
}

interface LinkOptions {
	/** Name of the sending admin. */
	by: string
	when: SQL
	/** Earliest time for the email, in milliseconds. */
	notBefore?: number
	mailId?: string
}

interface InvitationOptions extends LinkOptions {
	words: InvitationTexts
	isReminder?: boolean
	/** Role of the account. The email mentions it only to admins. */
	role?: 'admin' | 'user'
}

/** Returns the statements for one `write` that invite the owner of an account. Earlier links become invalid. */
export function sendInvitation(
	{ id, name, email }: Addressee,
	{ by, when, notBefore, mailId, words, isReminder = false, role = 'user' }: InvitationOptions,
) {
	const { token, until, row } = newLink(id, {
		validMs: INVITED_MS,
		when,
		...(notBefore === undefined ? {} : { from: notBefore }),
	})
	const mail = { to: email, mail: invitation, data: { name, by, token, role, words, isReminder }, until }
	return [
		deleteResetLinks(id, when),
		row,
		enqueueMail(mail, {
			when,
			...(notBefore === undefined ? {} : { notBefore }),
			...(mailId === undefined ? {} : { id: mailId }),
		}),
	] as const
}

export function sendPasswordLink({ id, name, email }: Addressee, { by, when }: LinkOptions) {
	const { token, until, row } = newLink(id, { validMs: ADMIN_LINK_MS, when })
	return [row, enqueueMail({ to: email, mail: passwordLink, data: { name, by, token }, until }, { when })] as const
}

/**
 * Returns the statements that end a password that someone else may know, and mail a link to choose another. They also
 * stop a reset of second factors, which that person may have requested.
 */
export function endPassword({ id, name, email }: Addressee, when: SQL) {
	const { token, until, row } = newLink(id, { validMs: ADMIN_LINK_MS, when })
	const mail = { to: email, mail: passwordReset, data: { name, token, isUnasked: true }, until }
	const change = db()
		.update(users)
		.set({ passwordHash: UNKNOWN_PASSWORD_HASH })
		.where(and(eq(users.id, id), when))
	const reset = Object.values(stopReset({ id, name }, { id, name }, when))
	return [row, enqueueMail(mail, { when }), endTrust(id, when), endSteps(id, when), ...reset, change] as const
}
