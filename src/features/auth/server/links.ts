import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'
import { hashToken, newToken } from '#src/platform/tokens.ts'
import { invitation, passwordLink } from './mails.ts'
import { deleteResetLinks } from './set-password.ts'

/** How long an invitation works, in milliseconds, from when its mail may leave. */
export const INVITED_MS = 7 * 24 * 60 * 60_000
/** How long a link works that an admin sends to a member, in milliseconds: nobody waits for it at their desk. */
const SENT_MS = 24 * 60 * 60_000

/** A link of one's own: its token, which nobody else ever knows, when it ends, and the statement that makes it good. */
export function newLink(userId: string, given: { validMs: number; when?: SQL; from?: number }) {
	const token = newToken()
	const until = (given.from ?? Date.now()) + given.validMs
	const row = db().run(sql`insert into password_resets (id, user_id, expires_at)
		select ${hashToken(token)}, ${userId}, ${until} where ${given.when ?? sql`1`}`)
	return { token, until, row }
}

interface Addressee {
	id: string
	name: string
	email: string
}

interface Sending {
	/** Name of the admin who sends it. */
	by: string
	/** The condition under which it is sent. */
	when: SQL
	/** An instant in milliseconds before which the mail does not leave. */
	notBefore?: number
	/** Of the mail's row, where it is to be found again. */
	mailId?: string
}

/** The statements that invite somebody whose account waits for them, for one `write`. Links of before are worth nothing. */
export function sendInvitation({ id, name, email }: Addressee, { by, when, notBefore, mailId }: Sending) {
	const { token, until, row } = newLink(id, {
		validMs: INVITED_MS,
		when,
		...(notBefore === undefined ? {} : { from: notBefore }),
	})
	const mail = { to: email, mail: invitation, data: { name, by, token }, until }
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

/** The statements that send a member a link for a new password, for one `write`. */
export function sendPasswordLink({ id, name, email }: Addressee, { by, when }: Sending) {
	const { token, until, row } = newLink(id, { validMs: SENT_MS, when })
	return [row, enqueueMail({ to: email, mail: passwordLink, data: { name, by, token }, until }, { when })] as const
}
