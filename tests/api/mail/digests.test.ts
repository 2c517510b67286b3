import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { coachingSessions } from '#db/schema/coaching.ts'
import { categoryWatches, digestSettings, notifications } from '#db/schema/notifications.ts'
import { createSession } from '#src/features/coaching/contract.ts'
import { unsubscribe } from '#src/features/notifications/contract.ts'
import { type Digest, updateDigest } from '#src/features/notifications/digest-contract.ts'
import { sendDigests } from '#src/features/notifications/server/digests.ts'
import { followQuestion } from '#src/features/questions/contract.ts'
import { callApi, visitor } from '#tests/support/api/api.ts'
import { session } from '#tests/support/coaching.ts'
import { deleteMails, writtenMails } from '#tests/support/mail.ts'
import { admin, answer, ask, ines, marcus, ruth, setUpNotices, tokenOf } from '#tests/support/notices.ts'
import { readAll } from '#tests/support/notifications.ts'

setUpNotices()
beforeEach(async () => {
	await db().delete(notifications)
	await db().delete(digestSettings)
	await db().delete(categoryWatches)
	await db().delete(coachingSessions)
})

const DAY = 86_400_000
const choose = (body: Partial<Digest>, as = ruth) =>
	callApi(updateDigest, { as, body: { every: 'day', weekday: 1, timeZone: 'America/New_York', ...body } })
const dueAt = async () => (await db().select().from(digestSettings))[0]?.nextAt.getTime() ?? 0
const stop = (token: string) => callApi(unsubscribe, { as: visitor(), params: { token }, body: {} })

