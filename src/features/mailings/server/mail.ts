import { sql } from 'drizzle-orm'
import { write } from '#db/write.ts'
import { composeNotice } from '#src/features/notifications/server/compose.ts'
import { unsubscribeToken } from '#src/features/notifications/server/unsubscribe-tokens.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { enqueueMail, mailWaits, type WrittenMail } from '#src/platform/mail/mail.ts'
import * as contracts from '../contract.ts'
import { actions } from './audit-actions.ts'
import { mailContent, storedContent } from './content.ts'

interface Recipient {
	id: string
	name: string
	email: string
}

interface MailingText {
	subject: string
	content: string
}

/**
 * Composes the email for one member, and the statement that makes its unsubscribe link valid. No tracking: no
 * pictures, and links stay as written.
 */
export function composeFor(recipient: Recipient, { subject, content }: MailingText) {
	const { token, row } = unsubscribeToken(recipient.id, 'news', { when: sql`1` })
	const mail: WrittenMail = composeNotice({
		to: recipient.email,
		name: recipient.name,
		subject,
		blocks: [{ kind: 'rich', html: storedContent(content) }],
		unsubscribe: { token, what: 'emails with news from the club' },
	})
	return { mail: { ...mail, headers: { ...mail.headers, Precedence: 'bulk' } }, row }
}

export const previewMailing: Service<typeof contracts.previewMailing> = async ({ body }, { user }) => {
	const { mail } = composeFor(user, { subject: body.subject, content: mailContent(body.content) })
	return { subject: mail.subject, html: mail.html ?? '', text: mail.text }
}

export const testMailing: Service<typeof contracts.testMailing> = async ({ body }, { user }) => {
	const words = { subject: body.subject, content: mailContent(body.content) }
	if (mailWaits()) throw httpError(contracts.testMailing.errors.noMail)
	const { mail, row } = composeFor(user, words)
	await write(
		row,
		recordAudit({
			actor: user,
			action: actions['mailing.tested'],
			subject: { type: 'user', id: user.id, name: user.name },
		}),
		enqueueMail(mail),
	)
	return { to: user.email }
}
