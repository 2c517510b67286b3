import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { enrollments } from '#db/schema/courses.ts'
import { mailings } from '#db/schema/mailings.ts'
import { notificationPreferences } from '#db/schema/notifications.ts'
import { outbox } from '#db/schema/operations.ts'
import { users } from '#db/schema/users.ts'
import { createSession, type Session } from '#src/features/coaching/contract.ts'
import { deleteCourse } from '#src/features/courses/contract.ts'
import {
	cancelMailing,
	countAudience,
	createMailing,
	deleteMailing,
	listFailedRecipients,
	listMailings,
	type Mailing,
	type MailingRow,
	previewMailing,
	resumeMailing,
	testMailing,
	updateMailing,
} from '#src/features/mailings/contract.ts'
import { MOST_REFUSALS, runMailings } from '#src/features/mailings/server/rounds.ts'
import { getPreferences, unsubscribe } from '#src/features/notifications/contract.ts'
import * as settings from '#src/platform/env.ts'
import { PermanentFailure } from '#src/platform/outbox.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api.ts'
import { makeCourse } from '#tests/support/courses.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { writtenMails } from '#tests/support/mail.ts'
import {
	allDue,
	makeDraft,
	read,
	refusedForNow,
	rowsOf,
	runAll,
	send,
	sink,
	stateOf,
	WORDS,
} from '#tests/support/mailings.ts'

let database: TestDatabase
let admin: Principal
let adminEmail: string

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

/** So many members besides the admin. */
const addMembers = async (count: number) => Promise.all(Array.from({ length: count }, () => insertAccount()))

const noNews = (userId: string) =>
	db()
		.insert(notificationPreferences)
		.values({ userId, mentions: true, comments: true, reminders: true, feedback: true, news: false })

const audienceOf = async (query: Record<string, string>) =>
	(await callApi(countAudience, { as: admin, query })).json as { count: number; unsubscribed: number }

const actionsOf = async () => (await db().select().from(audit).orderBy(audit.id)).map(({ action }) => action)

describe('a draft', () => {
	test('begins empty, or with the words of a course or a session', async () => {
		const begin = async (body: object) => {
			const reply = await callApi(createMailing, { as: admin, body })
			expect(reply.status, reply.text).toBe(201)
			return reply.json as Mailing
		}
		expect(await begin({})).toMatchObject({ subject: '', content: '', audience: 'all', state: 'draft' })
		const course = await makeCourse(admin, { title: 'Fees & <trust>' })
		const ofCourse = await begin({ start: 'course', subjectId: course.id })
		expect(ofCourse.subject).toBe('New course: Fees & <trust>')
		expect(ofCourse.content).toContain('<strong>Fees &amp; &lt;trust&gt;</strong>')
		expect(ofCourse.content).toContain(`<a href="/courses/${course.id}">`)
		const body = {
			...{ title: 'Raising fees', scheduledAt: '2090-01-05T18:00:00Z', zoomLink: 'https://zoom.example/1' },
			timeZone: 'America/New_York',
		}
		const session = (await callApi(createSession, { as: admin, body })).json as Session
		const ofSession = await begin({ start: 'session', subjectId: session.id })
		expect(ofSession.subject).toBe('New session: Raising fees')
		expect(ofSession.content).toContain('January 5th, 2090 at 1:00 PM, Eastern Standard Time')
		// Who has the link is in the meeting: a mail is passed on.
		expect(ofSession.content).not.toContain('zoom.example')
		expect((await begin({ start: 'movedSession', subjectId: session.id })).subject).toBe('Moved: Raising fees')
	})

	test.each([
		[{ start: 'course', subjectId: 'nobody' }],
		[{ start: 'session', subjectId: 'nobody' }],
		[{ start: 'session' }],
	])('does not begin with what is not there: %j', async (body) => {
		const reply = await callApi(createMailing, { as: admin, body })
		expect([reply.status, reply.text]).toEqual([400, 'Choose what it is about'])
	})

	test('keeps what a mail can carry, and nothing that runs, loads or dresses up', async () => {
		const { content } = await makeDraft(admin, {
			content:
				'<h2>Head</h2><p onclick="x()" style="position:fixed">Hi <a href="javascript:x()" target="_blank">there</a> <a href="/coaching">us</a></p><script>x()</script>',
		})
		expect(content).toBe('<h3>Head</h3><p>Hi <a>there</a> <a href="/coaching">us</a></p>')
	})

	test.each([
		['<p>See</p><img src="https://x.example/a.png" />', 'A mail cannot carry pictures or films'],
		['<p> </p><p>&nbsp;</p>', 'Write something to your members'],
	])('is refused with %s, and said why', async (content, sentence) => {
		const { id } = await makeDraft(admin)
		const body = { ...WORDS, content, audience: 'all' }
		const reply = await callApi(updateMailing, { as: admin, params: { id }, body })
		expect(reply.status).toBe(400)
		expect(reply.text).toContain(sentence)
		expect((await read(admin, id)).content).toBe(WORDS.content)
	})

	test('is for a course that is there', async () => {
		const { id } = await makeDraft(admin)
		const put = (body: object) =>
			callApi(updateMailing, { as: admin, params: { id }, body: { ...WORDS, audience: 'course', ...body } })
		expect(await put({})).toMatchObject({ status: 400, text: 'Choose a course' })
		expect(await put({ courseId: 'nobody' })).toMatchObject({ status: 400, text: 'Choose a course' })
		const course = await makeCourse(admin, { title: 'Trust accounting' })
		expect((await put({ courseId: course.id })).json).toMatchObject({ courseTitle: 'Trust accounting' })
	})

	test('is deleted with an entry; what was sent is kept', async () => {
		const draft = await makeDraft(admin)
		expect((await callApi(deleteMailing, { as: admin, params: { id: draft.id } })).status).toBe(204)
		expect(await actionsOf()).toEqual(['mailing.deleted'])
		const sent = await makeDraft(admin)
		await send(admin, sent)
		const reply = await callApi(deleteMailing, { as: admin, params: { id: sent.id } })
		expect([reply.status, reply.text]).toEqual([409, 'Only a draft can be deleted: what was sent stays in the list'])
	})
})

