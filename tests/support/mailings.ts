import { and, eq, like } from 'drizzle-orm'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { mailings } from '#db/schema/mailings.ts'
import { notificationPreferences } from '#db/schema/notifications.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import {
	countAudience,
	createMailing,
	getMailing,
	type Mailing,
	sendMailing,
	updateMailing,
} from '#src/features/mailings/contract.ts'
import { runMailings } from '#src/features/mailings/server/mailing-job.ts'
import type { WrittenMail } from '#src/platform/mail/mail.ts'
import { callApi, insertAccount, type Principal, signedIn } from './api/api.ts'
import { freshDatabase, type TestDatabase } from './api/database.ts'

export const MAILING = { subject: 'News of the autumn', content: '<p>We meet <strong>again</strong>.</p>' }

/** Creates a draft that is ready to send. */
export async function makeDraft(admin: Principal, body: object = {}): Promise<Mailing> {
	const { id } = (await callApi(createMailing, { as: admin, body: {} })).json as Mailing
	const reply = await callApi(updateMailing, {
		as: admin,
		params: { id },
		body: { ...MAILING, audience: 'all', ...body },
	})
	expect(reply.status, reply.text).toBe(200)
	return reply.json as Mailing
}

export const send = (admin: Principal, { id, version }: Mailing, body: object = {}) =>
	callApi(sendMailing, { as: admin, params: { id }, body: { version, ...body } })

export const read = async (admin: Principal, id: string) =>
	(await callApi(getMailing, { as: admin, params: { id } })).json as Mailing

/** Returns a fake mail server with the emails it received. It rejects an email if `refuse` returns an error. */
export function fakeMailServer(reject: (mail: WrittenMail) => Error | undefined = () => undefined) {
	const mails: Array<WrittenMail & { id: string }> = []
	return {
		mails,
		async deliver(mail: WrittenMail, id: string) {
			const error = reject(mail)
			if (error) throw error
			mails.push({ ...mail, id })
		},
	}
}

/** Returns a temporary rejection by the mail server. */
export const temporaryRejection = () => Object.assign(new Error('450 try again later'), { responseCode: 450 })

/** Makes waiting retries due, as if time had passed. */
export const allDue = () =>
	db()
		.update(outbox)
		.set({ availableAt: new Date(0) })
		.where(eq(outbox.state, 'waiting'))

/**
 * Runs the job at the times that it requests until nothing is pending, at most `steps` times.
 * @returns the simulated time that passed, in milliseconds.
 */
export async function runAll(deliver: ReturnType<typeof fakeMailServer>['deliver'], steps = 2_000): Promise<number> {
	const startedAt = Date.now()
	let now = startedAt
	for (let step = 0; step < steps; step++) {
		const wait = await runMailings(now, deliver)
		if (wait === undefined) break
		now += Math.ceil(wait)
	}
	return now - startedAt
}

export const rowsOf = (id: string) =>
	db()
		.select()
		.from(outbox)
		.where(and(eq(outbox.kind, 'mailing'), like(outbox.id, `mailing-${id}-%`)))

export const stateOf = async (id: string) => (await db().select().from(mailings).where(eq(mailings.id, id)))[0]

let database: TestDatabase
export let admin: Principal
export let adminEmail: string

/** Sets up a separate club for each test, with only an admin. */
export function setUpMailings(): void {
	beforeEach(async () => {
		database = await freshDatabase()
		const account = await insertAccount({ role: 'admin' })
		adminEmail = account.email
		admin = await signedIn(account)
	})
	afterEach(async () => {
		vi.restoreAllMocks()
		await database.discard()
	})
}

/** Adds `count` members. */
export const addMembers = async (count: number) => Promise.all(Array.from({ length: count }, () => insertAccount()))

/** Turns a member's mailings off. */
export const turnOffMailings = (userId: string) =>
	db()
		.insert(notificationPreferences)
		.values({ userId, mentions: true, comments: true, reminders: true, feedback: true, news: false })

/** Returns the size of an audience. */
export const audienceOf = async (query: Record<string, string>) =>
	(await callApi(countAudience, { as: admin, query })).json as { count: number; unsubscribed: number }

/** Returns the actions in the audit log, in order. */
export const actionsOf = async () => (await db().select().from(audit).orderBy(audit.id)).map(({ action }) => action)
