import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, onTestFinished, vi } from 'vitest'
import { db } from '#db/client.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { applicationApproved } from '#src/features/applications/server/mails.ts'
import * as settings from '#src/platform/env/env.ts'
import { closeMail } from '#src/platform/mail/deliver.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'
import { freshDatabase, type TestDatabase } from './api/database.ts'
import { startSmtp } from './servers/smtp.ts'

export let database: TestDatabase

/** Sets up an empty database without a mail server before each test. */
export function setUpMails(): void {
	beforeEach(async () => {
		database = await freshDatabase()
	})
	afterEach(async () => {
		closeMail()
		await database.discard()
	})
}

/** Starts a mail server for the rest of the test. */
export async function openSmtp(options?: Parameters<typeof startSmtp>[0]) {
	const smtp = await startSmtp(options)
	onTestFinished(() => smtp.close())
	return smtp
}

/** Overrides settings for the test. */
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

/** Makes waiting retries due, as if time had passed. */
export const dueNow = () => db().update(outbox).set({ availableAt: new Date() }).where(eq(outbox.state, 'waiting'))

export const rowOf = async (id: string) => (await db().select().from(outbox).where(eq(outbox.id, id)))[0]
