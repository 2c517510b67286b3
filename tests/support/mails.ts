import { asc, eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { outbox } from '#db/schema/index.ts'

/** A mail as it waits in the outbox. */
export interface WaitingMail {
	to: string
	subject: string
	text: string
	html?: string
	headers?: Record<string, string>
	/** Of the row: the Message-ID is made of it. */
	id: string
}

/** Every mail that was written so far, in order. */
export async function writtenMails(): Promise<WaitingMail[]> {
	const rows = await db()
		.select()
		.from(outbox)
		.where(eq(outbox.kind, 'mail'))
		.orderBy(asc(outbox.createdAt), asc(outbox.id))
	return rows.map(({ id, payload }) => ({ ...(JSON.parse(payload) as Omit<WaitingMail, 'id'>), id }))
}

/** Forgets what was written, so that a test sees only what comes next. */
export async function clearMails(): Promise<void> {
	await db().delete(outbox).where(eq(outbox.kind, 'mail'))
}
