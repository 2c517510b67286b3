import { and, eq, like } from 'drizzle-orm'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { mailings } from '#db/schema/mailings.ts'
import { notificationPreferences } from '#db/schema/notifications.ts'
import { outbox } from '#db/schema/operations.ts'
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

export const WORDS = { subject: 'News of the autumn', content: '<p>We meet <strong>again</strong>.</p>' }

/** A draft that could be sent. */
export async function makeDraft(admin: Principal, body: object = {}): Promise<Mailing> {
	const { id } = (await callApi(createMailing, { as: admin, body: {} })).json as Mailing
	const reply = await callApi(updateMailing, {
		as: admin,
		params: { id },
		body: { ...WORDS, audience: 'all', ...body },
	})
	expect(reply.status, reply.text).toBe(200)
	return reply.json as Mailing
}

export const send = (admin: Principal, { id, version }: Mailing, body: object = {}) =>
	callApi(sendMailing, { as: admin, params: { id }, body: { version, ...body } })

export const read = async (admin: Principal, id: string) =>
	(await callApi(getMailing, { as: admin, params: { id } })).json as Mailing

/** A mail server that takes everything, and what it got. */
export function sink(refuse: (mail: WrittenMail) => Error | undefined = () => undefined) {
	const mails: Array<WrittenMail & { id: string }> = []
	return {
		mails,
		async deliver(mail: WrittenMail, id: string) {
			const error = refuse(mail)
			if (error) throw error
			mails.push({ ...mail, id })
		},
	}
}

/** An answer of the mail server that is a refusal, for now. */
export const refusedForNow = () => Object.assign(new Error('450 try again later'), { responseCode: 450 })

/** What the passing of time does to rows that wait for another try. */
export const allDue = () =>
	db()
		.update(outbox)
		.set({ availableAt: new Date(0) })
		.where(eq(outbox.state, 'waiting'))

/**
 * Calls the job until nothing is on its way, `steps` times at most, each as late as it asked for.
 * @returns how late it got, in milliseconds.
 */
export async function runAll(deliver: ReturnType<typeof sink>['deliver'], steps = 2_000): Promise<number> {
	const began = Date.now()
	let now = began
	for (let step = 0; step < steps; step++) {
		const wait = await runMailings(now, deliver)
		if (wait === undefined) break
		now += Math.ceil(wait)
	}
	return now - began
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

/** For each test a club of its own, with nobody but an admin. */
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

/** So many members besides the admin. */
export const addMembers = async (count: number) => Promise.all(Array.from({ length: count }, () => insertAccount()))

/** Of somebody who wants no news. */
export const noNews = (userId: string) =>
	db()
		.insert(notificationPreferences)
		.values({ userId, mentions: true, comments: true, reminders: true, feedback: true, news: false })

/** How many an audience has. */
export const audienceOf = async (query: Record<string, string>) =>
	(await callApi(countAudience, { as: admin, query })).json as { count: number; unsubscribed: number }

/** What the audit has, in the order in which it happened. */
export const actionsOf = async () => (await db().select().from(audit).orderBy(audit.id)).map(({ action }) => action)