describe('a digest', () => {
	test('is sent to its subscribers at 7 AM local time, with unread items in groups', async () => {
		await choose({})
		const id = await ask()
		const first = await answer(id, 'An answer to it', marcus)
		await callApi(createSession, { as: admin, body: session({ title: 'The next call' }) })
		await deleteMails()
		const due = await dueAt()
		expect(new Intl.DateTimeFormat('en', { timeZone: 'America/New_York', timeStyle: 'short' }).format(due)).toBe(
			'7:00 AM',
		)
		await sendDigests(due - 1)
		expect(await writtenMails()).toEqual([])
		await sendDigests(due)
		const [mail, ...more] = await writtenMails()
		expect(more).toEqual([])
		expect(mail).toMatchObject({ to: 'ruth@example.com', subject: 'New in the club since yesterday' })
		expect(mail?.id).toMatch(new RegExp(`^digest-${ruth.userId}-\\d{4}-\\d\\d-\\d\\d$`))
		expect(mail?.text).toMatch(
			/For you\n\nMarcus answered your question “A question to follow”:\n\S+#comment-\w+\n\nCoaching\n/,
		)
		expect(mail?.text).toContain(`/questions/${id}#comment-${first.id}`)
	})

	test('is sent once by any number of nodes and repeats no items', async () => {
		await choose({})
		await answer(await ask(), 'An answer to it', marcus)
		await deleteMails()
		const due = await dueAt()
		await Promise.all([sendDigests(due), sendDigests(due), sendDigests(due + 1)])
		expect(await writtenMails()).toHaveLength(1)
		const next = await dueAt()
		expect(next - due).toBeGreaterThan(22 * 60 * 60_000)
		await sendDigests(next)
		expect(await writtenMails()).toHaveLength(1)
	})

	test('is not sent if everything is read or muted, or nothing is new', async () => {
		// Clears all sent digests, so only the tested rule can prevent an email.
		async function mailsNow(): Promise<number> {
			await db().delete(digestSettings)
			await choose({})
			await db()
				.update(digestSettings)
				.set({ notifiedUntil: new Date(0) })
			await deleteMails()
			await sendDigests(await dueAt())
			return (await writtenMails()).length
		}
		expect(await mailsNow()).toBe(0)
		const id = await ask()
		await answer(id, 'An answer to it', marcus)
		expect(await mailsNow()).toBe(1)
		await readAll(ruth)
		expect(await mailsNow()).toBe(0)
		await answer(id, 'An answer to a muted one', marcus)
		expect(await mailsNow()).toBe(1)
		await callApi(followQuestion, { as: ruth, params: { id }, body: { state: 'muted' } })
		expect(await mailsNow()).toBe(0)
	})

	test('leaves items that arrive during a run to the next digest', async () => {
		await choose({})
		await answer(await ask(), 'An answer to it', marcus)
		await deleteMails()
		const due = await dueAt()
		await db().run(sql`update notifications set updated_at = ${due + 1}`)
		await sendDigests(due)
		expect(await writtenMails()).toEqual([])
		await sendDigests(await dueAt())
		expect(await writtenMails()).toHaveLength(1)
	})

	test("loses nothing if the member has moved west after that day's digest", async () => {
		await choose({})
		const id = await ask()
		await answer(id, 'An answer before seven', marcus)
		await deleteMails()
		const due = await dueAt()
		await sendDigests(due)
		const west = due + 3 * 60 * 60_000
		await db()
			.update(digestSettings)
			.set({ timeZone: 'America/Los_Angeles', nextAt: new Date(west) })
		await readAll(ruth)
		const second = await answer(id, 'An answer after seven', marcus)
		await db().run(sql`update notifications set updated_at = ${due + 1}`)
		await sendDigests(west)
		expect(await writtenMails()).toHaveLength(1)
		const next = await dueAt()
		expect(next).toBeGreaterThan(west)
		await sendDigests(next)
		expect((await writtenMails()).map(({ text }) => text.includes(`#comment-${second.id}`)).sort()).toEqual([
			false,
			true,
		])
	})

	test("for a week is due on its day and lists the week's events", async () => {
		await choose({ every: 'week', weekday: 3 })
		const due = await dueAt()
		expect(new Date(due).getUTCDay()).toBe(3)
		const at = (days: number) => new Date(due + days * DAY).toISOString()
		await callApi(createSession, { as: admin, body: session({ title: 'Within the week', scheduledAt: at(3) }) })
		await callApi(createSession, { as: admin, body: session({ title: 'After the week', scheduledAt: at(9) }) })
		await readAll(ruth)
		await deleteMails()
		await sendDigests(due)
		const [mail] = await writtenMails()
		expect(mail?.subject).toBe('New in the club in the last week')
		expect(mail?.text).toMatch(/Coming up\n\nWithin the week: .* at .* ET\n/)
		expect(mail?.text).not.toContain('After the week')
		expect(await dueAt()).toBeGreaterThan(due + 6.9 * DAY)
	})

	test('that fails does not block others and is retried an hour later', async () => {
		await choose({})
		await choose({}, ines)
		for (const as of [ruth, ines]) await answer(await ask(undefined, as), 'An answer to it', marcus)
		await deleteMails()
		const due = await dueAt()
		// This digest is first in order and has a time zone that this runtime does not support.
		await db()
			.update(digestSettings)
			.set({ timeZone: 'Mars/Base', nextAt: new Date(due - 1) })
			.where(eq(digestSettings.userId, ruth.userId ?? ''))
		expect(await sendDigests(due)).toBe(2)
		expect((await writtenMails()).map(({ to }) => to)).toEqual(['ines@example.com'])
		const nextOf = async () =>
			(await db().select().from(digestSettings)).find(({ userId }) => userId === ruth.userId)?.nextAt.getTime()
		expect(await nextOf()).toBe(due + 60 * 60_000)
		await db().update(digestSettings).set({ timeZone: 'America/New_York' })
		await sendDigests(due + 60 * 60_000)
		expect((await writtenMails()).map(({ to }) => to).sort()).toEqual(['ines@example.com', 'ruth@example.com'])
	})

	test('yields between members and starts no digest after a stop', async () => {
		for (const as of [ruth, ines, marcus]) await choose({}, as)
		const stopping = new AbortController()
		setImmediate(() => stopping.abort())
		const due = await dueAt()
		const seen = await sendDigests(due, stopping.signal)
		expect(seen).toBeLessThan(3)
		expect(await sendDigests(due)).toBe(3 - seen)
	})

	test('has at most twenty items', async () => {
		await choose({})
		for (let i = 0; i < 22; i++) await answer(await ask(), 'An answer to it', marcus)
		await deleteMails()
		await sendDigests(await dueAt())
		const [mail] = await writtenMails()
		expect(mail?.text.split('answered your question').length).toBe(21)
		expect(mail?.text).toContain('And more.')
	})

	test('can be turned off by one click without a sign-in', async () => {
		await choose({})
		await answer(await ask(), 'An answer to it', marcus)
		await deleteMails()
		await sendDigests(await dueAt())
		const token = tokenOf((await writtenMails())[0])
		expect((await stop(token)).json).toEqual({ what: 'digests' })
	})

	test.each([[{ every: 'hour' }], [{ weekday: 7 }], [{ timeZone: 'Mars/Olympus' }]])('rejects %j', async (body) => {
		expect((await choose(body as never)).status).toBe(400)
	})
})
