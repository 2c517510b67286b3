import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { mailings } from '#db/schema/mailings.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { cancelMailing, listFailedRecipients, resumeMailing, updateMailing } from '#src/features/mailings/contract.ts'
import { MAX_REJECTIONS, runMailings } from '#src/features/mailings/server/mailing-job.ts'
import * as settings from '#src/platform/env/env.ts'
import { PermanentFailure } from '#src/platform/jobs/outbox.ts'
import { callApi } from '#tests/support/api/api.ts'
import {
	actionsOf,
	addMembers,
	admin,
	allDue,
	fakeMailServer,
	MAILING,
	makeDraft,
	read,
	rowsOf,
	runAll,
	send,
	setUpMailings,
	stateOf,
	temporaryRejection,
} from '#tests/support/mailings.ts'

setUpMailings()

describe('a mailing in progress', () => {
	test.each([
		['sends one in 1.2 seconds by default', undefined, 1_200, 1],
		['sends several a second if the setting is higher', 180, 1_000, 3],
	])('%s, on any number of nodes', async (_, perMinute, placeMs, each) => {
		await addMembers(3 * each)
		const own = settings.env()
		if (perMinute !== undefined) vi.spyOn(settings, 'env').mockReturnValue({ ...own, mailingsPerMinute: perMinute })
		await send(admin, await makeDraft(admin))
		const { mails, deliver } = fakeMailServer()
		const now = Date.now()
		// Two nodes run at the same time.
		const waits = await Promise.all([runMailings(now, deliver), runMailings(now, deliver)])
		expect(mails).toHaveLength(each)
		expect(waits.sort()).toEqual([placeMs, placeMs / each].sort())
		await runMailings(now + placeMs - 1, deliver)
		expect(mails).toHaveLength(each)
		await runMailings(now + placeMs, deliver)
		expect(mails).toHaveLength(2 * each)
	})

	test('paces the second email within a second, and stops with the server', async () => {
		await addMembers(3)
		vi.spyOn(settings, 'env').mockReturnValue({ ...settings.env(), mailingsPerMinute: 180 })
		await send(admin, await makeDraft(admin))
		const stopping = new AbortController()
		const left: number[] = []
		const deliver = async () => {
			left.push(performance.now())
			if (left.length === 2) setTimeout(() => stopping.abort(), 50)
		}
		// Measured from the start of the run, because a late first email on a busy machine does not delay the second one.
		const begun = performance.now()
		await runMailings(Date.now(), deliver, stopping.signal)
		expect(left).toHaveLength(2)
		expect((left[1] ?? 0) - begun).toBeGreaterThan(300)
	})

	test('does not wait until the end of a second without emails', async () => {
		await addMembers(1)
		vi.spyOn(settings, 'env').mockReturnValue({ ...settings.env(), mailingsPerMinute: 180 })
		await send(admin, await makeDraft(admin))
		const { mails, deliver } = fakeMailServer()
		const now = Date.now()
		await runMailings(now, deliver)
		// The recipients are the member and the admin.
		expect(mails).toHaveLength(2)
		await send(admin, await makeDraft(admin))
		await runMailings(now + 1, deliver)
		expect(mails).toHaveLength(4)
	})

	test('survives a crash before its cursor is stored, without skips and without duplicates', async () => {
		await addMembers(6)
		const draft = await makeDraft(admin)
		await send(admin, draft)
		const { mails, deliver } = fakeMailServer()
		await runMailings(Date.now(), deliver)
		// Simulates a kill after the rows and before the cursor are written, so the slice is written again.
		await db().update(mailings).set({ after: '', isListed: false }).where(eq(mailings.id, draft.id))
		await runAll(deliver)
		expect(new Set(mails.map(({ id }) => id)).size).toBe(mails.length)
		expect(mails).toHaveLength(7)
		expect(await stateOf(draft.id)).toMatchObject({ state: 'sent', sent: 7 })
	})

	test('does not delay transactional emails', async () => {
		await addMembers(3)
		await send(admin, await makeDraft(admin))
		await runMailings(Date.now(), fakeMailServer().deliver)
		const kinds = (await db().select().from(outbox).where(eq(outbox.state, 'waiting'))).map(({ kind }) => kind)
		expect(new Set(kinds)).toEqual(new Set(['mailing']))
	})

	test('can be canceled, which stops the remaining emails', async () => {
		await addMembers(5)
		const draft = await makeDraft(admin)
		await send(admin, draft)
		const { mails, deliver } = fakeMailServer()
		await runMailings(Date.now(), deliver)
		const reply = await callApi(cancelMailing, { as: admin, params: { id: draft.id } })
		expect(reply.json).toMatchObject({ state: 'cancelled', sent: 1 })
		await runAll(deliver)
		expect(mails).toHaveLength(1)
		expect((await rowsOf(draft.id)).filter(({ state }) => state === 'waiting')).toEqual([])
		expect(await actionsOf()).toEqual(['mailing.sent', 'mailing.cancelled'])
		expect(await callApi(cancelMailing, { as: admin, params: { id: draft.id } })).toMatchObject({
			status: 409,
			text: 'This email is not being sent',
		})
	})

	test('cannot be edited, sent again or deleted', async () => {
		const draft = await makeDraft(admin)
		await send(admin, draft)
		const again = await send(admin, draft)
		const changed = await callApi(updateMailing, {
			as: admin,
			params: { id: draft.id },
			body: { ...MAILING, audience: 'all' },
		})
		for (const reply of [again, changed])
			expect([reply.status, reply.text]).toEqual([409, 'This email is already being sent and cannot be changed'])
		expect(await actionsOf()).toEqual(['mailing.sent'])
		await runAll(fakeMailServer().deliver)
		expect(await stateOf(draft.id)).toMatchObject({ state: 'sent' })
		const late = await send(admin, draft)
		expect([late.status, late.text]).toEqual([409, 'This email was sent or cancelled and cannot be changed'])
	})

	test('is sent once if two admins press Send', async () => {
		const draft = await makeDraft(admin)
		const replies = await Promise.all([1, 2, 3].map(() => send(admin, draft)))
		expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
		expect(await actionsOf()).toEqual(['mailing.sent'])
	})

	test("is not sent with another admin's unseen edit", async () => {
		const draft = await makeDraft(admin)
		await callApi(updateMailing, {
			as: admin,
			params: { id: draft.id },
			body: { ...MAILING, subject: 'Other words', audience: 'all' },
		})
		const reply = await send(admin, draft)
		expect([reply.status, reply.text]).toEqual([
			409,
			'This mail has changed since you opened it, so your edit was not saved.',
		])
		expect((await read(admin, draft.id)).state).toBe('draft')
	})
})

