import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { newId } from '#src/lib/ids.ts'
import type { MailData, MailTemplate } from './templates.ts'

/** The kind of the outbox rows that are mails. */
export const MAIL_KIND = 'mail'

/** What an outbox row of a mail carries until it is sent. */
export interface MailPayload<Name extends MailTemplate = MailTemplate> {
	to: string
	template: Name
	data: MailData[Name]
}

/** A mail whose feature wrote its words itself, such as one about a question (`features/notifications`). */
export interface WrittenMail {
	to: string
	subject: string
	text: string
	html?: string
	headers?: Record<string, string>
}

/**
 * The statement that puts a mail into the outbox. It belongs into the `write` of what the mail is about: then there
 * is never a mail without its cause, nor a cause without its mail.
 * @param options.when an SQL condition; without it the mail always goes out.
 * @param options.id of the row, where the same cause may be handled twice: a known id is not written again.
 */
export function enqueueMail<Name extends MailTemplate>(
	mail: MailPayload<Name> | WrittenMail,
	options: { when?: SQL; id?: string } = {},
) {
	const now = Date.now()
	return db().run(sql`
		INSERT INTO outbox (id, kind, payload, created_at, available_at)
		SELECT ${options.id ?? newId()}, ${MAIL_KIND}, ${JSON.stringify(mail)}, ${now}, ${now}
		WHERE ${options.when ?? sql`1`}
		ON CONFLICT (id) DO NOTHING`)
}

/** As `enqueueMail`, to every active admin there is at that instant. */
export function enqueueMailToAdmins<Name extends MailTemplate>(
	mail: Omit<MailPayload<Name>, 'to'>,
	options: { when?: SQL } = {},
) {
	const now = Date.now()
	return db().run(sql`
		INSERT INTO outbox (id, kind, payload, created_at, available_at)
		SELECT ${newId()} || '-' || users.id, ${MAIL_KIND}, json_set(${JSON.stringify(mail)}, '$.to', users.email), ${now}, ${now}
		FROM users WHERE role = 'admin' AND status = 'active' AND ${options.when ?? sql`1`}`)
}