describe('the preview and the mail to oneself', () => {
	test('are the mail: greeting, words, a way to stop, no picture, no link of others changed', async () => {
		const body = { ...WORDS, content: '<p>Read <a href="https://bar.example/?a=1">this</a></p>' }
		const preview = (await callApi(previewMailing, { as: admin, body })).json as { html: string; text: string }
		expect(preview.text).toMatch(
			/^News of the autumn\n\nHello Person \d+,\n\nRead this \(https:\/\/bar\.example\/\?a=1\)/,
		)
		expect(preview.text).toContain('Stop mails with news of the club: http://localhost:4321/unsubscribe/')
		expect(preview.html).toContain('href="https://bar.example/?a=1"')
		expect(preview.html).not.toMatch(/<img|<script/)
		const reply = await callApi(testMailing, { as: admin, body })
		expect(reply.json).toEqual({ to: adminEmail })
		const [mail] = await writtenMails()
		expect(mail).toMatchObject({ to: adminEmail, subject: body.subject, html: preview.html, text: preview.text })
		expect(mail?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click', Precedence: 'bulk' })
		expect(await actionsOf()).toEqual(['mailing.tested'])
	})
})

describe('who gets it', () => {
	test('is counted: active members who want news, of all or of a course', async () => {
		const [one, two, three] = await addMembers(3)
		await insertAccount({ status: 'inactive' })
		await noNews(one?.id ?? '')
		// With the admin.
		expect(await audienceOf({ audience: 'all' })).toEqual({ count: 3, unsubscribed: 1 })
		const course = await makeCourse(admin)
		for (const user of [one, two])
			await db()
				.insert(enrollments)
				.values({ userId: user?.id ?? '', courseId: course.id, createdAt: new Date() })
		expect(await audienceOf({ audience: 'course', courseId: course.id })).toEqual({ count: 1, unsubscribed: 1 })
		await db()
			.update(users)
			.set({ status: 'inactive' })
			.where(eq(users.id, two?.id ?? ''))
		expect(await audienceOf({ audience: 'course', courseId: course.id })).toEqual({ count: 0, unsubscribed: 1 })
		expect(three).toBeDefined()
		expect((await callApi(countAudience, { as: admin, query: { audience: 'course' } })).status).toBe(400)
	})

	test('is each of them, once, by a row whose id names them, in as many slices as it takes', async () => {
		await addMembers(20)
		const draft = await makeDraft(admin)
		expect((await send(admin, draft)).json).toMatchObject({ state: 'sending', expected: 21 })
		const { mails, deliver } = sink()
		await runAll(deliver)
		expect(new Set(mails.map(({ to }) => to)).size).toBe(21)
		expect(mails).toHaveLength(21)
		expect(mails.every(({ id }) => id.startsWith(`mailing-${draft.id}-`))).toBe(true)
		expect(await read(admin, draft.id)).toMatchObject({ state: 'sent', expected: 21, sent: 21, failed: 0, leftOut: 0 })
		expect((await rowsOf(draft.id)).every(({ payload }) => payload === '{}')).toBe(true)
	})

	test('of more than a slice nobody is left out and nobody gets two', async () => {
		const now = Date.now()
		await db()
			.insert(users)
			.values(
				Array.from({ length: 450 }, (_, at) => ({
					...{ id: `m${String(at).padStart(4, '0')}`, name: `M ${at}`, username: `m${at}`, passwordHash: 'x' },
					...{ email: `m${at}@example.com`, emailKey: `m${at}@example.com`, role: 'user' as const },
					...{ status: 'active' as const, createdAt: new Date(now), updatedAt: new Date(now) },
				})),
			)
		const draft = await makeDraft(admin)
		await send(admin, draft)
		const { mails, deliver } = sink()
		await runAll(deliver)
		expect(new Set(mails.map(({ to }) => to)).size).toBe(451)
		expect(mails).toHaveLength(451)
	}, 60_000)

	test('is not who was deactivated, deleted or stopped them since', async () => {
		const [one, two, three] = await addMembers(3)
		const draft = await makeDraft(admin)
		await send(admin, draft)
		const { mails, deliver } = sink()
		// Everybody has a row by then; one mail has left.
		await runMailings(Date.now(), deliver)
		await db()
			.update(users)
			.set({ status: 'inactive' })
			.where(eq(users.id, one?.id ?? ''))
		await db()
			.delete(users)
			.where(eq(users.id, two?.id ?? ''))
		await noNews(three?.id ?? '')
		await runAll(deliver)
		const gone = [one, two, three].map((user) => user?.email)
		expect(mails.slice(1).filter(({ to }) => gone.includes(to))).toEqual([])
		const told = await read(admin, draft.id)
		expect(told).toMatchObject({ state: 'sent', expected: 4 })
		expect(told.sent + told.leftOut).toBe(4)
		expect(told.leftOut).toBeGreaterThanOrEqual(2)
	})

	test('stops them by one click in the mail', async () => {
		const draft = await makeDraft(admin)
		await send(admin, draft)
		const { mails, deliver } = sink()
		await runAll(deliver)
		const token = /\/api\/unsubscribe\/([\w-]+)>/.exec(mails[0]?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
		const reply = await callApi(unsubscribe, { params: { token }, body: {} })
		expect(reply.json).toEqual({ what: 'mails with news of the club' })
		expect((await callApi(getPreferences, { as: admin })).json).toMatchObject({ news: false, mentions: true })
		expect(await audienceOf({ audience: 'all' })).toEqual({ count: 0, unsubscribed: 1 })
		const refused = await send(admin, await makeDraft(admin))
		expect([refused.status, refused.text]).toEqual([409, 'Nobody would get this mail: choose somebody else'])
	})
})

describe('on its way', () => {
	test('one leaves in each place of time, 50 a minute unless set otherwise, on however many nodes', async () => {
		await addMembers(4)
		const paced = async (perMinute: number | undefined) => {
			const own = settings.env()
			if (perMinute !== undefined) vi.spyOn(settings, 'env').mockReturnValue({ ...own, mailingsPerMinute: perMinute })
			await send(admin, await makeDraft(admin))
			const { mails, deliver } = sink()
			const now = Date.now() + 3_600_000 * (perMinute ?? 1)
			// Two nodes in one place of time.
			const waits = await Promise.all([runMailings(now, deliver), runMailings(now, deliver)])
			expect(mails).toHaveLength(1)
			await runMailings(now + 60_000 / (perMinute ?? 50) - 1, deliver)
			expect(mails).toHaveLength(1)
			await runMailings(now + 60_000 / (perMinute ?? 50), deliver)
			expect(mails).toHaveLength(2)
			return waits
		}
		expect(await paced(undefined)).toEqual([1_200, 1_200])
		expect(await paced(600)).toEqual([100, 100])
	})

	test('it survives a process that dies anywhere: nobody is left out, and who had it does not get it again', async () => {
		await addMembers(6)
		const draft = await makeDraft(admin)
		await send(admin, draft)
		const { mails, deliver } = sink()
		await runMailings(Date.now(), deliver)
		// As after a kill between the rows and the next place: the slice is written again.
		await db().update(mailings).set({ after: '', isListed: false }).where(eq(mailings.id, draft.id))
		// And one in the middle of a mail: the row was claimed, and is taken again after a minute.
		await runAll(deliver)
		expect(new Set(mails.map(({ id }) => id)).size).toBe(mails.length)
		expect(mails).toHaveLength(7)
		expect(await stateOf(draft.id)).toMatchObject({ state: 'sent', sent: 7 })
	})

	test('a mail that somebody waits for is not behind it', async () => {
		await addMembers(3)
		await send(admin, await makeDraft(admin))
		await runMailings(Date.now(), sink().deliver)
		const kinds = (await db().select().from(outbox).where(eq(outbox.state, 'waiting'))).map(({ kind }) => kind)
		expect(new Set(kinds)).toEqual(new Set(['mailing']))
	})

	test('it can be cancelled: no more leave, and who had it has it', async () => {
		await addMembers(5)
		const draft = await makeDraft(admin)
		await send(admin, draft)
		const { mails, deliver } = sink()
		await runMailings(Date.now(), deliver)
		const reply = await callApi(cancelMailing, { as: admin, params: { id: draft.id } })
		expect(reply.json).toMatchObject({ state: 'cancelled', sent: 1 })
		await runAll(deliver)
		expect(mails).toHaveLength(1)
		expect((await rowsOf(draft.id)).filter(({ state }) => state === 'waiting')).toEqual([])
		expect(await actionsOf()).toEqual(['mailing.sent', 'mailing.cancelled'])
		expect(await callApi(cancelMailing, { as: admin, params: { id: draft.id } })).toMatchObject({
			status: 409,
			text: 'This mail is not on its way',
		})
	})

	test('it cannot be changed, sent again or deleted', async () => {
		const draft = await makeDraft(admin)
		await send(admin, draft)
		const again = await send(admin, draft)
		const changed = await callApi(updateMailing, {
			as: admin,
			params: { id: draft.id },
			body: { ...WORDS, audience: 'all' },
		})
		for (const reply of [again, changed])
			expect([reply.status, reply.text]).toEqual([
				409,
				'This mail is on its way already, so it cannot be changed any more',
			])
		expect(await actionsOf()).toEqual(['mailing.sent'])
	})

	test('two who press Send at once send it once', async () => {
		const draft = await makeDraft(admin)
		const replies = await Promise.all([1, 2, 3].map(() => send(admin, draft)))
		expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
		expect(await actionsOf()).toEqual(['mailing.sent'])
	})

	test('what another admin wrote meanwhile is not sent unseen', async () => {
		const draft = await makeDraft(admin)
		await callApi(updateMailing, {
			as: admin,
			params: { id: draft.id },
			body: { ...WORDS, subject: 'Other words', audience: 'all' },
		})
		const reply = await send(admin, draft)
		expect([reply.status, reply.text]).toEqual([409, 'This mail was changed meanwhile, so your change was not saved.'])
		expect((await read(admin, draft.id)).state).toBe('draft')
	})
})

describe('a mail server that refuses', () => {
	test(`stops it after ${MOST_REFUSALS} in a row, says so, and it goes on when an admin says so`, async () => {
		await addMembers(MOST_REFUSALS + 5)
		const draft = await makeDraft(admin)
		await send(admin, draft)
		let isRefusing = true
		const { mails, deliver } = sink(() => (isRefusing ? refusedForNow() : undefined))
		await runAll(deliver, MOST_REFUSALS + 60)
		expect(await read(admin, draft.id)).toMatchObject({
			...{ state: 'stopped', sent: 0, failed: 0, lastError: '450 try again later' },
		})
		expect((await stateOf(draft.id))?.refusals).toBe(MOST_REFUSALS)
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
		expect(new Set(mails.map(({ to }) => to)).size).toBe(MOST_REFUSALS + 6)
		expect(await read(admin, draft.id)).toMatchObject({ state: 'sent', sent: MOST_REFUSALS + 6 })
		expect((await callApi(resumeMailing, { as: admin, params: { id: draft.id } })).status).toBe(409)
	})

	test('one address in between stops nothing, and is listed with the reason', async () => {
		const [one] = await addMembers(2)
		const draft = await makeDraft(admin)
		await send(admin, draft)
		const { mails, deliver } = sink(({ to }) =>
			to === one?.email ? new PermanentFailure('550 no such mailbox') : undefined,
		)
		await runAll(deliver)
		expect(mails).toHaveLength(2)
		expect(await read(admin, draft.id)).toMatchObject({ state: 'sent', sent: 2, failed: 1 })
		const failed = (await callApi(listFailedRecipients, { as: admin, params: { id: draft.id } })).json
		expect(failed).toEqual([{ userId: one?.id, name: one?.name, email: one?.email, reason: '550 no such mailbox' }])
	})

	test('one that does not answer is left alone for a minute', async () => {
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

describe('a scheduled one', () => {
	const tomorrow = () => new Date(Date.now() + 86_400_000)

	test('waits for its time, and leaves then', async () => {
		const draft = await makeDraft(admin)
		const at = tomorrow()
		expect((await send(admin, draft, { sendAt: at.toISOString() })).json).toMatchObject({
			...{ state: 'scheduled', sendAt: at.toISOString() },
		})
		const { mails, deliver } = sink()
		expect(await runMailings(at.getTime() - 1, deliver)).toBeUndefined()
		await runMailings(at.getTime(), deliver)
		expect(mails).toHaveLength(1)
		expect(await actionsOf()).toEqual(['mailing.scheduled'])
	})

	test('is a draft again when it is taken off the schedule', async () => {
		const draft = await makeDraft(admin)
		await send(admin, draft, { sendAt: tomorrow().toISOString() })
		expect((await callApi(cancelMailing, { as: admin, params: { id: draft.id } })).json).toMatchObject({
			...{ state: 'draft', sendAt: null, expected: 0 },
		})
		expect(await runMailings(tomorrow().getTime() + 1, sink().deliver)).toBeUndefined()
		expect(await actionsOf()).toEqual(['mailing.scheduled', 'mailing.unscheduled'])
	})

	test.each([['2020-01-01T00:00:00Z'], ['2190-01-01T00:00:00Z'], ['soon'], ['']])('not for %s', async (sendAt) => {
		const reply = await send(admin, await makeDraft(admin), { sendAt })
		expect([reply.status, reply.text]).toEqual([400, 'Choose a time that is still to come, within a year'])
	})
})

test('an unfinished draft, and one whose course is gone, is not sent', async () => {
	const empty = (await callApi(createMailing, { as: admin, body: {} })).json as Mailing
	expect(await send(admin, empty)).toMatchObject({ status: 409, text: 'Write a subject and a text, and save them' })
	const course = await makeCourse(admin)
	const draft = await makeDraft(admin, { audience: 'course', courseId: course.id })
	await callApi(deleteCourse, { as: admin, params: { id: course.id } })
	expect(await send(admin, draft)).toMatchObject({ status: 409, text: /not there any more/ })
})

test('where mail is not set up nothing is sent, and the screen is told', async () => {
	const own = settings.env()
	const draft = await makeDraft(admin)
	vi.spyOn(settings, 'env').mockReturnValue({ ...own, production: true, smtpUrl: undefined })
	for (const reply of [await send(admin, draft), await callApi(testMailing, { as: admin, body: WORDS })])
		expect([reply.status, reply.text]).toEqual([
			409,
			'Mail is not set up on this server: set SMTP_URL and start it again.',
		])
	expect(await runMailings()).toBeUndefined()
})

test('the list has the newest first, in pages, without their texts', async () => {
	for (const subject of ['First mail', 'Second mail', 'Third mail']) await makeDraft(admin, { subject })
	const reply = await callApi(listMailings, { as: admin, query: { limit: '2' } })
	const rows = reply.json as MailingRow[]
	expect(rows.map(({ subject }) => subject)).toEqual(['Third mail', 'Second mail'])
	expect(Object.keys(rows[0] ?? {})).not.toContain('content')
	expect(reply.header('X-Total-Count')).toBe('3')
	expect(reply.header('Link')).toContain('cursor=')
})
