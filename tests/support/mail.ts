import { asc, eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { resetWorkers } from '#src/features/auth/server/passwords/reset-password.ts'
import { runOutbox } from '#src/platform/jobs/outbox.ts'
import type { MailPayload } from '#src/platform/mail/mail.ts'

const mailRows = () =>
	db().select().from(outbox).where(eq(outbox.kind, 'mail')).orderBy(asc(outbox.createdAt), asc(outbox.id))

/** Returns the queued emails, oldest first: recipient, kind and data. */
export async function waitingMails(): Promise<Array<MailPayload & { id: string; data: Record<string, unknown> }>> {
	return (await mailRows())
		.filter((row) => row.state === 'waiting')
		.map((row) => ({ id: row.id, ...(JSON.parse(row.payload) as MailPayload & { data: Record<string, unknown> }) }))
}

/** An email composed by a feature, as stored in the outbox. */
export interface WrittenMail {
	to: string
	subject: string
	text: string
	html?: string
	headers?: Record<string, string>
	/** Id of the row, which the Message-ID contains. */
	id: string
}

/** Returns every composed email so far, in order. */
export async function writtenMails(): Promise<WrittenMail[]> {
	return (await mailRows()).map(({ id, payload }) => ({ ...(JSON.parse(payload) as Omit<WrittenMail, 'id'>), id }))
}

/** Deletes all emails, so that a test finds only later ones. */
export async function deleteMails(): Promise<void> {
	await db().delete(outbox).where(eq(outbox.kind, 'mail'))
}

/** Runs the jobs that turn password reset requests into emails. */
export const makeResetMails = () => runOutbox(resetWorkers, { except: ['mail'] })
