import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, onTestFinished, vi } from 'vitest'
import { db } from '#db/client.ts'
import { outbox } from '#db/schema/operations.ts'
import { applicationApproved } from '#src/features/applications/server/mails.ts'
import * as settings from '#src/platform/env/env.ts'
import { closeMail } from '#src/platform/mail/deliver.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'
import { freshDatabase, type TestDatabase } from './api/database.ts'
import { startSmtp } from './servers/smtp.ts'

export let database: TestDatabase

/** Before each test of the file: an empty database, and no connection to a mail server. */
export function setUpMails(): void {
	beforeEach(async () => {
		database = await freshDatabase()
	})
	afterEach(async () => {
		closeMail()
		await database.discard()
	})
}

/** A mail server for the rest of this test. */
export async function openSmtp(options?: Parameters<typeof startSmtp>[0]) {
	const smtp = await startSmtp(options)
	onTestFinished(() => smtp.close())
	return smtp
}

/** Settings of this test; the rest as they are. */
export function withSettings(overrides: Partial<settings.Env>): void {
	const before = settings.env()
	vi.spyOn(settings, 'env').mockReturnValue({
		...before,
		publicUrl: 'https://club.example',
		mailFrom: { name: 'Second Chair', address: 'hello@club.example' },
		...overrides,
	})
}

export const queue = (to: string, id?: string) =>
	enqueueMail({ to, mail: applicationApproved, data: { name: 'Dana' } }, id ? { id } : {})

/** What the passing of time does: what waits for its next try is due. */
export const dueNow = () => db().update(outbox).set({ availableAt: new Date() }).where(eq(outbox.state, 'waiting'))

export const rowOf = async (id: string) => (await db().select().from(outbox).where(eq(outbox.id, id)))[0]