describe('a mail server that rejects', () => {
	test(`stops a mailing after ${MAX_REJECTIONS} emails in a row, until an admin resumes it`, async () => {
		await addMembers(MAX_REJECTIONS + 5)
		const draft = await makeDraft(admin)
		await send(admin, draft)
		let isRefusing = true
		const { mails, deliver } = fakeMailServer(() => (isRefusing ? temporaryRejection() : undefined))
		await runAll(deliver, MAX_REJECTIONS + 60)
		expect(await read(admin, draft.id)).toMatchObject({
			...{ state: 'stopped', sent: 0, failed: 0, lastError: '450 try again later' },
		})
		expect((await stateOf(draft.id))?.refusals).toBe(MAX_REJECTIONS)
		expect(await actionsOf()).toEqual(['mailing.sent', 'mailing.stopped'])
		isRefusing = false
		await allDue()
		await runAll(deliver)
		expect(mails).toEqual([])
		expect((await callApi(resumeMailing, { as: admin, params: { id: draft.id } })).json).toMatchObject({
			state: 'sending',
		})
		await runAll(deliver)
		await allDue()
		await runAll(deliver)
		expect(new Set(mails.map(({ to }) => to)).size).toBe(MAX_REJECTIONS + 6)
		expect(await read(admin, draft.id)).toMatchObject({ state: 'sent', sent: MAX_REJECTIONS + 6 })
		expect((await callApi(resumeMailing, { as: admin, params: { id: draft.id } })).status).toBe(409)
	})

	test('a single address does not stop a mailing, and the address is listed with the reason', async () => {
		const [one] = await addMembers(2)
		const draft = await makeDraft(admin)
		await send(admin, draft)
		const { mails, deliver } = fakeMailServer(({ to }) =>
			to === one?.email ? new PermanentFailure('550 no such mailbox') : undefined,
		)
		await runAll(deliver)
		expect(mails).toHaveLength(2)
		expect(await read(admin, draft.id)).toMatchObject({ state: 'sent', sent: 2, failed: 1 })
		const failed = (await callApi(listFailedRecipients, { as: admin, params: { id: draft.id } })).json
		expect(failed).toEqual([{ userId: one?.id, name: one?.name, email: one?.email, reason: '550 no such mailbox' }])
	})

	test('or does not respond is tried again only after a minute', async () => {
		await addMembers(2)
		await send(admin, await makeDraft(admin))
		const tried: string[] = []
		const deliver = async (_: unknown, id: string) => {
			tried.push(id)
			throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' })
		}
		const now = Date.now()
		expect(await runMailings(now, deliver)).toBe(60_000)
		await runMailings(now + 59_000, deliver)
		expect(tried).toHaveLength(1)
		await runMailings(now + 60_000, deliver)
		expect(tried).toHaveLength(2)
	})
})
