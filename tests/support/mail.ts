import { asc, eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { outbox } from '#db/schema/index.ts'
import { resetWorkers } from '#src/features/auth/server/reset-password.ts'
import type { MailPayload } from '#src/server/mail/outgoing.ts'
import { runOutbox } from '#src/server/outbox.ts'

/** What waits to be sent, oldest first: to whom, which mail, and what it is made from. */
export async function waitingMails(): Promise<Array<MailPayload & { id: string; data: Record<string, unknown> }>> {
	const rows = await db()
		.select()
		.from(outbox)
		.where(eq(outbox.kind, 'mail'))
		.orderBy(asc(outbox.createdAt), asc(outbox.id))
	return rows
		.filter((row) => row.state === 'waiting')
		.map((row) => ({ id: row.id, ...(JSON.parse(row.payload) as MailPayload & { data: Record<string, unknown> }) }))
}

/** Takes all waiting mails away, so that a test sees only what it causes. */
export async function forgetMails(): Promise<void> {
	await db().delete(outbox).where(eq(outbox.kind, 'mail'))
}

/** Does what the jobs would: turns wishes for a new password into mails. */
export const makeResetMails = () => runOutbox(resetWorkers, { except: ['mail'] })
