import { asc, eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { outbox } from '#db/schema/operations.ts'
import { resetWorkers } from '#src/features/auth/server/reset-password.ts'
import { runOutbox } from '#src/platform/jobs/outbox.ts'
import type { MailPayload } from '#src/platform/mail/mail.ts'

const mailRows = () =>
	db().select().from(outbox).where(eq(outbox.kind, 'mail')).orderBy(asc(outbox.createdAt), asc(outbox.id))

/** What waits to be sent, oldest first: to whom, which mail, and what it is made from. */
export async function waitingMails(): Promise<Array<MailPayload & { id: string; data: Record<string, unknown> }>> {
	return (await mailRows())
		.filter((row) => row.state === 'waiting')
		.map((row) => ({ id: row.id, ...(JSON.parse(row.payload) as MailPayload & { data: Record<string, unknown> }) }))
}

/** A mail whose words its feature wrote itself, as it lies in the outbox. */
export interface WrittenMail {
	to: string
	subject: string
	text: string
	html?: string
	headers?: Record<string, string>
	/** Of the row: the Message-ID is made of it. */
	id: string
}

/** Every such mail that was written so far, in order. */
export async function writtenMails(): Promise<WrittenMail[]> {
	return (await mailRows()).map(({ id, payload }) => ({ ...(JSON.parse(payload) as Omit<WrittenMail, 'id'>), id }))
}

/** Takes all mails away, so that a test sees only what it causes. */
export async function forgetMails(): Promise<void> {
	await db().delete(outbox).where(eq(outbox.kind, 'mail'))
}

/** Does what the jobs would: turns wishes for a new password into mails. */
export const makeResetMails = () => runOutbox(resetWorkers, { except: ['mail'] })
