import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { categoryWatches, notifications } from '#db/schema/notifications.ts'
import { questionOffers, questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { unsubscribe, updatePreferences } from '#src/features/notifications/contract.ts'
import { listNotifications, type Notification } from '#src/features/notifications/notification-contract.ts'
import { deleteQuestion, followQuestion, lockQuestion, readQuestion } from '#src/features/questions/contract.ts'
import { listUnanswered, offerQuestions } from '#src/features/questions/server/offers.ts'
import { callApi, insertAccount, type Principal, signedIn, visitor } from '#tests/support/api/api.ts'
import { planOf } from '#tests/support/api/plans.ts'
import { deleteMails, writtenMails } from '#tests/support/mail.ts'
import { admin, answer, ask, categoryId, ines, marcus, ruth, setUpNotices, tokenOf } from '#tests/support/notices.ts'

setUpNotices()
const HOUR = 60 * 60_000
const NOW = Date.now()
const inHours = (hours: number) => NOW + hours * HOUR + 60_000

beforeEach(async () => {
	await db().delete(notifications)
	await db().delete(categoryWatches)
	for (const as of [marcus, ines]) await callApi(updatePreferences, { as, body: all(true) })
})

const all = (offers: boolean) => ({ mentions: true, comments: true, reminders: true, offers })
const watch = (...people: Principal[]) =>
	db()
		.insert(categoryWatches)
		.values(people.map(({ userId = '' }) => ({ userId, categoryId })))
/** Asks a question as Ruth, and removes the usual emails and notifications to watchers. */
async function alone(text?: string): Promise<string> {
	const id = await ask(text)
	await deleteMails()
	await db().delete(notifications)
	return id
}
const mailed = async () => (await writtenMails()).map(({ to }) => to)
const offered = async (as: Principal) =>
	((await callApi(listNotifications, { as })).json as Notification[]).filter(({ kind }) => kind === 'offer')

describe('a question without an answer', () => {
	test('is offered after 24 hours, once, by mail and as a notification', async () => {
		await watch(marcus, ruth)
		const id = await alone()
		expect(await offerQuestions(NOW + 23 * HOUR)).toBe(0)
		expect(await mailed()).toEqual([])
		await Promise.all([offerQuestions(inHours(24)), offerQuestions(inHours(24))])
		expect(await offerQuestions(inHours(25))).toBe(0)
		const [mail, ...more] = await writtenMails()
		expect(more).toEqual([])
		expect(mail).toMatchObject({ to: 'marcus@example.com', subject: 'Can you answer? A question to follow' })
		expect(mail?.text).toContain('Ruth asked in “General”, a category you watch, and has no answer yet.')
		expect(mail?.text).toContain(`/questions/${id}`)
		expect(await offered(marcus)).toMatchObject([{ href: `/questions/${id}`, title: 'A question to follow' }])
		expect(await offered(ruth)).toEqual([])
		await callApi(readQuestion, { as: marcus, params: { id }, body: { commentId: null } })
		expect(await offered(marcus)).toMatchObject([{ isUnread: false }])
		await answer(id, 'An answer at last', ines)
		expect(await offered(marcus)).toEqual([])
	})

	test('is offered to members who have answered in its category and to those who watch it', async () => {
		const before = await alone()
		await answer(before, 'An answer to it', ines)
		await watch(marcus)
		await alone()
		await deleteMails()
		await offerQuestions(inHours(24))
		expect((await mailed()).toSorted()).toEqual(['ines@example.com', 'marcus@example.com'])
		const text = (await writtenMails()).find(({ to }) => to === 'ines@example.com')?.text
		expect(text).toContain('in which you have answered before')
	})

	test('is offered to five members at most, first to those with the fewest offers', async () => {
		const people = await Promise.all(Array.from({ length: 6 }, async () => signedIn(await insertAccount())))
		await watch(...people)
		await alone()
		await offerQuestions(inHours(24))
		const first = await mailed()
		expect(first).toHaveLength(5)
		await alone()
		await offerQuestions(inHours(24))
		expect(await mailed()).toHaveLength(5)
		const names = await db().select({ email: users.email, id: users.id }).from(users)
		const left = names.find(({ email, id }) => people.some(({ userId }) => userId === id) && !first.includes(email))
		expect(await mailed()).toContain(left?.email)
	})

	test('is offered to a member twice in a week, then again', async () => {
		await watch(marcus)
		for (const _ of [1, 2, 3]) await alone()
		expect(await offerQuestions(inHours(24))).toBe(3)
		expect(await mailed()).toEqual(['marcus@example.com', 'marcus@example.com'])
		await deleteMails()
		await db()
			.update(questions)
			.set({ offeredAt: null, createdAt: new Date(inHours(8 * 24)) })
		await offerQuestions(inHours(9 * 24 + 1))
		expect(await mailed()).toHaveLength(2)
		expect(await db().$count(questionOffers)).toBe(2)
	})

	test.each<[string, (id: string) => Promise<unknown>]>([
		['was answered meanwhile', (id) => answer(id, 'An answer to it', ruth)],
		['was deleted', (id) => callApi(deleteQuestion, { as: ruth, params: { id } })],
		['is locked', (id) => callApi(lockQuestion, { as: admin, params: { id }, body: { isLocked: true } })],
		['is muted', (id) => callApi(followQuestion, { as: marcus, params: { id }, body: { state: 'muted' } })],
		['is switched off by preference', () => callApi(updatePreferences, { as: marcus, body: all(false) })],
		['is for a member who left', () => setStatus('inactive')],
	])('that %s is not offered', async (_, change) => {
		await watch(marcus)
		const id = await alone()
		await change(id)
		await deleteMails()
		await offerQuestions(inHours(24))
		await setStatus('active')
		expect(await mailed()).toEqual([])
		expect(await offered(marcus)).toEqual([])
	})

	test('that is older than three days is not offered, as after an outage', async () => {
		await watch(marcus)
		await alone()
		expect(await offerQuestions(inHours(73))).toBe(0)
	})

	test('is no longer offered after a click on the link in the email', async () => {
		await watch(marcus)
		await alone()
		await offerQuestions(inHours(24))
		const [mail] = await writtenMails()
		const token = tokenOf(mail)
		const reply = await callApi(unsubscribe, { as: visitor(), params: { token }, body: {} })
		expect(reply.json).toEqual({ what: 'emails about questions without an answer' })
		await alone()
		await offerQuestions(inHours(24))
		expect(await mailed()).toEqual([])
	})

	test("is on the admin's dashboard after 48 hours until it is answered", async () => {
		const id = await alone()
		expect(await listUnanswered(NOW + 47 * HOUR)).toEqual([])
		expect(await listUnanswered(inHours(48))).toMatchObject([{ id, title: 'A question to follow' }])
		await answer(id, 'An answer to it', ines)
		expect(await listUnanswered(inHours(48))).toEqual([])
	})
})

const setStatus = (status: 'active' | 'inactive') =>
	db()
		.update(users)
		.set({ status })
		.where(eq(users.id, marcus.userId ?? ''))

test('offers read only their indexes', async () => {
	const { dueQuestions, unansweredQuery, candidatesQuery } = await import('#src/features/questions/server/offers.ts')
	const plan = async (query: ReturnType<typeof dueQuestions>) => (await planOf(query)).join('\n')
	for (const query of [dueQuestions(NOW, 1), unansweredQuery(NOW)]) {
		expect(await plan(query)).toContain('USING INDEX questions_unanswered_by_time')
		expect(await plan(query)).not.toMatch(/TEMP B-TREE|SCAN/)
	}
	const question = {
		id: 'q',
		title: '',
		body: '',
		categoryId: 'c',
		groupId: 'c',
		authorId: 'u',
		author: '',
		category: '',
	}
	const readers = await plan(candidatesQuery(question, NOW))
	expect(readers).toMatch(/questions_by_category_activity/)
	expect(readers).not.toMatch(/SCAN (?!a\b|r\b|\()/)
})
